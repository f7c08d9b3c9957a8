import Pipeline
import Quantities
import SensorCalibration
import Simulation

/// Cases with a wrong mount, and with what a place or a missing sensor leaves open.
extension Case {
  /// Turns about the vertical with rests, and some tilt.
  private static let lookingRound = Motion(
    heading: Path(143).waving(120, hertz: 0.05), pitch: Path(8).waving(15, hertz: 0.03),
    roll: Path(-5).waving(12, hertz: 0.023))

  static var mounts: [Case] {
    let flipped = Matrix3(Vector3(1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, -1))
    let mirrored = Matrix3(Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, -1))
    return [
      // The inertial chip upside down, the mount says otherwise.
      mounted(inertial: flipped, inclination: 60),
      mounted(inertial: flipped, inclination: 60, turnedOverAt: 24),
      // A magnetometer whose z points the other way, where the field is inclined by little and by much.
      mounted(magnetometer: mirrored, inclination: 60),
      mounted(magnetometer: mirrored, inclination: 10),
      inSouthernIndia(mounted(magnetometer: mirrored, inclination: 11)),
      // One that is turned, and put right in the middle: which turns are remembered?
      mounted(magnetometer: flipped, inclination: 40, correctFrom: 60),
      // A slow magnetometer, and a hand that trembles.
      mounted(magnetometer: flipped, inclination: 60) {
        $0.magnetometer?.clock = SampleClock(rateHz: 9, stream: 1)
      },
      mounted(magnetometer: flipped, inclination: 60) {
        $0.accelerometer?.response.noise = .deviation(1)
      },
      // A steel case that is not in the calibration.
      mounted(magnetometer: flipped, inclination: 60) {
        $0.iron.soft = Matrix3(Vector3(1.5, 0, 0), Vector3(0, 0.65, 0), Vector3(0, 0, 1))
      },
    ]
  }

  private static func mounted(
    magnetometer: Matrix3 = .identity, inertial: Matrix3 = .identity, inclination: Double,
    turnedOverAt: Double? = nil, correctFrom: Double = .infinity,
    alter: (inout Device) -> Void = { _ in }
  ) -> Case {
    var motion = lookingRound
    if let turnedOverAt {
      motion.roll = motion.roll.holding(turnedOverAt).moving(by: 180, over: 2)
    }
    let world = World(
      earth: earth(inclination: inclination), motion: motion)
    var device = Device(rateHz: 100)
    alter(&device)
    let steps = SimulatedSamples(world: world, device: device, seed: 5)
    let samples = steps.lazy.map(\.sample).prefix { $0.time.microseconds < 120_000_000 }
    return designed(
      samples.map { sample in
        guard Double(sample.time.microseconds) / 1e6 < correctFrom else { return sample }
        var turned = sample
        turned.magneticField = sample.magneticField.map {
          MagneticField(microtesla: magnetometer * $0.microtesla)
        }
        turned.acceleration = sample.acceleration.map {
          Acceleration(metresPerSecondSquared: inertial * $0.metresPerSecondSquared)
        }
        turned.angularRate = sample.angularRate.map {
          AngularRate(radiansPerSecond: inertial * $0.radiansPerSecond)
        }
        return turned
      })
  }

  /// With a known position, where the model has an inclination of 11°.
  private static func inSouthernIndia(_ given: Case) -> Case {
    var given = given
    given.settings.startingPosition = try? Position(
      coordinates: Coordinates(latitude: 11.5, longitude: 77))
    given.settings.assumedDate = 1_790_000_000_000_000
    return given
  }

  /// A position that is known to 1,000 km, so that no declination follows from it.
  static var uncertainPosition: Case {
    var given = mounted(inclination: 60)
    given.settings.declination = nil
    given.settings.startingPosition = try? Position(
      coordinates: Coordinates(latitude: 51.5, longitude: -0.1), error68Metres: 1_000_000)
    given.settings.assumedDate = 1_790_000_000_000_000
    return given
  }

  /// A magnetometer alone: the tilt is assumed.
  static var withoutGravity: Case {
    var given = mounted(inclination: 60)
    given.settings.use = .magnetometer
    return given
  }
}
