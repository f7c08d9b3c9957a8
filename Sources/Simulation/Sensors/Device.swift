package import Quantities

/// A simulated device: its sensors, how they sit, its iron and its faults.
package struct Device: Equatable, Sendable {
  /// The chips, in words.
  package var name: String
  /// µT, sensor frame.
  package var magnetometer: Sensor?
  /// m/s², sensor frame.
  package var accelerometer: Sensor?
  /// rad/s, sensor frame.
  package var gyro: Gyro?
  package var mount = Mount.identity
  package var iron = Iron.none
  /// What its user believes of its iron; `nil`: never calibrated.
  package var calibration: Calibration?
  package var faults: [Fault] = []

  /// A device without iron whose three sensors are exact.
  package init(name: String = "ideal", rateHz: Double = 100) {
    self.name = name
    magnetometer = Sensor(SampleClock(rateHz: rateHz, stream: 1))
    accelerometer = Sensor(SampleClock(rateHz: rateHz))
    gyro = Gyro(SampleClock(rateHz: rateHz))
    calibration = .given
  }

  /// Samples a second of its fastest sensor; 0 where it has none.
  package var rateHz: Double {
    max(
      magnetometer?.clock.rateHz ?? 0, accelerometer?.clock.rateHz ?? 0,
      gyro?.sensor.clock.rateHz ?? 0)
  }
}

extension Mount {
  /// Chips that are turned so against the body: sensor → body.
  package init(turning magnetometer: Quaternion, inertial: Quaternion = .identity) {
    do {
      try self.init(magnetometer: magnetometer.matrix, inertial: inertial.matrix)
    } catch {
      preconditionFailure("a quaternion is a rotation: \(error)")
    }
  }
}

extension Quaternion {
  fileprivate var matrix: Matrix3 {
    Matrix3(rotate(Vector3(1, 0, 0)), rotate(Vector3(0, 1, 0)), rotate(Vector3(0, 0, 1))).transposed
  }
}
