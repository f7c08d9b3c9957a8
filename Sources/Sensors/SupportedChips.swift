/// The chips that are looked for; where several share an address, the order is that of probing.
extension Chip {
  package static let supported: [Chip] = [
    .qmc5883L, .qmc5883P,
    .lsm303DLHCMagnetometer, .hmc5883L,  // one map: what has a companion is asked first
    .lis3MDL,
    .mpu6050, .mpu6500, .mpu9250,
  ]
}
