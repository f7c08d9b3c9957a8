import Quantities

/// ST LIS3MDL, ±4 G at 80 Hz in ultra-high performance.
///
/// - Bit 7 of the register number makes it count up (the kernel sets it; ArduPilot and betaflight do
///   not, and read what the datasheet does not promise). After the high byte of z comes x again and not the
///   temperature (ST's forum, "LIS3MDL temperature reading issues"; PX4 #12514).
/// - The LSM9DS1's and LSM303C's magnetometers say the same and have the same registers (the kernel's
///   `st_magn_core.c` lists them under one map).
/// - In the LSM9DS1 it lies otherwise than the rest of the package: `lsm9DS1Magnetometer`.
/// - 6 842 counts a gauss at ±4 G (Adafruit_LIS3MDL; ArduPilot; the kernel's 146 µG).
/// - Axes right-handed: no driver mirrors them.
extension Chip {
  package static let lis3MDL = Chip(
    name: "LIS3MDL", kind: .magnetometer, addresses: [0x1C, 0x1E],
    identity: [RegisterMatch(Register.whoAmI, is: 0x3D)],
    setUp: [
      .write([0b0000_0100], to: Register.control2),  // SOFT_RST
      .wait(milliseconds: 10),
      // TEMP_EN off, OM ultra-high, DO 80 Hz, FAST_ODR off, ST off
      .write([0b0_11_111_0_0], to: Register.control1),
      .write([0b0_00_00000], to: Register.control2),  // FS ±4 G
      .write([0b0000_11_0_0], to: Register.control4),  // OMZ ultra-high, BLE low byte first
      .write([0b0_1_000000], to: Register.control5),  // BDU
      .write([0b000000_00], to: Register.control3),  // MD continuous
    ],
    ready: RegisterMatch(Register.status, mask: 0b1000, is: 0b1000),  // ZYXDA
    block: RegisterBlock(Register.dataX | Register.countUp, count: 6), counts: 0..<6, rateHz: 80,
    averagingDelay: 3_200,  // FAST_ODR gives 155 Hz with OM ultra-high: 6.5 ms a measurement
    verified: [
      RegisterMatch(Register.control1, is: 0b0_11_111_0_0),
      RegisterMatch(Register.control2, is: 0),
      RegisterMatch(Register.control3, mask: 0b11, is: 0),
      RegisterMatch(Register.control4, is: 0b0000_11_0_0),
      RegisterMatch(Register.control5, is: 0b0_1_000000),
    ],
    decode: decodeLIS3MDL,
    axes: .known(sources: [
      "betaflight.com, guide to magnetometers (#225, #678)",
      "pololu/lis3mdl-arduino with MinIMU-9 v5",
    ]))
}

private enum Register {
  static let countUp: UInt8 = 0x80
  static let whoAmI: UInt8 = 0x0F
  static let control1: UInt8 = 0x20
  static let control2: UInt8 = 0x21
  static let control3: UInt8 = 0x22
  static let control4: UInt8 = 0x23
  static let control5: UInt8 = 0x24
  static let status: UInt8 = 0x27
  static let dataX: UInt8 = 0x28
}

/// 6 842 counts a gauss at ±4 G, and 1 G = 100 µT.
private let microteslaPerCount = 100.0 / 6_842
/// The count at which an axis stays after a strong magnet (ST's forum, "LIS3MDL X Axis freezes at 32764").
private let saturatedCount = 32_764.0

/// x, y and z, low bytes first.
@Sendable private func decodeLIS3MDL(
  status: UInt8, data: [UInt8], constants: [UInt8]
) throws(DecodingError) -> Measurement? {
  let counts = data.littleEndianInt16x3()
  guard !counts.reaches(saturatedCount) else { throw .overflow }
  return Measurement(magneticField: MagneticField(microtesla: counts * microteslaPerCount))
}
