import Quantities
import Randomness
import Simulation
import TestSamples

@testable import Heading
@testable import Redundancy

/// Two boards on one device: the first with all sensors, the second with a magnetometer alone.
struct TwoMagnetometers {
  var first = Self.board(rateHz: 100, noise: 0.2)
  var second = Self.board(rateHz: 75, noise: 0.3)
  /// What only the first, or only the second, has near it.
  var magnets: (first: [Magnet], second: [Magnet]) = ([], [])
  var motion = Self.wandering
  var earth: Scene.EarthField
  var seed: UInt64 = 11

  init(inclinationDegrees: Double = 60) throws {
    earth = Scene.EarthField(
      strength: 45, inclinationDegrees: inclinationDegrees, declination: try Declination(degrees: 0)
    )
    second.accelerometer = nil
    second.gyro = nil
  }

  static func board(rateHz: Double, noise: Double) -> Device {
    var device = Device(rateHz: 100)
    device.magnetometer = Sensor(SampleClock(rateHz: rateHz, stream: 1))
    device.magnetometer?.response.noise = .deviation(noise)
    device.magnetometer?.response.step = Vector3(0.05, 0.05, 0.05)
    device.accelerometer?.response.noise = .deviation(0.03)
    device.gyro?.sensor.response.noise = .deviation(0.002)
    device.calibration = nil
    return device
  }

  /// Turned about all axes by hand, begun at a heading that is none of the compass' points.
  static let wandering = Motion(
    heading: Path(217).waving(95, hertz: 0.031).waving(35, hertz: 0.07, phaseDegrees: 70),
    pitch: Path(6).waving(38, hertz: 0.041, phaseDegrees: 130),
    roll: Path(-5).waving(43, hertz: 0.053, phaseDegrees: 15))

  /// Level, to and fro.
  static let level = Motion(
    heading: Path(143).waving(150, hertz: 0.02), pitch: Path(4), roll: Path(-3))

  /// The samples of both up to `seconds`; the second board is source 1.
  func samples(seconds: Double) -> [Sample] {
    var samples: [Sample] = []
    for sample in merged {
      guard Double(sample.time.microseconds) / 1e6 < seconds else { break }
      samples.append(sample)
    }
    return samples
  }

  private var merged: MergedSamples {
    MergedSamples([
      SimulatedSamples(
        world: World(earth: earth, motion: motion, magnets: magnets.first), device: first,
        seed: seed),
      SimulatedSamples(
        world: World(earth: earth, motion: motion, magnets: magnets.second), device: second,
        seed: seed &+ 1),
    ])
  }
}

/// What a group and its filter did.
struct GroupRun {
  var changes: [MagnetometerChange] = []
  /// s: whenever it was said, five times a second, that the two disagree.
  var alarms: [Double] = []
  /// s and degrees, five times a second, where it is known.
  var disagreements: [(time: Double, degrees: Double)] = []
  /// s, and the heading's error bar, five times a second.
  var errors: [(time: Double, degrees: Double)] = []
  /// s: when it was said that the filter warms up.
  var warmUps: [Double] = []

  init(
    _ samples: [Sample], first: MagnetometerDescription = .unknown,
    others: [SensorSourceID: MagnetometerDescription] = [:]
  ) {
    var group = SensorGroup(first: first, described: others)
    var filter = HeadingFilter(mount: first.mount, calibration: first.calibration)
    var tick: Int64 = 0
    for sample in samples {
      while sample.time.microseconds > tick {
        note(group, &filter, at: Timestamp(microseconds: tick))
        tick += 200_000
      }
      var sample = sample
      let replacement = group.take(
        &sample, fault: filter.fieldFault, canHold: filter.canHold(at: sample.time))
      if replacement?.isInertial == true { filter.replaceInertialSensors() }
      if replacement?.isMagnetometer == true {
        let new = group.primaryDescription
        filter.replaceMagnetometer(mount: new.mount, calibration: new.calibration)
      }
      if let change = replacement?.change { changes.append(change) }
      filter.update(sample)
    }
  }

  private mutating func note(
    _ group: SensorGroup, _ filter: inout HeadingFilter, at instant: Timestamp
  ) {
    let time = Double(instant.microseconds) / 1e6
    var estimate = filter.estimate(at: instant)
    group.judge(&estimate, at: instant)
    if estimate.conditions.contains(.magnetometersDisagree) { alarms.append(time) }
    if estimate.conditions.contains(.warmingUp) { warmUps.append(time) }
    if let error = estimate.error68Degrees { errors.append((time, error)) }
    for other in group.magnetometers(at: instant) {
      if let degrees = other.disagreementDegrees { disagreements.append((time, degrees)) }
    }
  }

  /// The largest disagreement from `start` on, degrees.
  func worst(from start: Double) -> Double {
    disagreements.filter { $0.time >= start }.map(\.degrees).max() ?? 0
  }
}

extension MagnetometerDescription {
  static let unknown = MagnetometerDescription(
    mount: .identity, calibration: nil, isMountKnown: false)
}

extension Quaternion {
  /// Any rotation.
  static func any(_ random: inout SeededGenerator) -> Quaternion {
    Quaternion(
      yaw: random.double(-3.1...3.1), pitch: random.double(-1.5...1.5),
      roll: random.double(-3.1...3.1))
  }
}

extension SeededGenerator {
  /// Each component within ±`largest`.
  mutating func vector(_ largest: Double) -> Vector3 {
    Vector3(
      double(-largest...largest), double(-largest...largest), double(-largest...largest))
  }
}

extension Motion {
  /// Up to 180°/s about all axes.
  static let quick = Motion(
    heading: Path(72, rate: 31).waving(60, hertz: 0.31),
    pitch: Path(-4).waving(48, hertz: 0.23, phaseDegrees: 40),
    roll: Path(9).waving(70, hertz: 0.17))
}
