import Quantities

/// What one of several magnetometers has shown of itself.
struct MagnetometerRecord {
  let source: SensorSourceID
  let description: MagnetometerDescription
  private(set) var clock = SensorActivity()
  /// Whether its loss is known; its next sample says that it is there again.
  var isLost = false
  /// How often it was seen to fail.
  private(set) var failures = 0
  /// Since when it has measured without a fault; `nil` while it does not.
  private(set) var soundSince: Timestamp?
  private(set) var fault: SensorFault?
  private var health = FieldHealth()
  private var noise = FieldNoiseMeter()
  /// Mean strength over about a second, calibrated where it is, µT or counts.
  private var strength = ScalarLowPass(timeConstant: 1)
  private let isMicrotesla: Bool

  /// s of silence after which it is lost, or 3½ of its intervals where that is longer.
  static let patience = 0.3

  init(source: SensorSourceID, description: MagnetometerDescription, isMicrotesla: Bool) {
    self.source = source
    self.description = description
    self.isMicrotesla = isMicrotesla
  }

  /// The standard deviation of a sample's axis as a part of the Earth's field; `nil` while nobody knows. What
  /// is measured, hard iron and all, stands for that field where it is in counts.
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

  /// How good it is, the higher the better: calibrated well, calibrated poorly, calibrated but
  /// implausible, not calibrated.
  var rank: Int {
    guard description.worth > 0 else { return 0 }
    return isImplausible ? 1 : 1 + description.worth
  }

  /// What keeps it from being used at `time`; `nil` where nothing does.
  func obstacle(at time: Timestamp) -> SensorFault? {
    isAlive(at: time) ? fault : .silent
  }

  /// Takes in a force, m/s², of any frame.
  mutating func heard(force: Vector3, at time: Timestamp) { health.heard(force: force, at: time) }

  /// Notes that it spoke, where nobody needs to know more.
  mutating func heard(at time: Timestamp) {
    _ = clock.noteSample(at: time)
    isLost = false
  }

  private func isAlive(at time: Timestamp) -> Bool {
    !isLost && clock.isAlive(at: time, atLeast: Self.patience)
  }

  /// Takes in a sample of this magnetometer.
  ///
  /// - Parameters:
  ///   - seen: what somebody who knows more than its values sees to be wrong with it.
  ///   - isSlow: whether the device turns so slowly that noise can be told from turning.
  mutating func take(
    _ sample: MagneticField, fault seen: SensorFault?, isSlow: Bool, at time: Timestamp
  ) {
    let wasAlive = isAlive(at: time)
    let interval = clock.noteSample(at: time)
    isLost = false
    let length = description.field(sample).length
    strength.update(length, interval: interval ?? 0)
    if isSlow { noise.update(sample.microtesla, interval: interval ?? 0) }
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

  /// Time tore: what is known of the chip stays, since when is not.
  ///
  /// - Parameter time: from then on it is waited for.
  mutating func restart(at time: Timestamp) {
    (clock, health, noise) = (SensorActivity(), FieldHealth(), FieldNoiseMeter())
    (soundSince, fault) = (nil, nil)
    heard(at: time)
  }
}

/// How much a magnetometer's samples scatter, by what three in a row differ from a line.
///
/// x₀ − 2x₁ + x₂ of white noise has six times its variance on each axis, and a turn that is even has
/// hardly any: 0.5 rad/s at 20 Hz makes 0.03 µT of 48.
struct FieldNoiseMeter {
  private var last: (Vector3, Vector3)?
  private var count = 0
  private var variance = ScalarLowPass(timeConstant: 1)

  /// Samples until something is said.
  private static let fewest = 20

  /// One standard deviation of an axis, in the unit of the samples.
  var deviation: Double? { count >= Self.fewest ? variance.value?.squareRoot() : nil }

  /// Takes in a sample; `interval` in s since the one before.
  mutating func update(_ sample: Vector3, interval: Double) {
    defer { last = (last?.1 ?? sample, sample) }
    guard let last else { return }
    count = min(count + 1, Self.fewest)
    guard count > 1 else { return }
    let bend = last.0 - last.1 * 2 + sample
    variance.update(bend.dot(bend) / 18, interval: min(interval, 1))
  }
}
