import Pipeline
import Quantities
import Redundancy
import SensorCalibration
import Simulation
import TestSamples

/// Cases with two magnetometers on one device.
extension Case {
  /// Turned by hand about all axes.
  ///
  /// - Parameter pace: how many times faster than a slow hand.
  private static func wandering(pace: Double) -> Motion {
    Motion(
      heading: Path(217).waving(95, hertz: 0.031 * pace)
        .waving(35, hertz: 0.07 * pace, phaseDegrees: 70),
      pitch: Path(6).waving(38, hertz: 0.041 * pace, phaseDegrees: 130),
      roll: Path(-5).waving(43, hertz: 0.053 * pace, phaseDegrees: 15))
  }

  static var severalMagnetometers: [Case] {
    let passing = Magnet(
      .uniform(Vector3(-6, 8, 2)), in: .body, during: Envelope(from: 80, until: 110))
    let weak = Magnet(
      .uniform(Vector3(-2, 2.5, 0.5)), in: .body, during: Envelope(from: 80, until: 110))
    let drift = Magnet(
      .uniform(Vector3(6, -6, 4)), in: .body, during: Envelope(from: 60, until: 2000, ramp: 540))
    func lasting(from start: Double) -> Magnet {
      Magnet(
        .uniform(Vector3(-6, 8, 2)), in: .body, during: Envelope(from: start, until: 2000))
    }
    return [
      // The two agree, then a magnet is beside the second one: one that matters, and one that hardly does.
      pair(seconds: 180, magnets: [passing]),
      pair(seconds: 180, magnets: [weak]),
      pair(seconds: 180, magnets: [passing], second: .calibrated(.b)),
      // A second one that is noisy, one that is slow, and one whose offset drifts.
      pair(seconds: 120) { $0.magnetometer?.response.noise = .deviation(1.0) },
      pair(seconds: 120) { $0.magnetometer?.clock = SampleClock(rateHz: 5.5, stream: 1) },
      pair(seconds: 600, magnets: [drift]),
      // The first one stops measuring for longer than the gyro holds the heading, and later again and again.
      pair(
        seconds: 420, second: .calibrated(.c),
        gaps: [50..<130, 170..<240, 270..<271, 280..<281]),
      // The first one is stuck: with a second one that is calibrated as well, and with one that is not.
      pair(seconds: 240, second: .calibrated(.b), stuckFrom: 150),
      pair(seconds: 240, stuckFrom: 100),
      // A magnet stays beside the second one: when is its relation to the first one learned anew?
      pair(seconds: 100, magnets: [lasting(from: 25)]),
      pair(seconds: 360, magnets: [lasting(from: 180)], pace: 3),
      // The driver of the second one has one axis the wrong way round.
      pair(seconds: 60) { $0.magnetometer?.response.matrix.row2 = Vector3(0, 0, -1) },
    ]
  }

  /// What is known of the second one.
  private enum Second {
    case unknown
    case calibrated(Calibration.Grade)
  }

  /// Two boards on one device: the first with all sensors, the second with a magnetometer alone, that is turned
  /// and has other hard iron.
  private static func pair(
    seconds: Double, magnets: [Magnet] = [], second known: Second = .unknown,
    gaps: [Range<Double>] = [], stuckFrom: Double = .infinity, pace: Double = 1,
    alter: (inout Device) -> Void = { _ in }
  ) -> Case {
    var first = Device(rateHz: 100)
    first.magnetometer?.response.noise = .deviation(0.2)
    first.magnetometer?.clock.gaps = gaps
    var second = first
    second.magnetometer?.clock = SampleClock(rateHz: 60, stream: 1)
    second.magnetometer?.response.noise = .deviation(0.3)
    (second.accelerometer, second.gyro) = (nil, nil)
    second.mount = Mount(turning: Quaternion(yaw: 2.1, pitch: -0.4, roll: 0.7))
    second.iron = Iron(hard: Vector3(30, -21, 8))
    first.faults = [.magnetometerStuck(from: stuckFrom)]
    alter(&second)
    let boards = [([], first), (magnets, second)].map { magnets, device in
      SimulatedSamples(
        world: World(
          earth: earth(inclination: 60), motion: wandering(pace: pace), magnets: magnets),
        device: device, seed: 3)
    }
    var given = designed(
      MergedSamples(boards).prefix { Double($0.time.microseconds) / 1e6 < seconds })
    if case .calibrated(let grade) = known {
      given.settings.magnetometers[1] = MagnetometerDescription(
        mount: second.mount,
        calibration: Calibration(
          hardIron: second.iron.hard, softIron: .identity, grade: grade),
        isMountKnown: true)
    } else {
      given.settings.magnetometers[1] = MagnetometerDescription(
        mount: .identity, calibration: nil, isMountKnown: false)
    }
    return given
  }
}
