/// The chips that are looked for; where several share an address, the order is that of probing.
extension Chip {
  package static let supported: [Chip] = [
    .qmc5883L, .qmc5883P, .qmc6310,
    .lsm303DLHCMagnetometer, .hmc5883L,  // one map: what has a companion is asked first
    .lis3MDL, .lsm303AGRMagnetometer, .lis2MDL,
    .mmc5983MA, .mmc5603,
    .ak09916, .ak09918, .ak8963,  // the last says only who made it
    .ist8310, .rm3100, .bmm150, .bmm350,
    .mpu6050, .mpu6500, .mpu9250, .icm20948, .bmi160, .bmi270,
    .lsm6ds3, .lsm6ds3trc, .ism330dhcx, .lsm6dsox,
    .lis3DH, .adxl345,
    .bno055, .bno08x,
  ]
}
