import Quantities

/// InvenSense MPU-6050 and its relatives: accelerometer ±4 g and gyro ±1 000 °/s at 100 Hz.
///
/// One register map for what answers with different numbers. Boards sold as MPU-6050 carry each of
/// them (electroniccats/mpu6050 #21: half of 20 said 0x98; Klipper #5871: 0x70), so they are taken by
/// table: 0x68 MPU-6050, 0x70 MPU-6500, 0x71 MPU-9250, 0x73 MPU-9255, 0x74 MPU-6515, 0x78 MPU-6880,
/// 0x98 ICM-20689 (the kernel's `inv_mpu_core.c`); 0x72 and 0x75 were seen and are taken for an
/// MPU-6050's, whose set-up is a part of the others'.
///
/// DLPF_CFG 3 delays the gyro by 4.8 ms in the MPU-6050 (register map RM-MPU-6000A) and by 5.9 ms in the others
/// (the MPU-9250's), the accelerometer by 4.9 in all.
///
/// Behind each may be a magnetometer, on its auxiliary bus: in the MPU-9250's package, on the boards GY-86 and
/// GY-87. BYPASS_EN with the chip's own master off joins the two buses, and only while the chip is awake (the
/// kernel's `inv_mpu_core.c`; betaflight; i2cdevlib). The ICM-20689 has no such bus, and there the bit is
/// reserved; clones that say 0x98 may have one.
extension Chip {
  package static let mpu6050 = mpu(
    "MPU-6050", identities: [0x68, 0x72, 0x75], bandwidth: [], delay: 4_800,
    celsius: { $0 / 340 + 36.53 }, accelerometer: .cheapBoard, gyro: .cheapBoard)

  /// MPU-6500, MPU-6515, MPU-6880 and ICM-20689.
  package static let mpu6500 = mpu(
    "MPU-6500", identities: [0x70, 0x74, 0x78, 0x98], bandwidth: bandwidth, delay: 5_900,
    soldAs: "MPU-6050 or MPU-9250", celsius: { $0 / 333.87 + 21 },
    accelerometer: mpu9250Accelerometer, gyro: mpu9250Gyro)

  /// MPU-9250 and MPU-9255: an MPU-6500 with an AK8963 behind it.
  package static let mpu9250 = mpu(
    "MPU-9250", identities: [0x71, 0x73], bandwidth: bandwidth, delay: 5_900,
    soldAs: "GY-91 or MPU-9250", celsius: { $0 / 333.87 + 21 },
    accelerometer: mpu9250Accelerometer, gyro: mpu9250Gyro)

  /// ICM-20602: an MPU-6500 without an auxiliary bus, whose bits are reserved or switch the interface off.
  ///
  /// 0x75 reads 0x12, 326.8 counts a °C (the kernel's `inv_mpu_core.c`; PX4's `ICM20602.cpp`).
  package static let icm20602: Chip = {
    var chip = mpu(
      "ICM-20602", identities: [0x12], bandwidth: bandwidth, bypass: [], delay: 5_900,
      celsius: { $0 / 326.8 + 25 },
      // TDK DS-000176: the change with the temperature as in the comparison of dongqingyueyue (csdn.net); all
      // else was not found and is the MPU-6050's.
      accelerometer: .init(milliGPerKelvin: InertialTolerances.axes(0.5, 0.5, 1)),
      // TDK DS-000176: scale from its first page; zero-rate level and its change from the same comparison; the
      // cross-axis sensitivity was not found and is the MPU-6050's.
      gyro: .init(degreesPerSecond: 1, degreesPerSecondPerKelvin: 0.01, scalePercent: 1))
    chip.axes = .known(sources: ["PX4, ICM20602.cpp", "d-ronin/dRonin, imu_orientation.md"])
    return chip
  }()

  /// PS-MPU-9250A-01 rev. 1.0, table 2, all typical. The MPU-6500's own (PS-MPU-6500A-01) was not found; the
  /// MPU-9250 has the same die in it.
  private static let mpu9250Accelerometer = InertialTolerances.Accelerometer(
    milliG: InertialTolerances.axes(60, 60, 80), milliGPerKelvin: 1.5, scalePercent: 3,
    crossAxisPercent: 2)

  /// PS-MPU-9250A-01 rev. 1.0, table 1, all typical; from −40 to 85 °C the zero-rate level changes by ±30 °/s, so
  /// within 65 K of 25 °C.
  private static let mpu9250Gyro = InertialTolerances.Gyro(
    degreesPerSecond: 5, degreesPerSecondPerKelvin: 30.0 / 65, scalePercent: 3, crossAxisPercent: 2)

  private static let bypass: [Step] = [
    .write([0b0000_0001], to: Register.powerManagement1),  // awake
    .wait(milliseconds: 1),
    .write([0b0000_0000], to: Register.userControl),  // I2C_MST_EN off
    .write([0b0000_0010], to: Register.interruptPin),  // BYPASS_EN
  ]

  /// A_DLPF_CFG 45 Hz; the MPU-6050 has one filter for both.
  private static let bandwidth: [Step] = [.write([0b0000_0_011], to: Register.accelConfig2)]

  private static func mpu(
    _ name: String, identities: [UInt8], bandwidth: [Step], bypass: [Step] = bypass, delay: Int64,
    soldAs: String? = nil, celsius: @escaping @Sendable (Double) -> Double,
    accelerometer: InertialTolerances.Accelerometer, gyro: InertialTolerances.Gyro
  ) -> Chip {
    Chip(
      name: name, kind: .inertial, addresses: [0x68, 0x69], soldAs: soldAs,
      identity: [RegisterMatch(Register.whoAmI, anyOf: identities)], bypass: bypass,
      setUp: [
        .write([0b1000_0000], to: Register.powerManagement1),  // DEVICE_RESET
        .wait(milliseconds: 100),
        .write([0b0000_0001], to: Register.powerManagement1),  // awake, CLKSEL the gyro's
        .wait(milliseconds: 10),
        .write([0b00000_011], to: Register.config),  // DLPF_CFG 42 Hz, from 1 kHz
        .write([9], to: Register.sampleRateDivider),  // 1 kHz / (1 + 9)
        .write([0b000_10_000], to: Register.gyroConfig),  // FS_SEL ±1000 °/s
        .write([0b000_01_000], to: Register.accelConfig),  // AFS_SEL ±4 g
      ] + bandwidth + bypass + [
        .write([0b0000_0001], to: Register.interruptEnable)  // DATA_RDY_EN, for INT_STATUS
      ],
      block: RegisterBlock(Register.interruptStatus, count: 15), counts: 1..<15, rateHz: 100,
      averagingDelay: delay,
      verified: [
        RegisterMatch(Register.powerManagement1, is: 0b0000_0001),
        RegisterMatch(Register.config, is: 0b00000_011),
        RegisterMatch(Register.sampleRateDivider, is: 9),
        RegisterMatch(Register.gyroConfig, is: 0b000_10_000),
        RegisterMatch(Register.accelConfig, is: 0b000_01_000),
      ],
      decode: { _, data, _ throws(DecodingError) in try decodeMPU(data, celsius) },
      axes: .known(sources: ["PX4 MPU6000.cpp", "kriswiner/MPU9250 #34"]),
      accelerometer: accelerometer, gyro: gyro)
  }
}

private enum Register {
  static let sampleRateDivider: UInt8 = 0x19
  static let config: UInt8 = 0x1A
  static let gyroConfig: UInt8 = 0x1B
  static let accelConfig: UInt8 = 0x1C
  static let accelConfig2: UInt8 = 0x1D
  static let interruptPin: UInt8 = 0x37
  static let interruptEnable: UInt8 = 0x38
  static let interruptStatus: UInt8 = 0x3A
  static let userControl: UInt8 = 0x6A
  static let powerManagement1: UInt8 = 0x6B
  static let whoAmI: UInt8 = 0x75
}

/// 8 192 counts a g at ±4 g.
private let accelerationPerCount = metresPerSecondSquaredPerG / 8_192
/// 32.8 counts for 1 °/s at ±1 000 °/s.
private let rateUnitsPerCount = radiansPerDegree / 32.8

/// INT_STATUS, then acceleration, temperature and rate, high bytes first.
private func decodeMPU(
  _ data: [UInt8], _ celsius: (Double) -> Double
) throws(DecodingError) -> Measurement? {
  let isNew = data[0] & 0b0000_0001 != 0  // DATA_RDY_INT
  guard isNew else { return nil }
  let acceleration = data.bigEndianInt16x3(1)
  let rate = data.bigEndianInt16x3(9)
  return Measurement(
    acceleration: acceleration, metresPerSecondSquaredPerCount: accelerationPerCount, rate: rate,
    radiansPerSecondPerCount: rateUnitsPerCount,
    temperatureCelsius: celsius(Double(data.bigEndianInt16(7))))
}
