import Quantities

/// InvenSense ICM-42688-P: accelerometer ±4 g and gyro ±1 000 °/s at 100 Hz.
///
/// - Registers: the kernel's `inv_icm42600` (`inv_icm42600.h`), PX4, kriswiner/ICM42688.
/// - 0x75 reads 0x47 (the kernel; PX4). It says so in bank 0 only, where it is after power-on.
/// - DATA_RDY_INT is set where the interrupt is on, so it is, although its pin need not be connected.
/// - 132.48 counts a °C, 0 at 25 °C (the kernel; the data sheet).
/// - Bits 7:6 of INTF_CONFIG1, which the data sheet does not name, switch between two ranges at about 100 °/s
///   (AFSR), and the gyro then repeats a value for 1 to 2 ms. 01 switches that off (ArduPilot #25025 and #25332,
///   betaflight #13132, INAV #9409). The rest of the register is as after a reset, 0x91 (the data sheet, 14.35).
/// - Axes right-handed, x along the arrow, y left, z up (PX4; dRonin for all of the maker's).
extension Chip {
  package static let icm42688P = Chip(
    name: "ICM-42688-P", kind: .inertial, addresses: [0x68, 0x69],
    identity: [RegisterMatch(Register.whoAmI, is: 0x47)],
    setUp: [
      .write([0b0000_0001], to: Register.deviceConfig),  // SOFT_RESET_CONFIG
      .wait(milliseconds: 10),
      .write([0b01_01_0_0_01], to: Register.interfaceConfig1),  // AFSR off, CLKSEL the PLL
      .write([0b001_0_1000], to: Register.gyroConfig),  // FS ±1000 °/s, ODR 100 Hz
      .write([0b010_0_1000], to: Register.accelConfig),  // FS ±4 g, ODR 100 Hz
      .write([0b0000_0000], to: Register.filterConfig),  // bandwidth: half of the rate, for both
      .write([0b0000_1000], to: Register.interruptSource),  // UI_DRDY_INT1_EN, for the status
      .write([0b00_0_0_11_11], to: Register.powerManagement),  // temperature on, both low noise
      .wait(milliseconds: 60),  // the gyro starts; nothing may be written in the first 0.2 ms
    ],
    ready: RegisterMatch(Register.interruptStatus, mask: 0b1000, is: 0b1000),  // DATA_RDY_INT
    block: RegisterBlock(Register.temperature, count: 14), counts: 2..<14, rateHz: 100,
    averagingDelay: 6_500,  // second order, bandwidth 0, ODR 100 Hz (TDK DS-000347 rev. 1.8, 5.5)
    verified: [
      RegisterMatch(Register.powerManagement, is: 0b00_0_0_11_11),
      RegisterMatch(Register.gyroConfig, is: 0b001_0_1000),
      RegisterMatch(Register.accelConfig, is: 0b010_0_1000),
      RegisterMatch(Register.filterConfig, is: 0b0000_0000),
      RegisterMatch(Register.interfaceConfig1, mask: 0b11_000000, is: 0b01_000000),
    ],
    decode: decodeICM42688,
    axes: .known(sources: ["PX4, ICM42688P.cpp", "d-ronin/dRonin, imu_orientation.md"]),
    // TDK DS-000347 rev. 1.6, table 2, typical, on a board
    accelerometer: .init(
      milliG: 20, milliGPerKelvin: 0.15, scalePercent: 0.5, crossAxisPercent: 1),
    // table 1, typical, on a board
    gyro: .init(
      degreesPerSecond: 0.5, degreesPerSecondPerKelvin: 0.005, scalePercent: 0.5,
      crossAxisPercent: 1.25))
}

private enum Register {
  static let deviceConfig: UInt8 = 0x11
  static let temperature: UInt8 = 0x1D
  static let interruptStatus: UInt8 = 0x2D
  static let interfaceConfig1: UInt8 = 0x4D
  static let powerManagement: UInt8 = 0x4E
  static let gyroConfig: UInt8 = 0x4F
  static let accelConfig: UInt8 = 0x50
  static let filterConfig: UInt8 = 0x52
  static let interruptSource: UInt8 = 0x65
  static let whoAmI: UInt8 = 0x75
}

/// 8 192 counts a g at ±4 g.
private let accelerationPerCount = metresPerSecondSquaredPerG / 8_192
/// 32.8 counts for 1 °/s at ±1 000 °/s.
private let rateUnitsPerCount = radiansPerDegree / 32.8

/// Temperature, acceleration and rate, high bytes first; −32 768 is no measurement yet, and is left out.
@Sendable private func decodeICM42688(
  status: UInt8, data: [UInt8], constants: [UInt8]
) throws(DecodingError) -> Measurement? {
  let acceleration = data.bigEndianInt16x3(2)
  let rate = data.bigEndianInt16x3(8)
  return Measurement(
    acceleration: acceleration, metresPerSecondSquaredPerCount: accelerationPerCount, rate: rate,
    radiansPerSecondPerCount: rateUnitsPerCount,
    temperatureCelsius: 25 + Double(data.bigEndianInt16(0)) / 132.48)
}
