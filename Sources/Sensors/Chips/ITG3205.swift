import Quantities

/// InvenSense ITG-3205, which is the ITG-3200 in another package: a gyro of ±2 000 °/s at 100 Hz, on the GY-85.
///
/// - Registers: the kernel's `itg3200_core.c`, i2cdevlib's ITG3200, SparkFun's example.
/// - 0x00 reads its own address: six bits are 110100, the rest is not defined (the kernel compares these six).
///   That alone is too little at an address with clocks and other sensors, so bits that the map leaves at
///   zero are asked for too. It is asked last at its address.
/// - 14.375 counts for 1 °/s; 280 a °C, −13 200 at 35 °C (the kernel: (raw + 23 000) / 280; the data sheet).
/// - FS_SEL has to be 3; all other values are reserved.
/// - Axes right-handed, as those of the maker's later chips.
extension Chip {
  package static let itg3205 = Chip(
    name: "ITG-3205", kind: .inertial, addresses: [0x68, 0x69], soldAs: "GY-85",
    identity: [
      RegisterMatch(Register.whoAmI, mask: 0b0111_1110, is: 0b0110_1000),
      RegisterMatch(Register.filter, mask: 0b1110_0000, is: 0),
      RegisterMatch(Register.interruptConfig, mask: 0b0000_1010, is: 0),
      RegisterMatch(Register.interruptStatus, mask: 0b1111_1010, is: 0),
    ],
    setUp: [
      .write([0b1000_0000], to: Register.power),  // H_RESET
      .wait(milliseconds: 50),
      .write([0b0000_0_001], to: Register.power),  // awake, CLK_SEL the x gyro's
      .write([0b000_11_011], to: Register.filter),  // FS_SEL ±2000 °/s, DLPF_CFG 42 Hz, from 1 kHz
      .write([9], to: Register.sampleRateDivider),  // 1 kHz / (1 + 9)
      .write([0b0000_0001], to: Register.interruptConfig),  // RAW_RDY_EN, for the status
      .wait(milliseconds: 60),  // the gyro starts
    ],
    block: RegisterBlock(Register.interruptStatus, count: 9), counts: 3..<9, rateHz: 100,
    averagingDelay: 4_800,  // as the MPU-6050's filter of 42 Hz
    verified: [
      RegisterMatch(Register.power, is: 0b0000_0_001),
      RegisterMatch(Register.filter, is: 0b000_11_011),
      RegisterMatch(Register.sampleRateDivider, is: 9),
      RegisterMatch(Register.interruptConfig, is: 0b0000_0001),
    ],
    decode: decodeITG3205,
    axes: .known(sources: [
      "d-ronin/dRonin, imu_orientation.md: one frame for all of the maker's gyros",
      "vi-kon/copter, MultiWii's signs for the ITG-3205, which are those for the MPU-6050",
    ]),
    // InvenSense PS-ITG-3200A-00: the zero-rate level ±40 °/s (several drivers' comments), its change 0.03 °/s/K
    // (InvenSense's forum, "6150/9150 gyro bias specs"); nothing else was found: the MPU-6050's
    gyro: .init(degreesPerSecond: 40, degreesPerSecondPerKelvin: 0.03))
}

private enum Register {
  static let whoAmI: UInt8 = 0x00
  static let sampleRateDivider: UInt8 = 0x15
  static let filter: UInt8 = 0x16
  static let interruptConfig: UInt8 = 0x17
  static let interruptStatus: UInt8 = 0x1A
  static let power: UInt8 = 0x3E
}

/// 14.375 counts for 1 °/s.
private let rateUnitsPerCount = radiansPerDegree / 14.375

/// INT_STATUS, then the temperature, x, y and z, high bytes first.
@Sendable private func decodeITG3205(
  status: UInt8, data: [UInt8], constants: [UInt8]
) throws(DecodingError) -> Measurement? {
  let isNew = data[0] & 0b0000_0001 != 0  // RAW_DATA_RDY
  guard isNew else { return nil }
  let rate = data.bigEndianInt16x3(3)
  guard !rate.reaches(32_767) else { throw .overflow }
  return Measurement(
    angularRate: AngularRate(radiansPerSecond: rate * rateUnitsPerCount),
    temperatureCelsius: 35 + (Double(data.bigEndianInt16(1)) + 13_200) / 280)
}
