package import Quantities

/// A simulated device: its sensors, their mount, its iron and its faults.
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
  /// The calibration in use; `nil` for a device that is not calibrated.
  package var calibration: Calibration?
  package var faults: [Fault] = []
  /// The drivers of the chips; unknown for exact sensors.
  package var chips = ChipDrivers()
  /// Whether accelerometer and gyro are as good as calibrated ones.
  package var isInertialCalibrated = false

  /// A device without iron and with three exact sensors.
  package init(name: String = "ideal", rateHz: Double = 100) {
    self.name = name
    magnetometer = Sensor(SampleClock(rateHz: rateHz, stream: 1))
    accelerometer = Sensor(SampleClock(rateHz: rateHz))
    gyro = Gyro(SampleClock(rateHz: rateHz))
    calibration = .given
  }

  /// The rate of its fastest sensor, Hz; 0 without sensors.
  package var rateHz: Double {
    max(
      magnetometer?.clock.rateHz ?? 0, accelerometer?.clock.rateHz ?? 0,
      gyro?.sensor.clock.rateHz ?? 0)
  }
}

extension Mount {
  /// The mount of chips with these rotations from sensor to body frame.
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
