import Heading
import Quantities
import SensorHealth

/// The state of one of several magnetometers: activity, noise, strength and faults.
struct MagnetometerRecord {
  let source: SensorSourceID
  private(set) var description: MagnetometerDescription
  private(set) var clock = SensorActivity()
  /// Whether it is reported lost; its next sample ends that.
  var isLost = false
  /// Whether its mount is only assumed; of one that is not in use, whether it would be if it took over now.
  var isMountAssumed = false
  /// How often it has failed.
  private(set) var failures = 0
  /// Since when it has worked without a fault; `nil` during a fault.
  private(set) var soundSince: Timestamp?
  private(set) var fault: SensorFault?
  private var health = FieldHealth(HeadingParameters())
  private var noise = FieldNoiseMeter()
  /// Mean strength over about a second, calibrated where it is, µT or counts.
  private var strength = ScalarLowPass(timeConstant: 1)
  private let isMicrotesla: Bool
  private let parameters: RedundancyParameters
  /// s of silence after which a magnetometer is lost; 3½ intervals where that is longer.
  /// Source: derived; six samples of the slowest usual rate, 20 Hz.
  static let shortestTimeout = 0.3
  /// Whether the device has turned since the last sample by so much that noise cannot be measured.
  private var hasTurned = false

  init(
    source: SensorSourceID, description: MagnetometerDescription, isMicrotesla: Bool,
    parameters: RedundancyParameters
  ) {
    self.parameters = parameters
    self.source = source
    self.description = description
    self.isMicrotesla = isMicrotesla
  }

  /// The standard deviation of a sample's axis as a part of the Earth's field; `nil` while it is not
  /// known. In counts, the measured strength with its hard iron stands for that field.
  var relativeNoise: Double? {
    guard let field = isMicrotesla ? middleStrength : strength.value, field > 0 else {
      return nil
    }
    return noise.deviation.map { $0 / field }
  }

  /// Whether the calibrated field has a strength that no place on Earth has.
  var isImplausible: Bool {
    guard let calibration = description.calibration, isMicrotesla, !calibration.isLevelOnly,
      let strength = strength.value
    else { return false }
    return !plausibleStrength.contains(strength)
  }

  /// Its rank, highest first: calibrated well, calibrated poorly, calibrated but implausible, not calibrated. Of those
  /// that are calibrated equally, one whose mount is only assumed has the lower rank.
  var rank: Int {
    guard description.worth > 0 else { return 0 }
    return isImplausible ? 1 : 2 * description.worth + (isMountAssumed ? 0 : 1)
  }

  /// The fault that prevents its use at `time`; `nil` without one.
  func currentFault(at time: Timestamp) -> SensorFault? {
    isAlive(at: time) ? fault : .silent
  }

  /// Adds a specific force, m/s², any frame.
  mutating func add(force: Vector3, at time: Timestamp) { health.add(force: force, at: time) }

  /// Adds a turn rate, rad/s. A turn by φ from sample to sample bends the field by φ² of its strength, which
  /// has to be below the noise that is looked for.
  mutating func add(turnRate: Double) {
    let angle = turnRate * (clock.interval ?? 0)
    if angle * angle > parameters.comparison.noise { hasTurned = true }
  }

  /// Records a sample without its value.
  mutating func noteSample(at time: Timestamp) {
    _ = clock.noteSample(at: time)
    isLost = false
  }

  /// Whether it measures: its silence is shorter than 3½ of its intervals, or than `shortestTimeout` where that
  /// is longer.
  func isAlive(at time: Timestamp) -> Bool {
    !isLost && clock.isAlive(at: time, atLeast: Self.shortestTimeout)
  }

  /// Adds a sample of this magnetometer.
  ///
  /// - Parameter seen: a fault reported by the bus, the driver or the filter, if any.
  mutating func take(_ sample: MagneticField, fault seen: SensorFault?, at time: Timestamp) {
    let wasAlive = isAlive(at: time)
    let interval = clock.noteSample(at: time)
    isLost = false
    let length = description.field(sample).length
    strength.update(length, interval: interval ?? 0)
    if hasTurned {
      noise.interrupt()
    } else {
      noise.update(sample.microtesla, interval: interval ?? 0)
    }
    hasTurned = false
    health.update(
      sample.microtesla, motion: (.unknown, .unknown, .unknown),
      isTooStrong: isMicrotesla && length > plausibleStrength.upperBound, at: time)
    let before = fault
    fault = health.fault ?? seen
    let hasReturned = interval != nil && !wasAlive
    if hasReturned || fault != nil && before == nil { failures += 1 }
    if fault != nil {
      soundSince = nil
    } else if soundSince == nil || hasReturned {
      soundSince = time
    }
  }

  /// Takes another calibration: its field has another strength from now on.
  mutating func redescribe(_ description: MagnetometerDescription) {
    self.description = description
    strength = ScalarLowPass(timeConstant: 1)
  }

  /// Restarts at a gap of time: the failures and the strength are kept, the faults and times are not.
  ///
  /// - Parameter time: the end of the gap; the timeout starts here.
  mutating func restart(at time: Timestamp) {
    (clock, health, noise) = (SensorActivity(), FieldHealth(HeadingParameters()), FieldNoiseMeter())
    (soundSince, fault, hasTurned) = (nil, nil, false)
    noteSample(at: time)
  }
}

/// The noise of a magnetometer, by the difference of three consecutive samples from a line.
///
/// x₀ − 2x₁ + x₂ of white noise has six times its variance on each axis; that of an even turn is small: 0.5 rad/s
/// at 20 Hz makes 0.03 µT of 48.
struct FieldNoiseMeter {
  private var last: Vector3?
  private var secondLast: Vector3?
  private var count = 0
  private var variance = ScalarLowPass(timeConstant: 1)

  /// Differences before there is a value. Source: derived; its error is then 16 %.
  private static let fewest = 20
  /// The variance of x₀ − 2x₁ + x₂, summed over three axes, for noise of 1. Source: 3 · (1 + 4 + 1).
  private static let bendVariance = 18.0

  /// One standard deviation of an axis, in the unit of the samples.
  var deviation: Double? { count >= Self.fewest ? variance.value?.squareRoot() : nil }

  /// Adds a sample; `interval` in s since the one before.
  mutating func update(_ sample: Vector3, interval: Double) {
    defer { (secondLast, last) = (last, sample) }
    guard let secondLast, let last else { return }
    count = min(count + 1, Self.fewest)
    let bend = secondLast - last * 2 + sample
    variance.update(bend.dot(bend) / Self.bendVariance, interval: min(interval, 1))
  }

  /// Leaves out a sample: the next ones are not compared with those before it.
  mutating func interrupt() { (secondLast, last) = (nil, nil) }
}
