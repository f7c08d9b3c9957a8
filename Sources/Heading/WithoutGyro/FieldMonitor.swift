private import Glibc
import Quantities

/// Whether the Earth explains the field: strength and inclination against what this place showed.
///
/// The two do not depend on how the device is turned, so a change of either is not a turn.
struct FieldMonitor {
  /// How the field stands to the reference.
  enum State: Equatable {
    case undisturbed
    /// It does not fit, for less than the dwell time.
    case suspect(since: Timestamp)
    /// It does not fit; turned so far, rad, since it has been steady.
    case disturbed(turned: Double)
    /// It fits again, for less than the dwell time.
    case recovering(since: Timestamp)

    /// The same without its times.
    var interference: HeadingEstimate.Interference {
      switch self {
      case .undisturbed: .undisturbed
      case .suspect: .suspect
      case .disturbed: .disturbed
      case .recovering: .recovering
      }
    }
  }

  /// A stronger field is as wrong as this one.
  private static let largestStrengthError = 1000.0

  private(set) var state = State.undisturbed
  private(set) var doubt = PlaceDoubt()
  private(set) var recurrence = RecurringMisfit()
  private var lastReasons: HeadingEstimate.Conditions = .interferenceStrength
  /// Strength less the reference's, as a part of it, over the last tenth of a second.
  private(set) var strengthError: Double?
  /// Inclination less the reference's, rad.
  private(set) var inclinationError: Double?
  /// µT; `nil` before anything plausible was seen.
  var referenceStrength: Double? { strength.value }
  /// rad, down positive; `nil` without a tilt sensor.
  var referenceInclination: Double? { inclination.value }

  private var strength: ScalarLowPass
  private var inclination: ScalarLowPass
  private var nearStrength = ScalarLowPass(timeConstant: 0.1)
  private var nearInclination = ScalarLowPass(timeConstant: 0.1)
  private var steadyStrength = ScalarLowPass(timeConstant: 5)
  private var steadyInclination = ScalarLowPass(timeConstant: 5)
  private var last: Timestamp?
  let parameters: FieldMonitorParameters
  private let isMicrotesla: Bool

  /// - Parameter isMicrotesla: false where the values are counts: then no strength is implausible.
  init(parameters: FieldMonitorParameters, isMicrotesla: Bool) {
    self.parameters = parameters
    self.isMicrotesla = isMicrotesla
    strength = ScalarLowPass(timeConstant: parameters.referenceTimeConstant)
    inclination = ScalarLowPass(timeConstant: parameters.referenceTimeConstant)
  }

  /// Takes in a calibrated field.
  ///
  /// - Parameters:
  ///   - field: µT (or counts), level frame where `isLevel`, else body frame.
  ///   - isLevel: whether z is down, so that the inclination means something.
  ///   - turnRate: rad/s, about any axis.
  ///   - attitude: as this field shows it.
  mutating func update(
    field: Vector3, isLevel: Bool, turnRate: Double, attitude: Quaternion, at time: Timestamp
  ) {
    let interval = last.map { time.seconds(since: $0) } ?? 0
    last = time
    let length = field.length
    nearStrength.update(length, interval: interval)
    if isLevel, length > 0 {
      nearInclination.update(asin(min(max(field.z / length, -1), 1)), interval: interval)
    }
    let misfit = misfit()
    recurrence.update(
      misfits: misfit >= 1, turnRate: turnRate, interval: min(interval, 1), at: time)
    advance(
      misfits: misfit >= 1, turned: turnRate * interval, in: attitude, interval: interval,
      at: time)
    let limited = min(interval, 1)
    if state == .undisturbed, misfit < 1 {
      learn(interval: limited)
      doubt.fits(interval: limited, turning: turnRate * limited)
    }
  }

  /// How far the field is from the reference, in thresholds: 1 and more does not fit.
  private mutating func misfit() -> Double {
    guard let now = nearStrength.value else { return 0 }
    if isMicrotesla, !plausibleStrength.contains(now) {
      strengthError = strength.value.map { min(now / $0 - 1, Self.largestStrengthError) }
      return 2
    }
    guard let reference = strength.value, reference > 0 else { return 0 }
    let error = min(now / reference - 1, Self.largestStrengthError)
    strengthError = error
    var misfit = abs(error) / parameters.strengthThreshold
    if let near = nearInclination.value, let reference = inclination.value {
      inclinationError = near - reference
      misfit = max(misfit, abs(near - reference) / parameters.inclinationThreshold)
    }
    return misfit
  }

  private mutating func advance(
    misfits: Bool, turned: Double, in attitude: Quaternion, interval: Double, at time: Timestamp
  ) {
    switch state {
    case .undisturbed:
      recurrence.fits(in: attitude, at: time)
      if misfits { state = .suspect(since: time) }
    case .suspect(let since):
      if !misfits {
        state = .undisturbed
      } else if time.seconds(since: since) >= parameters.disturbedAfter {
        recurrence.began(since: since, isFirst: strength.value == nil, at: time)
        restartSteadyField()
        state = .disturbed(turned: 0)
      }
    case .disturbed(let soFar):
      guard misfits else {
        state = .recovering(since: time)
        return
      }
      doubt.misfits(angle: misfitAngle)
      lastReasons = reasonsNow ?? lastReasons
      let steady = updateSteadyField(interval: interval)
      state = .disturbed(turned: steady ? soFar + turned : 0)
      if steady, soFar > parameters.newPlaceTurn { acceptNewPlace() }
    case .recovering(let since):
      if misfits {
        restartSteadyField()
        state = .disturbed(turned: 0)
      } else if time.seconds(since: since) >= parameters.undisturbedAfter {
        doubt.returned()
        recurrence.ended(since: since, in: attitude, at: time)
        state = .undisturbed
      }
    }
  }

  private mutating func learn(interval: Double) {
    if let now = nearStrength.value { strength.update(now, interval: interval) }
    if let now = nearInclination.value { inclination.update(now, interval: interval) }
  }

  private mutating func restartSteadyField() {
    steadyStrength = ScalarLowPass(timeConstant: 5)
    steadyInclination = ScalarLowPass(timeConstant: 5)
  }

  /// Whether the field that does not fit stays the same while the device turns: then it turns with
  /// the earth, not with the device, and belongs to the place. Without a tilt sensor its strength
  /// alone must tell.
  private mutating func updateSteadyField(interval: Double) -> Bool {
    guard let length = nearStrength.value,
      !isMicrotesla || plausibleStrength.contains(length)
    else { return false }
    steadyStrength.update(length, interval: interval)
    let part = parameters.strengthThreshold / 3
    guard let mean = steadyStrength.value, abs(length - mean) < part * mean else { return false }
    guard let dip = nearInclination.value else { return true }
    steadyInclination.update(dip, interval: interval)
    return abs(dip - (steadyInclination.value ?? dip)) < parameters.inclinationThreshold / 3
  }

  private mutating func acceptNewPlace() {
    strength = ScalarLowPass(timeConstant: parameters.referenceTimeConstant)
    inclination = ScalarLowPass(timeConstant: parameters.referenceTimeConstant)
    learn(interval: 0)
    doubt.replaced()
    recurrence = RecurringMisfit()
    state = .undisturbed
  }
}

extension FieldMonitor {
  /// Which of its tests the field fails now, or failed last.
  var reasons: HeadingEstimate.Conditions { reasonsNow ?? lastReasons }

  /// `nil` where it fails none.
  private var reasonsNow: HeadingEstimate.Conditions? {
    var reasons: HeadingEstimate.Conditions = []
    if abs(strengthError ?? 0) > parameters.strengthThreshold / 2 {
      reasons.insert(.interferenceStrength)
    }
    if let inclinationError, abs(inclinationError) > parameters.inclinationThreshold / 2 {
      reasons.insert(.interferenceInclination)
    }
    return reasons.isEmpty ? nil : reasons
  }
}
