package import Quantities

/// Detects a sensor that repeats one value while another sensor of the device goes on measuring.
///
/// Every sensor has noise, so that values that are the same to the last digit for seconds were not measured. Where
/// no sensor shows noise nothing is concluded. So it is with one axis of an accelerometer or a gyro that repeats its value while
/// another one of the same chip changes. The counts of a live chip pass `SensorFaultDetector` before.
package struct RepetitionCheck: Sendable {
  private var force = Repetition()
  private var rate = Repetition()
  private var field = Repetition()
  /// 2 m/s² and 2 rad/s. Source: derived; a fiftieth of them, which an axis measures of those across it by its tolerance
  /// (`docs/hardware/chips.md`), is several counts.
  private var forceAxes = AxisRepetition(clearMotion: 2)
  private var rateAxes = AxisRepetition(clearMotion: 2)
  private var forceTurn = UnseenTurn()
  private var fieldTurn = UnseenTurn()

  // Stored, because each sample asks for them: a computed property of another module copies the whole check.
  /// Whether the accelerometer, or an axis of it, repeats its value; one that never showed noise is left to `SensorAgreement`
  /// where the other axes show no motion.
  package private(set) var isForceStuck = false
  /// Whether the gyro, or an axis of it, repeats its value; one that never showed noise, where the device turns.
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
    forceAxes.take(sample.acceleration?.metresPerSecondSquared, at: sample.time)
    rateAxes.take(sample.angularRate?.radiansPerSecond, at: sample.time)
    isForceStuck = force.isStuck && force.missesNoise || forceAxes.isStuck
    takeTurn(sample)
    let isDead = rate.missesNoise || forceTurn.isSeen || fieldTurn.isSeen
    isRateStuck = rate.isStuck && isDead || rateAxes.isStuck
    (isFieldStuck, isFieldRepeated) = (field.isStuck, field.count > 0)
  }

  /// Looks for a turn that a gyro which repeats its value does not see.
  private mutating func takeTurn(_ sample: Sample) {
    let (speed, isRepeated) = (rate.speed, rate.count > 0)
    forceTurn.take(
      sample.acceleration?.metresPerSecondSquared, rate: speed, isRepeated: isRepeated,
      at: sample.time)
    fieldTurn.take(
      sample.magneticField?.microtesla, rate: speed, isRepeated: isRepeated, at: sample.time)
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
  private var reversals = ReversalShare()
  /// Steps of another sensor meanwhile that reverse the one before.
  private var noise = 0
  private(set) var isStuck = false

  /// The length of the value.
  var speed: Double { value?.length ?? 0 }

  /// Whether noise would have changed the value: such noise, or as many reversals as the motion left to be seen.
  var missesNoise: Bool { Self.areMissing(reversals, in: count) }

  /// Whether noise would have changed a value in so many repetitions.
  fileprivate static func areMissing(_ reversals: ReversalShare, in repetitions: Int) -> Bool {
    reversals.hasBeenClear || reversals.missing(in: repetitions) > missedReversals
  }

  /// Source: chosen on noise of 0.1 to 0.6 counts, which comes in groups; with twice those of one axis 0.2 counts are a fault
  /// once in six minutes.
  private static let missedReversals = 3 * StuckAxisDetector.missedReversals

  /// s, and repetitions in them, as for the counts of a chip.
  private static let slow = (
    seconds: StuckAxisDetector.stuckAtRestAfter,
    count: Int(StuckAxisDetector.limits.stuck.measurements)
  )
  /// The same of a fast sensor. Source: derived as above; a hundred repetitions of three axes have the
  /// probability 10⁻⁵⁰ with noise of half a count.
  private static let fast = (seconds: 1.0, count: 100)

  /// - Returns: whether the newest step reverses the one before it, as noise does.
  mutating func take(_ sample: Vector3?, at time: Timestamp) -> Bool {
    guard let sample else { return false }
    let change = sample - (value ?? sample)
    let resolution = AxisRun.resolution
    let smallest = resolution * resolution * max(sample.dot(sample), 1)
    guard value != nil, change.dot(change) <= smallest else {
      let former = step
      if value != nil { (step, hasChanged) = (change, true) }
      self.value = sample
      let isReversal = step.dot(former) < 0
      reversals.take(isReversal: isReversal, repetitions: count)
      (since, count, noise, isStuck) = (time, 0, 0, false)
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

/// How long the axes of one sensor have repeated their values.
private struct AxisRepetition {
  private var x = AxisRun()
  private var y = AxisRun()
  private var z = AxisRun()
  private var last: Timestamp?
  private var first: Vector3?
  /// How far the vector has been from its first value, while an axis still has its first one.
  private var motion = 0.0
  /// A larger motion moves every axis.
  private let clearMotion: Double

  /// Whether an axis repeats its value that had noise, or that a motion should have changed, and another axis does not. Stored,
  /// because each sample asks for it.
  private(set) var isStuck = false

  /// Repetitions. Source: derived; with noise of half a count a hundred have the probability 10⁻¹⁷.
  private static let fewest = 100

  init(clearMotion: Double) { self.clearMotion = clearMotion }

  /// Whether noise or motion should have changed the value of an axis.
  private func isStuck(_ axis: AxisRun) -> Bool {
    guard axis.count >= Self.fewest, axis.same > StuckAxisDetector.stuckAtRestAfter else {
      return false
    }
    return Repetition.areMissing(axis.reversals, in: axis.count)
      || !axis.hasChanged && motion > clearMotion && isNoisy
  }

  /// Whether an axis shows noise: a computed motion without any may leave an axis out.
  private var isNoisy: Bool {
    x.reversals.hasBeenClear || y.reversals.hasBeenClear || z.reversals.hasBeenClear
  }

  mutating func take(_ sample: Vector3?, at time: Timestamp) {
    guard let sample else { return }
    let interval = max(last.map { time.seconds(since: $0) } ?? 0, 0)
    last = time
    let strength = sample.length
    x.take(sample.x, strength: strength, interval: interval)
    y.take(sample.y, strength: strength, interval: interval)
    z.take(sample.z, strength: strength, interval: interval)
    if !x.hasChanged || !y.hasChanged || !z.hasChanged {
      let first = first ?? sample
      self.first = first
      motion = max(motion, (sample - first).length)
    }
    isStuck =
      (isStuck(x) || isStuck(y) || isStuck(z))
      && (x.count == 0 || y.count == 0 || z.count == 0)
  }
}
