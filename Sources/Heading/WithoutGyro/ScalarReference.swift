private import Glibc
import Quantities

/// The reference field without a gyro: its strength and inclination, and those of the field of now.
///
/// The two do not depend on the heading, so a change of either is not a turn.
struct ScalarReference {
  /// Measured strength − the reference's, as a part of it, averaged over `WithoutGyroParameters.averaging`.
  private(set) var strengthError: Double?
  /// Measured inclination − the reference's, rad.
  private(set) var inclinationError: Double?

  private var strength = AcceptedMean()
  private var inclination = AcceptedMean()
  private var measuredStrength: ScalarLowPass
  private var measuredInclination: ScalarLowPass
  private var last: Timestamp?
  /// Errors of strength, as a part, and of inclination, rad, that are a residual of 1.
  private let limits: (strength: Double, inclination: Double)
  private let parameters: FieldMonitorParameters
  private let knowsStrength: Bool

  /// The upper limit of `strengthError`. Source: numerical; the reference of a magnetometer with counts may be near
  /// zero.
  private static let largestStrengthError = 1000.0
  /// The upper limit of `slope`. Source: numerical; 87° of inclination.
  private static let largestSlope = 20.0

  /// - Parameters:
  ///   - averaging: s, over which the measured field is averaged.
  ///   - knowsStrength: false where the values are counts: then no strength is implausible.
  init(parameters: FieldMonitorParameters, averaging: Double, knowsStrength: Bool) {
    measuredStrength = ScalarLowPass(timeConstant: averaging)
    measuredInclination = ScalarLowPass(timeConstant: averaging)
    self.knowsStrength = knowsStrength
    limits = (parameters.strengthLimit, parameters.residual.enter)
    self.parameters = parameters
  }

  /// The reference, level frame, in the magnetometer's unit; `nil` while it is not known.
  var field: Vector3? {
    guard let strength = strength.value, let inclination = inclination.value else { return nil }
    return Vector3(strength * cos(inclination), 0, strength * sin(inclination))
  }

  /// The field of now, averaged; `nil` while it is not known.
  var measured: ReferenceField? {
    guard let strength = measuredStrength.value, let inclination = measuredInclination.value
    else { return nil }
    return ReferenceField(
      horizontal: strength * cos(inclination), down: strength * sin(inclination))
  }

  /// By how much more the reference points down than north: what a tilt's error is multiplied with.
  ///
  /// - Source: M. Caruso, "Applications of magnetic sensors for low cost compass systems", IEEE PLANS
  ///   2000, eq. 8.
  var slope: Double {
    min(abs(tan(inclination.value ?? MagnetometerModel.steepPlace)), Self.largestSlope)
  }

  /// Which of the two differ by more than half of their limits; empty where none does.
  var reasons: HeadingEstimate.Conditions {
    var reasons: HeadingEstimate.Conditions = []
    if abs(strengthError ?? 0) > limits.strength / 2 {
      reasons.insert(.interferenceStrength)
    }
    if let inclinationError, abs(inclinationError) > limits.inclination / 2 {
      reasons.insert(.interferenceInclination)
    }
    return reasons
  }

  /// Takes a calibrated field.
  ///
  /// - Parameters:
  ///   - field: µT (or counts), level frame where `isLevel`, else body frame.
  ///   - isLevel: whether z is down, so that the inclination means something.
  ///   - attitude: as this field shows it.
  /// - Returns: its residual, and the s since the field before it.
  mutating func residual(
    of field: Vector3, isLevel: Bool, attitude: Quaternion, at time: Timestamp
  ) -> (residual: FieldResidual, interval: Double) {
    let interval = last.map { time.seconds(since: $0) } ?? 0
    last = time
    let length = field.length
    measuredStrength.update(length, interval: interval)
    if isLevel, length > 0 {
      measuredInclination.update(asin(min(max(field.z / length, -1), 1)), interval: interval)
    }
    let measured = measuredStrength.value ?? length
    let isPlausible = !knowsStrength || plausibleStrength.contains(measured)
    let relativeLength = compare(measured, isPlausible: isPlausible)
    let scalars = ScalarResidual(
      strength: measured, inclination: measuredInclination.value, northError: northError,
      reasons: reasons, attitude: attitude)
    return (
      FieldResidual(
        relativeLength: relativeLength, isPlausible: isPlausible, start: time,
        detail: .scalars(scalars)), interval
    )
  }

  /// How far the field is from the reference, as a part of the limits.
  private mutating func compare(_ measured: Double, isPlausible: Bool) -> Double {
    guard let reference = strength.value, reference > 0 else { return 0 }
    let error = min(measured / reference - 1, Self.largestStrengthError)
    strengthError = error
    let length = abs(error) / limits.strength
    guard isPlausible, let now = measuredInclination.value, let reference = inclination.value
    else { return length }
    inclinationError = now - reference
    return max(length, abs(now - reference) / limits.inclination)
  }

  /// rad, 68 %: what a field that is off by so much makes of north, its direction being unknown.
  ///
  /// See `unseenComponent`.
  private var northError: Double {
    unseenComponent * hypot(strengthError ?? 0, inclinationError ?? 0) * hypot(1, slope)
  }

  /// The current field is the reference's.
  ///
  /// A device that does not turn stays in the same field, and what changes it then is a disturbance. So a reference
  /// that has been accepted for `secondsUntilReferenceIsTrusted` follows the field only while the device turns.
  mutating func learn(_ motion: DeviceMotion) {
    let turning = parameters.secondsPerRadian * max(motion.turnRate - parameters.sway, 0)
    let moving = motion.interval * min(turning, 1)
    strength.learn(
      measuredStrength.value, interval: motion.interval, moving: moving, parameters)
    inclination.learn(
      measuredInclination.value, interval: motion.interval, moving: moving, parameters)
  }

  /// The field of now becomes the reference.
  mutating func adopt() {
    strength = AcceptedMean(value: measuredStrength.value)
    inclination = AcceptedMean(value: measuredInclination.value)
  }

  /// The mean of what was measured while the field was accepted.
  private struct AcceptedMean {
    /// `nil` before the first.
    private(set) var value: Double?
    /// s that count.
    private var learned = 0.0

    init(value: Double? = nil) { self.value = value }

    /// - Parameters:
    ///   - interval: s that count for a mean that is not trusted yet.
    ///   - moving: s that count for one that is.
    mutating func learn(
      _ measured: Double?, interval: Double, moving: Double, _ parameters: FieldMonitorParameters
    ) {
      guard let measured else { return }
      guard let before = value else { return value = measured }
      let isTrusted = learned >= parameters.secondsUntilReferenceIsTrusted
      let evidence = isTrusted ? moving : interval
      guard evidence > 0 else { return }
      learned = min(learned + evidence, parameters.fieldTimeConstant)
      value = before + (measured - before) * evidence / learned
    }
  }
}
