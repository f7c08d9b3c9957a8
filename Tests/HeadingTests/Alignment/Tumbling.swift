import Glibc
import Quantities
import Randomness

@testable import Heading

/// Samples of a device that a hand tumbles, with what is wrong with its magnetometer.
struct Tumbling {
  var seconds = 30.0
  /// Magnetometer's axes → inertial axes.
  var magnetometer = Quaternion.identity
  /// s; how late the field is.
  var delay = 0.0
  /// rad/s
  var gyroBias = Vector3(0.01, -0.02, 0.015)
  /// µT
  var hardIron = Vector3.zero
  /// µT, rad/s, m/s²
  var noise = (field: 0.3, rate: 0.003, force: 0.05)
  var inclinationDegrees = 60.0
  /// How far about the inertial x, y and z axes, rad.
  var swing = Vector3(1.1, 0.8, 1.5)
  var hasRate = true
  var hasForce = true
  /// Turns to and fro a second, the slowest.
  var pace = 0.23

  /// Inertial axes → north, east, down.
  func attitude(_ t: Double) -> Quaternion {
    let phase = 2 * Double.pi * pace * t
    return Quaternion(
      yaw: 0.7 + swing.z * sin(phase) + 0.3 * swing.z * sin(2.7 * phase),
      pitch: 0.2 + swing.y * sin(1.31 * phase + 1), roll: -0.4 + swing.x * sin(1.73 * phase + 2))
  }

  func samples(seed: UInt64) -> [Sample] {
    var generator = SeededGenerator(seed: seed)
    let inclination = inclinationDegrees.inRadians
    let earth = Vector3(cos(inclination), 0, sin(inclination)) * 48
    func noisy(_ v: Vector3, _ deviation: Double) -> Vector3 {
      v + Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal())
        * deviation
    }
    return (1...Int(seconds * 100)).map { index in
      let t = Double(index) * 0.01
      let now = attitude(t)
      let step = (attitude(t - 0.01).inverse * now)
      let axis = Vector3(step.x, step.y, step.z) * (step.w < 0 ? -1 : 1)
      let rate = axis.length > 0 ? axis * (step.angle / axis.length / 0.01) : .zero
      var sample = Sample(time: Timestamp(microseconds: Int64(index) * 10_000))
      let field = attitude(t - delay).inverse.rotate(earth)
      sample.magneticField = MagneticField(
        microtesla: noisy(magnetometer.inverse.rotate(field) + hardIron, noise.field))
      if hasRate {
        sample.angularRate = AngularRate(radiansPerSecond: noisy(rate + gyroBias, noise.rate))
      }
      if hasForce {
        sample.acceleration = Acceleration(
          metresPerSecondSquared: noisy(now.inverse.rotate(Vector3(0, 0, -9.80665)), noise.force))
      }
      return sample
    }
  }
}

extension [Sample] {
  /// With the magnetometer wired otherwise: `matrix`, which may mirror, turns its axes.
  func rewired(_ matrix: Matrix3) -> [Sample] {
    map { sample in
      var sample = sample
      sample.magneticField = sample.magneticField.map {
        MagneticField(microtesla: matrix * $0.microtesla)
      }
      return sample
    }
  }
}

/// The error of a rotation, radians.
func angle(_ a: Quaternion, _ b: Quaternion) -> Double { (a * b.inverse).angle }
