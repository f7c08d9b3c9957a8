import Quantities

/// ST LIS3DH, and the accelerometers of the LSM303DLHC and LSM303AGR and LIS2DH12: ±4 g at 100 Hz.
///
/// - One number, 0x33, for eight parts with one map (the kernel's `st_accel_core.c`).
/// - 2 mg for each count of 12 bits at ±4 g in high resolution (the kernel; the datasheet): 8 000 of the
///   left-justified counts are 1 g. Adafruit_LIS3DH divides by 8 190; the direction is the same.
/// - Bit 7 of the register number makes it count up (the kernel; Adafruit).
extension Chip {
  package static let lis3DH = Chip(
    name: "LIS3DH", kind: .inertial, addresses: [0x18, 0x19],
    identity: [RegisterMatch(Register.whoAmI, is: 0x33)],
    setUp: [
      .write([0b0101_0_111], to: Register.control1),  // ODR 100 Hz, not low power, Z Y X on
      .write([0b1_0_01_1_00_0], to: Register.control4),  // BDU, low byte first, FS ±4 g, HR
      .wait(milliseconds: 10),
    ],
    ready: RegisterMatch(Register.status, mask: 0b1000, is: 0b1000),  // ZYXDA
    block: RegisterBlock(Register.dataX | 0x80, count: 6), counts: 0..<6, rateHz: 100,
    verified: [
      RegisterMatch(Register.control1, is: 0b0101_0_111),
      RegisterMatch(Register.control4, is: 0b1_0_01_1_00_0),
    ],
    decode: decodeLIS3DH,
    axes: .known(sources: ["pololu/lsm303-arduino, heading", "ST X-CUBE-MEMS1, LSM303AGR"]),
    // ST's LIS3DH data sheet, table 4, typical (TyOff, TCOff); nothing else is in it: the MPU-6050's
    accelerometer: .init(milliG: 40, milliGPerKelvin: 0.5))
}

private enum Register {
  static let whoAmI: UInt8 = 0x0F
  static let control1: UInt8 = 0x20
  static let control4: UInt8 = 0x23
  static let status: UInt8 = 0x27
  static let dataX: UInt8 = 0x28
}

private let accelerationPerCount = metresPerSecondSquaredPerG / 8_000

/// x, y and z, left-justified with their low bytes first.
@Sendable private func decodeLIS3DH(
  status: UInt8, data: [UInt8], constants: [UInt8]
) throws(DecodingError) -> Measurement? {
  let counts = data.littleEndianInt16x3()
  guard !counts.reaches(32_752) else { throw .overflow }  // 2 047 · 16
  return Measurement(
    acceleration: Acceleration(metresPerSecondSquared: counts * accelerationPerCount))
}
