import Quantities

/// ST LSM9DS1, the compass of the Raspberry Pi Sense HAT (v1 and v2): accelerometer ±4 g and gyro
/// ±2 000 °/s at 119 Hz, and a LIS3MDL in the same package.
///
/// Registers: the kernel's `st_lsm6dsx_core.c` (`lsm9ds1-imu`), ArduPilot, Adafruit_LSM9DS1 and the data
/// sheet (DocID025715). Two points in which public code differs:
/// - While gyro and accelerometer run at one rate, a read that begins at OUT_X_G (0x18) goes on at OUT_X_XL
///   (0x28) after six bytes (data sheet, 3.3; RTIMULib2 reads so). The kernel, Adafruit and SparkFun read each
///   by itself. A read that went straight on would take the settings in CTRL_REG4 to CTRL_REG9 for an
///   acceleration: exactly these bytes are refused, so such a part is reported as silent.
/// - The LSM6DS0 says 0x68 too (the kernel's table) and has the same registers.
///
/// **The axes of the registers are left-handed**: accelerometer and gyro have x along the arrow, y to the
/// *right*, z up; a rate is counted by the right-hand rule about each of these arrows. RTIMULib hands on
/// forward, right, down and takes (x, y, −z) of the rate for it, and the same of the acceleration;
/// jremington/LSM9DS1-AHRS turns x of both round to be right-handed; ArduPilot takes (x, y, −z) of both. Three
/// programs that agree on each sign of the rate leave no second turn for its being an axial vector: each
/// component is a rate about its own arrow, and only the arrow's direction counts. So both are turned in y.
///
/// The magnetometer's own registers are right-handed, x *backward*, y right, z up (RTIMULib; SparkFun's heading
/// from (−y, −x); jremington, who leaves it as it is where x of the others was turned round; PX4's
/// DriverFramework #160). From there to the accelerometer's frame is half a turn about z.
extension Chip {
  package static let lsm9DS1 = Chip(
    name: "LSM9DS1", kind: .inertial, addresses: [0x6A, 0x6B],
    identity: [RegisterMatch(Register.whoAmI, is: 0x68)],
    setUp: [
      .write([0b0000_0001], to: Register.control8),  // SW_RESET
      .wait(milliseconds: 15),
      .write([0b0_1_000_1_00], to: Register.control8),  // BDU, IF_ADD_INC: count up
      .write([0b00_111_000], to: Register.control4),  // Zen_G, Yen_G, Xen_G
      .write([0b00_111_000], to: Register.control5),  // Zen_XL, Yen_XL, Xen_XL
      .write([0b011_11_0_00], to: Register.control1Gyro),  // ODR_G 119 Hz, FS_G ±2000 °/s
      .write([0b011_10_0_00], to: Register.control6Accel),  // ODR_XL 119 Hz, FS_XL ±4 g
      .wait(milliseconds: 80),  // the gyro starts
    ],
    ready: RegisterMatch(Register.status, mask: 0b11, is: 0b11),  // GDA, XLDA
    block: RegisterBlock(Register.gyroX, count: 12), counts: 0..<12, rateHz: 119,
    averagingDelay: 6_100,  // 0.23 / 38 Hz: LPF1 alone, as OUT_SEL is 00
    verified: [
      RegisterMatch(Register.control1Gyro, is: 0b011_11_0_00),
      RegisterMatch(Register.control6Accel, is: 0b011_10_0_00),
      RegisterMatch(Register.control8, is: 0b0_1_000_1_00),
    ],
    decode: decodeLSM9DS1,
    axes: .known(sources: [
      "RTIMULib and RTIMULib2, RTIMULSM9DS1.cpp", "jremington/LSM9DS1-AHRS",
      "ArduPilot, AP_InertialSensor_LSM9DS1.cpp",
    ]),
    // ST DocID025715 rev. 2, table 3, typical; nothing else is in it: the MPU-6050's
    accelerometer: .init(milliG: 90), gyro: .init(degreesPerSecond: 30))

  /// The magnetometer in the LSM9DS1: a LIS3MDL, told from one by the rest of the package beside it.
  package static let lsm9DS1Magnetometer: Chip = {
    var chip = Chip.lis3MDL
    chip.name = "LSM9DS1 MAG"
    chip.companion = Companion(
      addresses: lsm9DS1.addresses, identity: RegisterMatch(Register.whoAmI, is: 0x68))
    chip.packageFromDie = Matrix3(Vector3(-1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, 1))
    chip.axes = .known(sources: [
      "RTIMULib and RTIMULib2, RTIMULSM9DS1.cpp",
      "SparkFun_LSM9DS1_Arduino_Library, LSM9DS1_Basic_I2C",
      "jremington/LSM9DS1-AHRS", "PX4/DriverFramework #160",
    ])
    return chip
  }()
}

private enum Register {
  static let whoAmI: UInt8 = 0x0F
  static let control1Gyro: UInt8 = 0x10
  static let status: UInt8 = 0x17
  static let gyroX: UInt8 = 0x18
  static let control4: UInt8 = 0x1E
  static let control5: UInt8 = 0x1F
  static let control6Accel: UInt8 = 0x20
  static let control8: UInt8 = 0x22
}

/// 0.122 mg a count at ±4 g.
private let accelerationPerCount = 0.122e-3 * metresPerSecondSquaredPerG
/// 70 m°/s a count at ±2 000 °/s.
private let rateUnitsPerCount = 0.07 * radiansPerDegree

/// CTRL_REG4 to CTRL_REG9 as set up: what comes after the rate where the register number counts straight on.
private func isSettings(_ data: [UInt8]) -> Bool {
  data[6] == 0b00_111_000 && data[7] == 0b00_111_000 && data[8] == 0b011_10_0_00 && data[9] == 0
    && data[10] == 0b0_1_000_1_00 && data[11] == 0
}

/// Rate, then acceleration, low bytes first; y of both is turned round.
@Sendable private func decodeLSM9DS1(
  status: UInt8, data: [UInt8], constants: [UInt8]
) throws(DecodingError) -> Measurement? {
  guard !isSettings(data) else { return nil }
  func rightHanded(_ v: Vector3) -> Vector3 { Vector3(v.x, -v.y, v.z) }
  let rate = rightHanded(data.littleEndianInt16x3(0))
  let acceleration = rightHanded(data.littleEndianInt16x3(6))
  return Measurement(
    acceleration: acceleration, metresPerSecondSquaredPerCount: accelerationPerCount, rate: rate,
    radiansPerSecondPerCount: rateUnitsPerCount)
}
