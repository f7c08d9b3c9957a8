import Quantities

/// iSentek IST8310, ±1 600 µT (z ±2 500 µT), one measurement at a time, 100 a second.
///
/// Where public drivers differ:
/// - Its registers are left-handed: x forward, y **right**, z out of the top (PX4, `IST8310.cpp` and
///   `IST8308.cpp`; betaflight's guide to magnetometers). So y is turned round, as betaflight does;
///   ArduPilot and PX4 turn z round, which leads to forward, right, down.
/// - Its pins choose among 0x0C to 0x0F; 0x0D is left to the QMC5883L, whose data could pass for the
///   identity of this one.
/// - 0.3 µT a count as it comes (ArduPilot; betaflight). PX4 switches CNTL3 to 16 bits, 1 320 counts a
///   gauss; we leave it.
extension Chip {
  package static let ist8310 = Chip(
    name: "IST8310", kind: .magnetometer, addresses: [0x0E, 0x0C, 0x0F],
    identity: [RegisterMatch(Register.whoAmI, is: 0x10)],
    setUp: [
      .write([0b0000_0001], to: Register.control2),  // SRST
      .wait(milliseconds: 50),
      .write([0b00_100_100], to: Register.average),  // 16 for y, 16 for x and z: 166 Hz at most
      .write([0b11_000000], to: Register.pulseDuration),  // normal
    ],
    trigger: [.write([0b0000_0001], to: Register.control1)],  // a single measurement
    block: RegisterBlock(Register.status1, count: 7), counts: 1..<7, rateHz: 100,
    averagingDelay: 3_000, conversionTime: 6_000,  // 166 Hz at most
    verified: [
      RegisterMatch(Register.average, is: 0b00_100_100),
      RegisterMatch(Register.pulseDuration, is: 0b11_000000),
    ],
    decode: decodeIST8310,
    axes: .known(sources: ["PX4 IST8310.cpp", "betaflight.com, guide to magnetometers (#678)"]))
}

private enum Register {
  static let whoAmI: UInt8 = 0x00
  static let status1: UInt8 = 0x02
  static let control1: UInt8 = 0x0A
  static let control2: UInt8 = 0x0B
  static let average: UInt8 = 0x41
  static let pulseDuration: UInt8 = 0x42
}

private let microteslaPerCount = 0.3
/// µT, for x and y, and for z.
private let limits = (xy: 1_600.0, z: 2_500.0)

/// STAT1, then x, y and z, low bytes first.
@Sendable private func decodeIST8310(
  status: UInt8, data: [UInt8], constants: [UInt8]
) throws(DecodingError) -> Measurement? {
  let isReady = data[0] & 0b01 != 0  // DRDY
  guard isReady else { return nil }
  let field = data.littleEndianInt16x3(1) * microteslaPerCount
  guard abs(field.x) <= limits.xy, abs(field.y) <= limits.xy, abs(field.z) <= limits.z else {
    throw .overflow
  }
  return Measurement(magneticField: MagneticField(microtesla: Vector3(field.x, -field.y, field.z)))
}
