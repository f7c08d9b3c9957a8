import Quantities

/// Analog Devices ADXL345: accelerometer ±4 g in full resolution at 100 Hz.
///
/// - 256 counts a g in full resolution (the datasheet; the kernel's 0.0383 m/s² a count).
/// - 0x53 and, with its pin high, 0x1D (the kernel's device-tree binding; Adafruit). 0x53 may also be an
///   EEPROM with any byte at its beginning, so bits that this chip always reads as 0 count too.
extension Chip {
  package static let adxl345 = Chip(
    name: "ADXL345", kind: .inertial, addresses: [0x53, 0x1D], soldAs: "GY-291 or GY-80",
    identity: [
      RegisterMatch(Register.deviceID, is: 0xE5),
      RegisterMatch(Register.tapAxes, mask: 0b1111_0000, is: 0),
      RegisterMatch(Register.tapStatus, mask: 0b1000_0000, is: 0),
      RegisterMatch(Register.rate, mask: 0b1110_0000, is: 0),
      RegisterMatch(Register.powerControl, mask: 0b1100_0000, is: 0),
      RegisterMatch(Register.dataFormat, mask: 0b0001_0000, is: 0),
      RegisterMatch(Register.fifoStatus, mask: 0b0100_0000, is: 0),
    ],
    setUp: [
      .write([0b0000_0000], to: Register.powerControl),  // standby
      .write([0b000_0_1010], to: Register.rate),  // normal power, 100 Hz
      .write([0b0000_1_0_01], to: Register.dataFormat),  // FULL_RES, right-justified, ±4 g
      .write([0b0000_1000], to: Register.powerControl),  // Measure
      .wait(milliseconds: 12),
    ],
    // DATA_READY
    ready: RegisterMatch(Register.interruptSource, mask: 0b1000_0000, is: 0b1000_0000),
    block: RegisterBlock(Register.dataX, count: 6), counts: 0..<6, rateHz: 100,
    verified: [
      RegisterMatch(Register.rate, is: 0b000_0_1010),
      RegisterMatch(Register.dataFormat, is: 0b0000_1_0_01),
      RegisterMatch(Register.powerControl, is: 0b0000_1000),
    ],
    decode: decodeADXL345,
    axes: .open("only the direction of z, out of the top, has more than one source"),
    // Analog Devices' data sheet, table 1, typical: deviation from ideal, one standard deviation at the worst
    accelerometer: .init(
      milliG: InertialTolerances.axes(35, 35, 40),
      milliGPerKelvin: InertialTolerances.axes(0.4, 0.4, 1.2), scalePercent: 1, crossAxisPercent: 1)
  )
}

private enum Register {
  static let deviceID: UInt8 = 0x00
  static let tapAxes: UInt8 = 0x2A
  static let tapStatus: UInt8 = 0x2B
  static let rate: UInt8 = 0x2C
  static let powerControl: UInt8 = 0x2D
  static let interruptSource: UInt8 = 0x30
  static let dataFormat: UInt8 = 0x31
  static let dataX: UInt8 = 0x32
  static let fifoStatus: UInt8 = 0x39
}

private let accelerationPerCount = metresPerSecondSquaredPerG / 256

/// x, y and z, low bytes first.
@Sendable private func decodeADXL345(
  status: UInt8, data: [UInt8], constants: [UInt8]
) throws(DecodingError) -> Measurement? {
  let counts = data.littleEndianInt16x3()
  guard !counts.reaches(1_023) else { throw .overflow }  // 11 bits at ±4 g
  return Measurement(
    acceleration: Acceleration(metresPerSecondSquared: counts * accelerationPerCount))
}
