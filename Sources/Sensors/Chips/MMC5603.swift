import Quantities

/// MEMSIC MMC5603NJ, ±30 G, one measurement at a time, 100 a second.
///
/// Where public drivers differ:
/// - 20 bits: the third byte's upper four are the lowest ones (Adafruit_MMC56x3). ArduPilot adds that
///   byte unshifted, up to 240 counts or 1.5 µT; betaflight takes two of the bits.
/// - Meas_M_Done is bit 6 of STATUS (Adafruit; ArduPilot); betaflight's bit 0 is never read there.
/// - **Axes.** After RESET they are the ones drawn on the part, right-handed (the kernel's `mmc5633.c`;
///   Adafruit and ArduPilot measure after RESET; psiphi75/ahrs #22 has z along an LSM6DS3TR-C's). We
///   measure after SET and turn all three round, which is the same; betaflight measures after SET and turns
///   none. **Open**: that x and y are not half a turn off has no second source, and the arrows on
///   Adafruit's board are reported wrong (Adafruit_MMC56x3 #4).
/// - The SET pulse is given at set-up, and so after each saturation, which it cures. RESET and SET tell the
///   bridge's offset from the field each 10 s, as ArduPilot does each 1 000 samples (`BridgeOffset`). The
///   automatic one puts a jump into the series where its two halves differ.
/// - BW 00 measures for 6.6 ms, 01 for 3.5 (PebbleOS's `mmc5603nj` registers; the emulated chip): white noise by
///   √(3.5 / 6.6) = 0.73, and 6.6 ms fit into 10.
/// - Control registers cannot be read back, and are not verified.
extension Chip {
  package static let mmc5603 = Chip(
    name: "MMC5603", kind: .magnetometer, addresses: [0x30],
    identity: [RegisterMatch(Register.productID, is: 0x10)],
    setUp: [
      .write([0b1000_0000], to: Register.control1),  // SW_RST
      .wait(milliseconds: 20),
    ] + set + [
      .write([0b000000_00], to: Register.control1)  // BW 6.6 ms
    ],
    trigger: [.write([0b0000_0001], to: Register.control0)],  // TM_M
    film: FilmPulses(
      forward: set,
      reverse: [
        .write([0b0001_0000], to: Register.control0),  // Do_RESET
        .wait(milliseconds: 1),
      ]),
    ready: RegisterMatch(Register.status, mask: 0b0100_0000, is: 0b0100_0000),
    block: RegisterBlock(Register.dataX, count: 9), counts: 0..<9, rateHz: 100,
    averagingDelay: 3_300, conversionTime: 6_600,
    decode: decodeMMC5603,
    axes: .open("which way x and y point has one source, and Adafruit's arrows are reported wrong"))
}

private let set: [Step] = [
  .write([0b0000_1000], to: Register.control0),  // Do_SET
  .wait(milliseconds: 1),
]

private enum Register {
  static let dataX: UInt8 = 0x00
  static let status: UInt8 = 0x18
  static let control0: UInt8 = 0x1B
  static let control1: UInt8 = 0x1C
  static let productID: UInt8 = 0x39
}

/// 16 384 counts a gauss, and 1 G = 100 µT.
private let microteslaPerCount = 100.0 / 16_384
/// The count without a field: half of 20 bits.
private let zeroField = 524_288

/// Two bytes each of x, y and z, the higher one first, then the lowest four bits of each.
@Sendable private func decodeMMC5603(
  status: UInt8, data: [UInt8], constants: [UInt8]
) throws(DecodingError) -> Measurement? {
  func count(_ axis: Int) -> Double {
    let high = Int(data[2 * axis]) << 12 | Int(data[2 * axis + 1]) << 4
    let low = Int(data[6 + axis] >> 4)
    return Double((high | low) - zeroField)
  }
  let counts = Vector3(count(0), count(1), count(2))
  guard !counts.reaches(Double(zeroField - 1)) else { throw .overflow }
  return Measurement(magneticField: MagneticField(microtesla: -counts * microteslaPerCount))
}
