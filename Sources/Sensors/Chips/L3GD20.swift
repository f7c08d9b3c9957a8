import Quantities

/// ST L3GD20, L3GD20H and L3G4200D: gyros of ±2 000 °/s at 95 or 100 Hz, on the boards GY-80 and GY-89, MinIMU-9,
/// and in the LSM9DS0.
///
/// - One map (the kernel's `st_gyro_core.c`; Pololu's L3G library): 0xD4 L3GD20 at 95 Hz, 0xD7 L3GD20H at 100 Hz,
///   both at 0x6A and 0x6B; 0xD3 L3G4200D at 100 Hz, at 0x68 and 0x69.
/// - 70 m°/s a count at ±2 000 °/s (the three data sheets, as the kernel and Pololu have them).
/// - BW 01 is 25 Hz at these rates (the data sheets' tables, from memory).
/// - Bit 7 of the register number makes it count up (the kernel; Pololu). The temperature, OUT_TEMP, counts
///   down from an unknown zero and is left out.
/// - Axes right-handed, x along the arrow, y left, z up (RTIMULib takes (x, −y, −z) for forward, right, down;
///   Pololu's MinIMU-9 gives gyro, accelerometer and magnetometer one frame and no turn among them).
extension Chip {
  /// The zero-rate level was not found and is taken as the L3G4200D's, the next older chip.
  package static let l3GD20 = l3g(
    "L3GD20", identity: 0xD4, addresses: [0x6A, 0x6B], rateHz: 95, zeroRate: 75)
  /// The zero-rate level is up to 25 °/s (Pololu's Zumo 32U4 examples).
  package static let l3GD20H = l3g(
    "L3GD20H", identity: 0xD7, addresses: [0x6A, 0x6B], rateHz: 100, zeroRate: 25)
  /// The zero-rate level at ±2 000 °/s is typically ±75 °/s (ST Doc ID 17116, DVoff, as several drivers have it).
  package static let l3G4200D = l3g(
    "L3G4200D", identity: 0xD3, addresses: [0x68, 0x69], rateHz: 100, zeroRate: 75)

  /// - Parameter zeroRate: the zero-rate level, °/s. No other tolerance was found: the MPU-6050's.
  private static func l3g(
    _ name: String, identity: UInt8, addresses: [UInt8], rateHz: Double, zeroRate: Double
  ) -> Chip {
    Chip(
      name: name, kind: .inertial, addresses: addresses,
      identity: [RegisterMatch(Register.whoAmI, is: identity)],
      setUp: [
        .write([0b0000_0000], to: Register.control5),  // no FIFO, no high-pass filter, LPF1 only
        .write([0b1_0_10_0_00_0], to: Register.control4),  // BDU, low byte first, FS ±2000 °/s
        .write([0b00_01_1_111], to: Register.control1),  // DR, BW 25 Hz, PD off, Z Y X on
        .wait(milliseconds: 250),  // from power-down to data: 5/ODR and 250 ms (data sheet)
      ],
      ready: RegisterMatch(Register.status, mask: 0b1000, is: 0b1000),  // ZYXDA
      block: RegisterBlock(Register.dataX | 0x80, count: 6), counts: 0..<6, rateHz: rateHz,
      averagingDelay: 9_200,  // 0.23 / 25 Hz
      verified: [
        RegisterMatch(Register.control1, is: 0b00_01_1_111),
        RegisterMatch(Register.control4, is: 0b1_0_10_0_00_0),
        RegisterMatch(Register.control5, is: 0b0000_0000),
      ],
      decode: decodeL3G,
      axes: .known(sources: [
        "RTIMULib, RTIMUGD20HM303D.cpp and RTIMULSM9DS0.cpp", "pololu/minimu-9-ahrs-arduino",
        "ArduPilot #5216",
      ]), gyro: .init(degreesPerSecond: zeroRate))
  }
}

private enum Register {
  static let whoAmI: UInt8 = 0x0F
  static let control1: UInt8 = 0x20
  static let control4: UInt8 = 0x23
  static let control5: UInt8 = 0x24
  static let status: UInt8 = 0x27
  static let dataX: UInt8 = 0x28
}

/// 70 m°/s a count.
private let rateUnitsPerCount = 0.07 * radiansPerDegree

/// x, y and z, low bytes first.
@Sendable private func decodeL3G(
  status: UInt8, data: [UInt8], constants: [UInt8]
) throws(DecodingError) -> Measurement? {
  let counts = data.littleEndianInt16x3()
  guard !counts.reaches(32_767) else { throw .overflow }
  return Measurement(angularRate: AngularRate(radiansPerSecond: counts * rateUnitsPerCount))
}
