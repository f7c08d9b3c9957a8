import Heading
import Wire

/// Makes the reasons of a reading agree with its status: an `uncertain` heading has a reason that concerns it, that
/// of the largest part of its error where no other was found, and an `accurate` one is not called too steep or shaken.
struct WhyOfStatus {
  /// By which factor the error of another reason must be larger to replace the former one.
  private let margin: Double
  /// The reason that was last added.
  private var former: Why?

  init(_ parameters: ChangeParameters) { margin = parameters.reasonMargin }

  /// - Parameter why: the reasons that the parts of the pipeline found, in their order.
  mutating func complete(
    _ why: inout WhySet, status: Reading.Status, errors: HeadingErrorBudget
  ) {
    guard status != .accurate else {
      why.remove(.tilt)
      why.remove(.accelerating)
      return
    }
    var isByDeclination = false
    if status == .uncertain, !why.contains(where: { $0.concernsHeading }) {
      let reason = largest(errors)
      isByDeclination =
        reason == .weakHorizontalField
        && (why.contains(.declinationManual) || why.contains(.declinationModelExpired))
      if let reason, !isByDeclination { why.insert(reason) }
    }
    // A broken magnetometer looks like a disturbed field.
    if why.contains(where: \.isInterference) {
      why.reorder { $0.isFaultOfMagnetometer && !$1.isFaultOfMagnetometer }
    }
    // What is not known of the place is no cause of a bad magnetic heading.
    if !isByDeclination { why.reorder { $0.concernsHeading && !$1.concernsHeading } }
  }

  /// The reason whose terms are the largest part of the error; the former one unless another is clearly larger.
  private mutating func largest(_ errors: HeadingErrorBudget) -> Why? {
    var squares = ArrayByWhy<Double>(repeating: 0)
    var (largest, next) = (Why?.none, HeadingErrorCause(rawValue: 0))
    while let cause = next {
      let reason = Why(cause)
      let index = Int(reason.rawValue)
      squares[index] += errors[cause] * errors[cause]
      if squares[index] > (largest.map { squares[Int($0.rawValue)] } ?? 0) { largest = reason }
      next = HeadingErrorCause(rawValue: cause.rawValue + 1)
    }
    if let largest, let former,
      squares[Int(largest.rawValue)] <= margin * margin * squares[Int(former.rawValue)]
    {
      return former
    }
    former = largest
    return largest
  }
}

extension Why {
  /// Whether the magnetometer's own values show that it is broken.
  var isFaultOfMagnetometer: Bool {
    switch self {
    case .sensorStuck, .sensorSaturated, .sensorAllZero, .sensorAllOnes: true
    default: false
    }
  }

  fileprivate var isInterference: Bool {
    switch self {
    case .interferenceStrength, .interferenceInclination, .interferenceJump, .interferenceTurn: true
    default: false
    }
  }

  /// Whether the reason concerns the magnetic heading, and not true north, the position or what is going on.
  fileprivate var concernsHeading: Bool {
    switch self {
    case .noPosition, .positionOld, .noTime, .noDeclination, .declinationModelExpired,
      .declinationManual, .calibrating:
      false
    default: true
    }
  }
}
