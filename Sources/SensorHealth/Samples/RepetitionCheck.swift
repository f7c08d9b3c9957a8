package import Quantities

/// Detects a sensor that repeats one value while another sensor of the device goes on measuring.
///
/// Every sensor has noise, so that values that are the same to the last digit for seconds were not measured. Where
/// no sensor shows noise nothing is concluded. The counts of a live chip pass `SensorFaultDetector` before.
package struct RepetitionCheck: Sendable {
  private var force = Repetition()
  private var rate = Repetition()
  private var field = Repetition()

  // Stored, because each sample asks for them: a computed property of another module copies the whole check.
  /// Whether the accelerometer repeats its value; one that never showed noise is left to `RotationCheck`.
  package private(set) var isForceStuck = false
  /// Whether the gyro repeats its value; as `isForceStuck`.
  package private(set) var isRateStuck = false
  /// Whether the magnetometer repeats its value, also from the first sample on.
  package private(set) var isFieldStuck = false
  /// Whether the newest value of the magnetometer is the one before it.
  package private(set) var isFieldRepeated = false
  /// Whether the magnetometer has had two different values.
  package var hasFieldChanged: Bool { field.hasChanged }

  package init() {}

  /// Takes what a sample has of the three, in any frame and unit.
  package mutating func take(_ sample: Sample) {
    let forceReverses = force.take(sample.acceleration?.metresPerSecondSquared, at: sample.time)
    let rateReverses = rate.take(sample.angularRate?.radiansPerSecond, at: sample.time)
    let fieldReverses = field.take(sample.magneticField?.microtesla, at: sample.time)
    if rateReverses || fieldReverses { force.noteNoise() }
    if forceReverses || fieldReverses { rate.noteNoise() }
    if forceReverses || rateReverses { field.noteNoise() }
    isForceStuck = force.isStuck && force.hasNoise
    isRateStuck = rate.isStuck && rate.hasNoise
    (isFieldStuck, isFieldRepeated) = (field.isStuck, field.count > 0)
  }
}

/// How long one sensor has repeated its value.
private struct Repetition {
  private var value: Vector3?
  private var step = Vector3.zero
  private var since = Timestamp(microseconds: 0)
  /// Samples that repeat the value.
  private(set) var count = 0
  private(set) var hasChanged = false
  /// Steps that reverse the one before, since the beginning.
  private var reversals = 0
  /// Steps of another sensor meanwhile that reverse the one before.
  private var noise = 0
  private(set) var isStuck = false

  /// Whether the sensor has shown noise.
  var hasNoise: Bool { reversals >= Self.noisy }

  /// Reversals. Source: derived; noise makes them in half a second at 100 Hz, a motion not in a minute.
  private static let noisy = 20
  /// s, and repetitions in them, as for the counts of a chip.
  private static let slow = (
    seconds: StuckAxisDetector.stuckAtRestAfter,
    count: Int(StuckAxisDetector.limits.stuck.measurements)
  )
  /// The same of a fast sensor. Source: derived as above; a hundred repetitions have 10⁻²⁵ at 0.3 counts.
  private static let fast = (seconds: 1.0, count: 100)

  /// - Returns: whether the newest step reverses the one before it, as noise does.
  mutating func take(_ sample: Vector3?, at time: Timestamp) -> Bool {
    guard let sample else { return false }
    let change = sample - (value ?? sample)
    let resolution = StuckAxisDetector.resolution
    let smallest = resolution * resolution * max(sample.dot(sample), 1)
    guard value != nil, change.dot(change) <= smallest else {
      let former = step
      if value != nil { (step, hasChanged) = (change, true) }
      self.value = sample
      (since, count, noise, isStuck) = (time, 0, 0, false)
      let isReversal = step.dot(former) < 0
      if isReversal { reversals += 1 }
      return isReversal
    }
    count += 1
    let seconds = time.seconds(since: since)
    isStuck =
      noise >= Self.slow.count
      && (seconds >= Self.slow.seconds && count >= Self.slow.count
        || seconds >= Self.fast.seconds && count >= Self.fast.count)
    return false
  }

  /// Another sensor shows noise.
  mutating func noteNoise() { noise += 1 }
}
