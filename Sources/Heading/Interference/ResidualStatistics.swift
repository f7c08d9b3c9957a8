private import Glibc
import Quantities

/// Statistics of the field's residuals (measured − reference field) over the last seconds, for the error
/// of a heading and its reasons.
struct ResidualStatistics {
  /// rad. The horizontal residual over `averaging`, as the angle that it turns north by at most.
  private(set) var residual = 0.0
  /// The same over `averaging` of an undisturbed field, its noise smoothed out.
  private(set) var undisturbedResidual = 0.0
  /// The same over `recent`: what has just begun.
  private(set) var newResidual = 0.0
  /// Measured strength − the reference's, as a part of it; `nil` before a field.
  private(set) var strengthError: Double?
  /// Measured inclination − the reference's, rad.
  private(set) var inclinationError: Double?

  /// rad about down that no field has confirmed yet: a gyro whose scale is off is wrong by a part
  /// of it, until the device has turned back.
  private(set) var unconfirmedTurn = 0.0
  /// rad². North's variance when a field was last accepted.
  private(set) var confirmedVariance = 0.0
  /// rad. The largest residual, fading over `memory`.
  private(set) var memory = 0.0
  /// How many spots the device has been at since north was found, the first not counted: their local
  /// anomalies average out.
  private(set) var spots = 0.0
  /// rad/s, about any axis, over `recent`.
  private(set) var turnRate = 0.0

  private var slow: ScalarLowPass
  private var undisturbed: ScalarLowPass
  /// µT: the residual without the magnetometer's noise.
  private var smooth: VectorLowPass
  private var quick: ScalarLowPass
  private var nearStrength: ScalarLowPass
  private var nearInclination: ScalarLowPass
  /// s, as the parameters of the same names.
  private let (recent, confirmation, memoryTime): (Double, Double, Double)
  /// An error of strength or inclination that is a reason of interference.
  private let marked: Double

  /// - Parameter memory: rad, of before a start.
  init(parameters: FieldMonitorParameters, memory: Double = 0) {
    self.memory = memory
    (recent, confirmation) = (parameters.recent, parameters.confirmation)
    (memoryTime, marked) = (parameters.fieldTimeConstant, parameters.residual.enter / 2)
    slow = ScalarLowPass(timeConstant: parameters.averaging)
    undisturbed = ScalarLowPass(timeConstant: parameters.averaging)
    smooth = VectorLowPass(timeConstant: parameters.recent)
    quick = ScalarLowPass(timeConstant: parameters.recent)
    nearStrength = ScalarLowPass(timeConstant: parameters.recent)
    nearInclination = ScalarLowPass(timeConstant: parameters.recent)
  }

  /// µT: the residual over `recent`, earth frame.
  var lasting: Vector3 { smooth.value ?? .zero }

  /// The upper limit of `strengthError`. Source: numerical.
  private static let largestStrengthError = 1000.0

  /// Takes a turn about down and all the turning, rad, of `interval` s.
  mutating func add(turn: Double, turning: Double, interval: Double) {
    unconfirmedTurn += turn
    turnRate += (turning / interval - turnRate) * (1 - exp(-interval / recent))
  }

  /// The device has come to `count` other spots, each with a local anomaly of its own.
  mutating func add(spots count: Double) { spots += count }

  /// North is found by the field of one spot again.
  mutating func forgetSpots() { spots = 0 }

  /// A field was accepted for `interval` s: fully, or with a magnet taken into account.
  ///
  /// - Parameter variance: rad², north's.
  mutating func confirm(fully: Bool, variance: Double, interval: Double) {
    unconfirmedTurn *= exp(-interval / (fully ? 1 : 2) / confirmation)
    if fully { confirmedVariance = variance }
  }

  /// Takes an interval's field.
  ///
  /// - Parameters:
  ///   - field: by the calibration alone, earth frame, µT.
  ///   - refined: with what the filter knows of hard iron.
  ///   - reference: the reference field, earth frame, µT.
  ///   - isDisturbed: whether the field is.
  mutating func update(
    field: Vector3, refined: Vector3, reference: Vector3, isDisturbed: Bool, interval: Double
  ) {
    let horizontal = max(hypot(reference.x, reference.y), leastField)
    let error = hypot(refined.x - reference.x, refined.y - reference.y) / horizontal
    slow.update(min(error, .pi), interval: interval)
    residual = slow.value ?? 0
    let lasting = smooth.update(refined - reference, interval: interval)
    if !isDisturbed {
      undisturbed.update(
        min(hypot(lasting.x, lasting.y) / horizontal, .pi), interval: interval)
    }
    undisturbedResidual = undisturbed.value ?? 0
    quick.update(min(error, .pi), interval: interval)
    newResidual = quick.value ?? 0
    memory = max(residual, memory * exp(-interval / memoryTime))
    let strength = max(reference.length, leastField)
    nearStrength.update(field.length / strength - 1, interval: interval)
    strengthError = nearStrength.value.map { min($0, Self.largestStrengthError) }
    nearInclination.update(
      atan2(field.z, hypot(field.x, field.y)) - atan2(reference.z, horizontal), interval: interval)
    inclinationError = nearInclination.value
  }
}

extension ResidualStatistics {
  /// Which tests a disturbed field fails: which errors are more than half of the limit.
  var reasons: HeadingEstimate.Conditions {
    var reasons: HeadingEstimate.Conditions = []
    if abs(strengthError ?? 0) > marked { reasons.insert(.interferenceStrength) }
    if abs(inclinationError ?? 0) > marked { reasons.insert(.interferenceInclination) }
    return reasons.isEmpty ? .interferenceTurn : reasons
  }
}
