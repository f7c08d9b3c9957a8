import Quantities

/// ST LSM6DSV16X: accelerometer ±4 g and gyro ±1 000 °/s at 120 Hz.
///
/// - It is not of the LSM6DS3's family: rate and mode are in CTRL1 and CTRL2, the ranges in CTRL8 and CTRL6 (ST's
///   lsm6dsv16x-pid; PX4's `lsm6dsv` driver; the kernel's `st_lsm6dsx_core.c` since 6.4). The data are where
///   that family has them.
/// - The ranges are set while both are off, as the data sheet asks (PX4 #27625).
/// - 0x0F reads 0x70, and in the LSM6DSV (the kernel) and the LSM6DSV32X too, where the same bits mean twice the
///   range; CTRL8 bit 2 tells that one (ArduPilot #33293), and it is not taken for this one.
/// - Axes right-handed: x along the arrow, y left, z up (PX4 #27625, as those of the LSM6DS3's family). The
///   LSM6DSV16BX mirrors its acceleration (STMems_Standard_C_drivers #178).
extension Chip {
  package static let lsm6DSV16X = Chip(
    name: "LSM6DSV16X", kind: .inertial, addresses: [0x6A, 0x6B],
    identity: [
      RegisterMatch(Register.whoAmI, is: 0x70),
      RegisterMatch(Register.control8Accel, mask: 0b0000_0100, is: 0),
    ],
    setUp: [
      .write([0b0000_0001], to: Register.control3),  // SW_RESET
      .wait(milliseconds: 30),
      .write([0b0_1_000_1_00], to: Register.control3),  // BDU, IF_INC: count up
      .write([0b0_000_0011], to: Register.control6Gyro),  // FS_G ±1000 °/s
      .write([0b000_0_00_01], to: Register.control8Accel),  // FS_XL ±4 g
      .write([0b0_000_0110], to: Register.control1Accel),  // high performance, ODR 120 Hz
      .write([0b0_000_0110], to: Register.control2Gyro),  // high performance, ODR 120 Hz
      .wait(milliseconds: 80),  // the gyro starts
    ],
    ready: RegisterMatch(Register.status, mask: 0b11, is: 0b11),  // GDA, XLDA
    block: RegisterBlock(Register.temperature, count: 14), counts: 2..<14, rateHz: 120,
    verified: [
      RegisterMatch(Register.control1Accel, is: 0b0_000_0110),
      RegisterMatch(Register.control2Gyro, is: 0b0_000_0110),
      RegisterMatch(Register.control3, is: 0b0_1_000_1_00),
      RegisterMatch(Register.control6Gyro, is: 0b0_000_0011),
      RegisterMatch(Register.control8Accel, is: 0b000_0_00_01),
    ],
    decode: { _, data, _ throws(DecodingError) in decodeLSM6DS(data, countsPerKelvin: 256) },
    axes: .open("only PX4 #27625 says that they lie as those of the LSM6DS3's family"),
    // ST DS13510 rev. 4, table 3, typical; its only tolerance of a sensitivity, G_So%, is taken for both. No
    // cross-axis sensitivity is in it: the MPU-6050's.
    accelerometer: .init(milliG: 12, milliGPerKelvin: 0.07, scalePercent: 0.3),
    gyro: .init(degreesPerSecond: 1, degreesPerSecondPerKelvin: 0.006, scalePercent: 0.3))
}

private enum Register {
  static let whoAmI: UInt8 = 0x0F
  static let control1Accel: UInt8 = 0x10
  static let control2Gyro: UInt8 = 0x11
  static let control3: UInt8 = 0x12
  static let control6Gyro: UInt8 = 0x15
  static let control8Accel: UInt8 = 0x17
  static let status: UInt8 = 0x1E
  static let temperature: UInt8 = 0x20
}
