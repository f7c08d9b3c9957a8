private import Glibc
package import Quantities
import Randomness
import SensorCalibration

/// Samples of a device that a hand tumbles, with what is wrong with its magnetometer.
package struct Tumbling {
  package var seconds: Double
  /// Magnetometer's axes → inertial axes.
  package var magnetometer: Quaternion
  /// s; how late the field is.
  package var delay: Double
  /// rad/s
  package var gyroBias: Vector3
  /// µT
  package var hardIron: Vector3
  /// µT, rad/s, m/s²
  package var noise: (field: Double, rate: Double, force: Double)
  package var inclinationDegrees: Double
  /// How far about the inertial x, y and z axes, rad.
  package var swing: Vector3
  package var hasRate: Bool
  package var hasForce: Bool
  /// Turns to and fro a second, the slowest.
  package var pace: Double
  /// m, from the centre of the turns to the accelerometer, inertial axes.
  package var lever: Vector3

  package init(
    seconds: Double = 30, magnetometer: Quaternion = .identity, delay: Double = 0,
    gyroBias: Vector3 = Vector3(0.01, -0.02, 0.015), hardIron: Vector3 = .zero,
    noise: (field: Double, rate: Double, force: Double) = (0.3, 0.003, 0.05),
    inclinationDegrees: Double = 60, swing: Vector3 = Vector3(1.1, 0.8, 1.5),
    hasRate: Bool = true, hasForce: Bool = true, pace: Double = 0.23,
    lever: Vector3 = .zero
  ) {
    self.seconds = seconds
    self.magnetometer = magnetometer
    self.delay = delay
    self.gyroBias = gyroBias
    self.hardIron = hardIron
    self.noise = noise
    self.inclinationDegrees = inclinationDegrees
    self.swing = swing
    self.hasRate = hasRate
    self.hasForce = hasForce
    self.pace = pace
    self.lever = lever
  }

  /// Inertial axes → north, east, down.
  func attitude(_ t: Double) -> Quaternion {
    let phase = 2 * Double.pi * pace * t
    return Quaternion(
      yaw: 0.7 + swing.z * sin(phase) + 0.3 * swing.z * sin(2.7 * phase),
      pitch: 0.2 + swing.y * sin(1.31 * phase + 1), roll: -0.4 + swing.x * sin(1.73 * phase + 2))
  }

  /// m/s², of the accelerometer about the centre of the turns; north, east, down.
  private func acceleration(_ t: Double) -> Vector3 {
    let step = 1e-3  // s; truncation and rounding are under 1e-5 m/s²
    func place(_ t: Double) -> Vector3 { attitude(t).rotate(lever) }
    return (place(t + step) - place(t) * 2 + place(t - step)) / (step * step)
  }

  package func samples(seed: UInt64) -> [Sample] {
    var generator = SeededGenerator(seed: seed)
    let inclination = inclinationDegrees.inRadians
    let earth = Vector3(cos(inclination), 0, sin(inclination)) * 48
    func noisy(_ v: Vector3, _ deviation: Double) -> Vector3 {
      v + Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal())
        * deviation
    }
    return (1...Int(seconds * 100)).map { (index: Int) in
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
        let force = acceleration(t) - Vector3(0, 0, 9.80665)
        sample.acceleration = Acceleration(
          metresPerSecondSquared: noisy(now.inverse.rotate(force), noise.force))
      }
      return sample
    }
  }
}

extension [Sample] {
  /// With the magnetometer wired otherwise: `matrix`, which may mirror, turns its axes.
  package func rewired(_ matrix: Matrix3) -> [Sample] {
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
package func angle(_ a: Quaternion, _ b: Quaternion) -> Double { (a * b.inverse).angle }
