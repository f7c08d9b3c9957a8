import Heading
import Wire

/// The order of the reasons of a heading: those that the error has terms for are in the order of these terms,
/// largest first.
///
/// A reason without a term, as `no_position`, and one whose term is 0 keep their place: those with one change
/// places only among themselves. A reason passes another one only when its term is clearly larger, and the
/// order of the reading before is kept otherwise, so that it does not change 60 times a second.
struct WhyOrder {
  /// The order of the reading before.
  private var last = WhySet()

  /// How many times as large a term has to be.
  /// Source: chosen, so that the noise of a term does not change the order.
  private static let margin = 1.5

  /// Orders the reasons by the terms of a heading's error.
  mutating func order(_ why: inout WhySet, by errors: HeadingErrorBudget) {
    // Those with a term: as in the reading before, and the new ones by severity among them.
    var ranked = WhySet()
    for reason in last where why.contains(reason) && errors.degrees(of: reason) > 0 {
      ranked.append(reason)
    }
    for reason in why where errors.degrees(of: reason) > 0 { ranked.insert(reason) }
    ranked.reorder { errors.degrees(of: $0) > Self.margin * errors.degrees(of: $1) }
    var ordered = WhySet()
    var next = ranked.makeIterator()
    for reason in why {
      ordered.append(ranked.contains(reason) ? next.next() ?? reason : reason)
    }
    (why, last) = (ordered, ranked)
  }

  /// There is no reading before.
  mutating func restart() { last = WhySet() }
}

extension HeadingErrorBudget {
  /// Degrees: the terms of a reason, as independent errors.
  fileprivate func degrees(of why: Why) -> Double {
    var sum = 0.0
    for cause in why.causes ?? [] { sum += self[cause] * self[cause] }
    return sum.squareRoot()
  }
}

extension Why {
  /// The terms of the error that this reason stands for; `nil` where it is no cause of an error of the
  /// heading, or where it takes the heading away.
  var causes: [HeadingErrorCause]? {
    switch self {
    case .uncalibrated: Self.calibrationCauses
    case .calibrationStale: Self.staleCauses
    case .interferenceStrength, .interferenceInclination, .interferenceTurn: Self.fieldCauses
    case .tilt: Self.tiltCauses
    case .accelerating: Self.accelerationCauses
    case .noTiltSensor: Self.levelCauses
    case .declinationModelExpired, .declinationManual: Self.declinationCauses
    case .sensorsDisagree: Self.disagreementCauses
    case .warmingUp: Self.warmUpCauses
    case .mountWrong, .calibrating, .interferenceJump, .noPosition, .positionOld, .noTime,
      .noDeclination, .weakHorizontalField, .sensorMissing, .sensorStuck, .sensorSaturated,
      .sensorAllZero, .sensorAllOnes, .busError, .gyroHold:
      nil
    }
  }

  // Made once: this is asked for each reading.
  private static let calibrationCauses: [HeadingErrorCause] = [.calibration]
  private static let staleCauses: [HeadingErrorCause] = [.staleCalibration]
  private static let fieldCauses: [HeadingErrorCause] = [
    .fieldResidual, .rememberedResidual, .recurringResidual, .unprovenReference,
    .modelDisagreement, .covarianceGrowth,
  ]
  private static let tiltCauses: [HeadingErrorCause] = [.tilt, .levelCalibration]
  private static let accelerationCauses: [HeadingErrorCause] = [.acceleration]
  private static let levelCauses: [HeadingErrorCause] = [.assumedLevel]
  private static let declinationCauses: [HeadingErrorCause] = [.declination]
  private static let disagreementCauses: [HeadingErrorCause] = [.magnetometersDisagree]
  private static let warmUpCauses: [HeadingErrorCause] = [.warmUp]
}
