import Quantities

/// Bosch BMM150, ±1 300 µT (z ±2 500 µT), about 90 measurements a second in forced mode.
///
/// - In normal mode it measures 30 times a second at most. Forced, one measurement of 9 repetitions for
///   x and y and 15 for z takes 145 · 9 + 500 · 15 + 980 = 9 785 µs (the kernel's `bmc150_magn.c`, from
///   the datasheet).
/// - Asleep it says nothing; its power bit wakes it in 3 ms (the kernel; Bosch's BMM150_SensorAPI).
/// - Bit 0 of the low byte of RHALL is data ready (Bosch). −4 096 in x or y and −16 384 in z are an
///   overflow (the kernel; Bosch).
/// - 0x10 to 0x13 are its addresses (Bosch; the kernel binds it at 0x10 in its device trees). Relay
///   boards live there too, so that it is woken only where the configuration names it.
/// - Axes right-handed: neither the kernel nor Bosch mirrors them. That z is out of the top is **open**: on
///   M5Stack's AtomS3R it is against the BMI270's (bareboat-necessities/ocean-imu #63).
extension Chip {
  package static let bmm150 = Chip(
    name: "BMM150", kind: .magnetometer, addresses: [0x10, 0x11, 0x12, 0x13],
    identity: [RegisterMatch(Register.chipID, is: 0x32)],
    wakeUp: WakeUp(
      signature: [
        RegisterMatch(Register.chipID, is: 0), RegisterMatch(Register.power, is: 0),
        RegisterMatch(Register.mode, is: 0),
      ],
      steps: [.write([0b0000_0001], to: Register.power), .wait(milliseconds: 5)],
      identity: [RegisterMatch(Register.chipID, is: 0x32)]),
    setUp: [
      .write([0b0000_0001], to: Register.power),
      .wait(milliseconds: 5),
      .poll(RegisterMatch(Register.chipID, is: 0x32), milliseconds: 5),
      .write([0b00_000_11_0], to: Register.mode),  // Opmode sleep
      .write([0b00_000_111], to: Register.axes),  // all three on, no interrupt pins
      .write([4], to: Register.repetitionsXY),  // 2 · 4 + 1
      .write([14], to: Register.repetitionsZ),  // 14 + 1
      .keep(RegisterBlock(Register.trim, count: 21)),
    ],
    trigger: [.write([0b00_000_01_0], to: Register.mode)],  // Opmode forced
    block: RegisterBlock(Register.dataXLow, count: 8), counts: 0..<8, rateHz: 90,
    averagingDelay: 4_900, conversionTime: 9_785,
    verified: [
      RegisterMatch(Register.power, mask: 0b1, is: 1), RegisterMatch(Register.repetitionsXY, is: 4),
      RegisterMatch(Register.repetitionsZ, is: 14),
    ],
    decode: decodeBMM150,
    axes: .open("no driver turns it, and no two sources tell how its axes lie on the part"))
}

private enum Register {
  static let chipID: UInt8 = 0x40
  static let dataXLow: UInt8 = 0x42
  static let power: UInt8 = 0x4B
  static let mode: UInt8 = 0x4C
  static let axes: UInt8 = 0x4E
  static let repetitionsXY: UInt8 = 0x51
  static let repetitionsZ: UInt8 = 0x52
  static let trim: UInt8 = 0x5D
}

/// x and y with 13 bits, z with 15, RHALL with 14, each left-justified with its low byte first.
@Sendable private func decodeBMM150(
  status: UInt8, data: [UInt8], constants: [UInt8]
) throws(DecodingError) -> Measurement? {
  let isReady = data[6] & 0b1 != 0
  guard isReady else { return nil }
  let (x, y, z) = (
    data.littleEndianInt16(0) >> 3, data.littleEndianInt16(2) >> 3, data.littleEndianInt16(4) >> 1
  )
  guard x != -4_096, y != -4_096, z != -16_384 else { throw .overflow }
  let hall = (Int(data[6]) | Int(data[7]) << 8) >> 2
  let trim = BMM150Trim(constants)
  return Measurement(
    magneticField: MagneticField(
      microtesla: trim.field(Double(x), Double(y), Double(z), hall: Double(hall))))
}

/// The factory's trim of one chip; the names are Bosch's.
private struct BMM150Trim {
  let x1, y1, x2, y2, z1, z2, z3, z4, xy1, xy2, xyz1: Double

  init(_ bytes: [UInt8]) {
    func signed(_ index: Int) -> Double { Double(Int8(bitPattern: bytes[index])) }
    func unsigned16(_ index: Int) -> UInt16 {
      UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8
    }
    (x1, y1) = (signed(0), signed(1))
    z4 = Double(bytes.littleEndianInt16(5))
    (x2, y2) = (signed(7), signed(8))
    z2 = Double(bytes.littleEndianInt16(11))
    z1 = Double(unsigned16(13))
    // 15 bits (Bosch BMM150_SensorAPI, bmm150.c).
    xyz1 = Double(unsigned16(15) & 0x7FFF)
    z3 = Double(bytes.littleEndianInt16(17))
    (xy2, xy1) = (signed(19), Double(bytes[20]))
  }

  /// µT from counts.
  ///
  /// - Source: Bosch BMM150_SensorAPI, the floating-point formulas; the kernel's whole-number ones
  ///   differ from them by rounding to 1/16 µT.
  func field(_ x: Double, _ y: Double, _ z: Double, hall: Double) -> Vector3 {
    let hall = hall == 0 ? xyz1 : hall  // as the kernel does
    let d = xyz1 * 16_384 / hall - 16_384
    let gain = xy2 * d * d / 268_435_456 + d * xy1 / 16_384 + 256
    return Vector3(
      (x * gain * (x2 + 160) / 8_192 + x1 * 8) / 16,
      (y * gain * (y2 + 160) / 8_192 + y1 * 8) / 16,
      ((z - z4) * 131_072 - z3 * (hall - xyz1)) / ((z2 + z1 * hall / 32_768) * 4) / 16)
  }
}
