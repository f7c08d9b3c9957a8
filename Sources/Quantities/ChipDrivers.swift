/// The chips of a device, by the names of their drivers, as in `mpu6050`.
package struct ChipDrivers: Equatable, Sendable {
  /// `nil` where it is unknown.
  package var magnetometer: String?
  /// The chip with accelerometer and gyro; `nil` where it is unknown, or these are two chips.
  package var inertial: String?
  /// The chip with the accelerometer, where it is not `inertial`.
  package var accelerometer: String?
  /// The chip with the gyro, where it is not `inertial`.
  package var gyro: String?

  package init(
    magnetometer: String? = nil, inertial: String? = nil, accelerometer: String? = nil,
    gyro: String? = nil
  ) {
    (self.magnetometer, self.inertial) = (magnetometer, inertial)
    (self.accelerometer, self.gyro) = (accelerometer, gyro)
  }
}

extension InertialTolerances {
  /// The tolerances of a device with these chips.
  ///
  /// - Parameter known: those of each chip, by driver; the cheap board's hold for a chip that is not in it.
  package init(of chips: ChipDrivers, known: [String: ChipTolerances]) {
    func tolerances(_ driver: String?) -> ChipTolerances? {
      (driver ?? chips.inertial).flatMap { known[$0] }
    }
    self.init(
      accelerometerOf: tolerances(chips.accelerometer), gyroOf: tolerances(chips.gyro))
  }
}
