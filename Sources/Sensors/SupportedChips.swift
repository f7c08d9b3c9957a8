/// The supported chips. Chips that share an address are probed in this order.
extension Chip {
  /// The tolerances of the supported accelerometers and gyros, by driver.
  package static let knownTolerances = Dictionary(
    uniqueKeysWithValues: supported.filter(\.kind.hasInertialSensors).map {
      ($0.driver, $0.tolerances)
    })

  package static let supported: [Chip] = [
    .qmc5883L, .qmc5883P, .qmc6310,
    .lsm303DLHCMagnetometer, .hmc5883L,  // same registers: the one with a companion is probed first
    .lsm9DS1Magnetometer, .lis3MDL, .lsm303AGRMagnetometer, .lis2MDL,
    .mmc5983MA, .mmc5603,
    .lsm303DOrLSM9DS0, .lsm9DS0, .lsm303D,  // the last two only if the configuration names them
    .ak09916, .ak09918, .ak8975, .ak8963,  // the last two identify only their maker
    .ist8310, .rm3100, .bmm150, .bmm350,
    .mpu6050, .mpu6500, .mpu9250, .icm20602, .icm20948, .icm42688P, .bmi160, .bmi270,
    .l3G4200D, .itg3205,  // the last one has a weak identification
    .lsm6ds3, .lsm6ds3trc, .ism330dhcx, .lsm6dsox, .lsm6DSV16X,
    .lsm9DS1, .l3GD20, .l3GD20H,
    .lis3DH, .adxl345,
    .bno055, .bno08x,
  ]
}
