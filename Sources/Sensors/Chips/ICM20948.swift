import Quantities

/// InvenSense ICM-20948: accelerometer ±4 g and gyro ±1 000 °/s at 102 Hz, with an AK09916 behind it.
///
/// - Its registers are in four banks, and the bank stays selected after a crash of the program: bank 0 is
///   selected first, also to ask who it is (Adafruit; ArduPilot).
/// - RAW_DATA_0_RDY is bit 0 of INT_STATUS_1, enabled by bit 0 of INT_ENABLE_1 (several libraries).
/// - With FCHOICE set and DLPFCFG 3 the rate is 1 125 Hz / (1 + divider) (SparkFun; Adafruit).
extension Chip {
  package static let icm20948 = Chip(
    name: "ICM-20948", kind: .inertial, addresses: [0x68, 0x69],
    identity: [RegisterMatch(Register.whoAmI, is: 0xEA)],
    wakeUp: WakeUp(
      // another bank than 0, and nothing else
      signature: [RegisterMatch(Register.bankSelect, is: 0x10, 0x20, 0x30)],
      steps: [.write([0x00], to: Register.bankSelect)],
      identity: [
        RegisterMatch(Register.whoAmI, is: 0xEA), RegisterMatch(Register.bankSelect, is: 0),
      ]),
    bypass: [
      .write([0x00], to: Register.bankSelect),
      .write([0b0000_0001], to: Register.powerManagement1),  // awake
      .wait(milliseconds: 5),
    ] + bypass,
    setUp: [
      .write([0x00], to: Register.bankSelect),
      .write([0b1000_0000], to: Register.powerManagement1),  // DEVICE_RESET
      .wait(milliseconds: 50),
      .write([0b0000_0001], to: Register.powerManagement1),  // awake, CLKSEL the best there is
      .wait(milliseconds: 30),
      .write([0x20], to: Register.bankSelect),
      .write([10], to: Register.Bank2.gyroDivider),  // 1 125 Hz / (1 + 10)
      .write([0b00_011_10_1], to: Register.Bank2.gyroConfig1),  // 51 Hz, ±1000 °/s, FCHOICE
      .write([0, 10], to: Register.Bank2.accelDivider1),
      .write([0b00_011_01_1], to: Register.Bank2.accelConfig),  // 50 Hz, ±4 g, FCHOICE
      .write([0x00], to: Register.bankSelect),
    ] + bypass + [.write([0b0000_0001], to: Register.interruptEnable1)],
    ready: RegisterMatch(Register.interruptStatus1, mask: 0b1, is: 0b1),
    block: RegisterBlock(Register.accelX, count: 14), counts: 0..<14, rateHz: 1_125.0 / 11,
    averagingDelay: 4_500,  // 0.23 / 51 Hz, as the MPU-9250's filters
    verified: [
      RegisterMatch(Register.powerManagement1, is: 0b0000_0001),
      RegisterMatch(Register.interruptPin, is: 0b0000_0010),
    ],
    decode: decodeICM20948,
    axes: .known(sources: ["PX4 ICM20948.cpp", "ArduPilot AP_InertialSensor_Invensensev2.cpp"]),
    // TDK DS-000189 rev. 1.3, table 2, typical; the offset of a chip on a board
    accelerometer: .init(milliG: 50, milliGPerKelvin: 0.8, scalePercent: 0.5, crossAxisPercent: 2),
    // table 1, typical; the cross-axis sensitivity was not found and is the MPU-6050's
    gyro: .init(degreesPerSecond: 5, degreesPerSecondPerKelvin: 0.05, scalePercent: 1.5))

  private static let bypass: [Step] = [
    .write([0b0000_0000], to: Register.userControl),  // I2C_MST_EN off
    .write([0b0000_0010], to: Register.interruptPin),  // BYPASS_EN
  ]
}

private enum Register {
  static let whoAmI: UInt8 = 0x00
  static let userControl: UInt8 = 0x03
  static let powerManagement1: UInt8 = 0x06
  static let interruptPin: UInt8 = 0x0F
  static let interruptEnable1: UInt8 = 0x11
  static let interruptStatus1: UInt8 = 0x1A
  static let accelX: UInt8 = 0x2D
  static let bankSelect: UInt8 = 0x7F

  enum Bank2 {
    static let gyroDivider: UInt8 = 0x00
    static let gyroConfig1: UInt8 = 0x01
    static let accelDivider1: UInt8 = 0x10
    static let accelConfig: UInt8 = 0x14
  }
}

/// 8 192 counts a g at ±4 g.
private let accelerationPerCount = metresPerSecondSquaredPerG / 8_192
/// 32.8 counts for 1 °/s at ±1 000 °/s.
private let rateUnitsPerCount = radiansPerDegree / 32.8

/// Acceleration, rate and temperature, high bytes first.
@Sendable private func decodeICM20948(
  status: UInt8, data: [UInt8], constants: [UInt8]
) throws(DecodingError) -> Measurement? {
  let acceleration = data.bigEndianInt16x3(0)
  let rate = data.bigEndianInt16x3(6)
  return Measurement(
    acceleration: acceleration, metresPerSecondSquaredPerCount: accelerationPerCount, rate: rate,
    radiansPerSecondPerCount: rateUnitsPerCount,
    temperatureCelsius: Double(data.bigEndianInt16(12)) / 333.87 + 21)
}
