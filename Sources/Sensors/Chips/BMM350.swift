import Quantities

/// Bosch BMM350, ±2 000 µT at 100 Hz.
///
/// Where public drivers differ:
/// - ArduPilot adds 0.01 to the sensitivity of y and takes 0.0001 from the temperature coefficient of
///   z, as an older BMM350_SensorAPI did; Bosch's 1.10 does neither. We do what the maker does now: 1 %
///   of y, which a calibration finds and a field-strength test hardly sees.
/// - Every read begins with two bytes of no meaning (Bosch; ArduPilot).
/// - INT_STATUS bit 2 is data ready, once INT_CTRL enables it (Bosch's polling example).
/// - Axes right-handed: Bosch, ArduPilot and PX4 do not mirror them. How they lie on the part is **open**.
extension Chip {
  package static let bmm350 = Chip(
    name: "BMM350", kind: .magnetometer, addresses: [0x14, 0x15],
    identity: [RegisterMatch(Register.chipID, is: 0x33)],
    dummyBytes: 2,
    setUp: [.write([0xB6], to: Register.command), .wait(milliseconds: 24)]
      + (0..<32).flatMap(readFuse) + [
        .write([0b100_00000], to: Register.fuseCommand),  // power off
        .write([0x07], to: Register.powerCommand),  // bit reset
        .wait(milliseconds: 19),
        .poll(idle, milliseconds: 10),
        .write([0x05], to: Register.powerCommand),  // flux-guide reset
        .wait(milliseconds: 23),
        .poll(idle, milliseconds: 10),
        .write([0b00_10_0100], to: Register.average),  // AVG 4, ODR 100 Hz
        .write([0x02], to: Register.powerCommand),  // take over ODR and AVG
        .wait(milliseconds: 2),
        .poll(idle, milliseconds: 20),
        .write([0b00000_111], to: Register.axes),
        .write([0b1000_0000], to: Register.interruptControl),  // DRDY_DATA_REG_EN, no pin
        .write([0x01], to: Register.powerCommand),  // normal mode
        .wait(milliseconds: 38),
      ],
    ready: RegisterMatch(Register.interruptStatus, mask: 0b0000_0100, is: 0b0000_0100),
    block: RegisterBlock(Register.dataX, count: 12), counts: 0..<9, rateHz: 100,
    averagingDelay: 2_500,  // AVG 4 is allowed up to 200 Hz: 5 ms
    verified: [
      RegisterMatch(Register.average, is: 0b00_10_0100),
      RegisterMatch(Register.axes, mask: 0b111, is: 0b111),
    ],
    decode: decodeBMM350,
    axes: .open("no driver turns it, and no two sources tell how its axes lie on the part"))
}

/// Reads one word of the fuses, high byte first.
private func readFuse(_ word: UInt8) -> [Step] {
  [
    .write([0b001_00000 | word], to: Register.fuseCommand),
    .poll(RegisterMatch(Register.fuseStatus, mask: 0b111_0000_1, is: 1), milliseconds: 10),
    .keep(RegisterBlock(Register.fuseDataHigh, count: 2)),
  ]
}

private let idle = RegisterMatch(Register.powerStatus, mask: 0b1, is: 0)

private enum Register {
  static let chipID: UInt8 = 0x00
  static let average: UInt8 = 0x04
  static let axes: UInt8 = 0x05
  static let powerCommand: UInt8 = 0x06
  static let powerStatus: UInt8 = 0x07
  static let interruptControl: UInt8 = 0x2E
  static let interruptStatus: UInt8 = 0x30
  static let dataX: UInt8 = 0x31
  static let fuseCommand: UInt8 = 0x50
  static let fuseDataHigh: UInt8 = 0x52
  static let fuseStatus: UInt8 = 0x55
  static let command: UInt8 = 0x7E
}

/// x, y, z and the temperature with 24 bits each, low bytes first; the constants are the fuses.
@Sendable private func decodeBMM350(
  status: UInt8, data: [UInt8], constants: [UInt8]
) throws(DecodingError) -> Measurement? {
  let fuses = BMM350Fuses(constants)
  let celsius = fuses.celsius(Double(data.littleEndianInt24(9)))
  let field = fuses.field(
    Vector3(
      Double(data.littleEndianInt24(0)), Double(data.littleEndianInt24(3)),
      Double(data.littleEndianInt24(6))), celsius: celsius)
  guard !field.reaches(2_000) else { throw .overflow }
  return Measurement(magneticField: MagneticField(microtesla: field), temperatureCelsius: celsius)
}

/// What the factory burned into one chip; words of 16 bits, high bytes first.
///
/// - Source: Bosch BMM350_SensorAPI 1.10, `update_mag_off_sens` and the floating-point compensation.
private struct BMM350Fuses {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private func high(_ word: Int) -> Double { Double(Int8(bitPattern: bytes[2 * word])) }
  private func low(_ word: Int) -> Double { Double(Int8(bitPattern: bytes[2 * word + 1])) }

  /// 12 bits, two's complement, from four and eight.
  private func signed12(_ four: UInt8, _ eight: UInt8) -> Double {
    Double(Int16(bitPattern: UInt16(four & 0x0F) << 12 | UInt16(eight) << 4) >> 4)
  }

  /// °C from counts.
  func celsius(_ counts: Double) -> Double {
    let raw = counts / (0.00204 / 1.5 * 0.714607238769531 * 1_048_576) - 25.49
    return (1 + high(0x0D) / 512) * raw + low(0x0D) / 5
  }

  /// µT from counts.
  func field(_ counts: Vector3, celsius: Double) -> Vector3 {
    let scale = 1_000_000 / 1_048_576 / (0.714607238769531 / 1.5)
    let xy = scale / (14.55 * 19.46)
    let warmth = celsius - (Double(bytes.bigEndianInt16(2 * 0x18)) / 512 + 23)
    func axis(
      _ microtesla: Double, sensitivity: Double, offset: Double, coefficients word: Int
    ) -> Double {
      let trimmed = microtesla * (1 + sensitivity / 256) + offset + low(word) / 32 * warmth
      return trimmed / (1 + high(word) / 16_384 * warmth)
    }
    let x = axis(
      counts.x * xy, sensitivity: high(0x10),
      offset: signed12(bytes[2 * 0x0E], bytes[2 * 0x0E + 1]), coefficients: 0x12)
    let y = axis(
      counts.y * xy, sensitivity: low(0x11),
      offset: signed12(bytes[2 * 0x0E] >> 4, bytes[2 * 0x0F + 1]), coefficients: 0x13)
    let z = axis(
      counts.z * scale / (9 * 31), sensitivity: high(0x11),
      offset: signed12(bytes[2 * 0x0F], bytes[2 * 0x10 + 1]), coefficients: 0x14)
    return withoutCrossTalk(x, y, z)
  }

  private func withoutCrossTalk(_ x: Double, _ y: Double, _ z: Double) -> Vector3 {
    let (xy, yx) = (low(0x15) / 800, high(0x15) / 800)
    let (zx, zy) = (low(0x16) / 800, high(0x16) / 800)
    let determinant = 1 - yx * xy
    return Vector3(
      (x - xy * y) / determinant, (y - yx * x) / determinant,
      z + (x * (yx * zy - zx) - y * (zy - xy * zx)) / determinant)
  }
}
