import Quantities

/// MEMSIC MMC5983MA, ±8 G, one measurement at a time, 100 a second.
///
/// Where public drivers differ:
/// - **Axes.** After SET the registers are left-handed: x and y as drawn on the part, z out of the
///   **bottom**. So z is turned round. SparkFun's compass example takes x to the right of a forward y;
///   richcreations/imud has z against the ISM330DHCX's on SparkFun's board with both; Tempo-BT's board has
///   x and y a quarter turn and z half a turn from its ICM-42688's. ArduPilot measures after RESET and PX4
///   (`mmc5983ma.cpp`) subtracts from the middle, which turns all three round: the same hand, half a turn
///   about y from here, which a board's rotation takes there.
/// - The SET pulse is given at set-up, and so after each saturation, which it cures. RESET and SET tell the
///   bridge's offset from the field each 10 s, as ArduPilot does each 1 000 samples (`BridgeOffset`). Switched
///   to automatic, every sixteenth value was wrong (SparkFun's library #8, #9).
/// - BW 00 measures for 8 ms, 01 for 4 (SparkFun's library takes 800 / bandwidth): white noise by 1/√2, and 8 ms
///   fit into 10. SparkFun gives 0.4 mG as the smallest field it senses.
/// - The temperature did not work for PX4 (#22895), and is left out.
/// - Control registers cannot be read back (SparkFun keeps shadows), and are not verified.
extension Chip {
  package static let mmc5983MA = Chip(
    name: "MMC5983MA", kind: .magnetometer, addresses: [0x30],
    identity: [RegisterMatch(Register.productID, is: 0x30)],
    setUp: [
      .write([0b1000_0000], to: Register.control1),  // SW_RST
      .wait(milliseconds: 15),
    ] + set + [
      .write([0b000000_00], to: Register.control1)  // BW 100 Hz: 8 ms
    ],
    trigger: [.write([0b0000_0001], to: Register.control0)],  // TM_M
    film: FilmPulses(
      forward: set,
      reverse: [
        .write([0b0001_0000], to: Register.control0),  // Reset
        .wait(milliseconds: 1),
      ]),
    ready: RegisterMatch(Register.status, mask: 0b0000_0001, is: 0b0000_0001),
    block: RegisterBlock(Register.dataX, count: 7), counts: 0..<7, rateHz: 100,
    averagingDelay: 4_000, conversionTime: 8_000,
    decode: decodeMMC5983MA,
    axes: .known(sources: [
      "SparkFun_MMC5983MA_Arduino_Library, compass example", "richcreations/imud, spec.md",
      "Tempo-BT, alignment of its sensors",
    ]))
}

private let set: [Step] = [
  .write([0b0000_1000], to: Register.control0),  // Set
  .wait(milliseconds: 1),
]

private enum Register {
  static let dataX: UInt8 = 0x00
  static let status: UInt8 = 0x08
  static let control0: UInt8 = 0x09
  static let control1: UInt8 = 0x0A
  static let productID: UInt8 = 0x2F
}

/// 16 384 counts a gauss, and 1 G = 100 µT.
private let microteslaPerCount = 100.0 / 16_384
/// The count without a field: half of 18 bits.
private let zeroField = 131_072

/// Two bytes each of x, y and z, the higher one first, then one with two more bits of each.
@Sendable private func decodeMMC5983MA(
  status: UInt8, data: [UInt8], constants: [UInt8]
) throws(DecodingError) -> Measurement? {
  func count(_ axis: Int) -> Double {
    let low = Int(data[6] >> (6 - 2 * axis)) & 0b11
    return Double(Int(data[2 * axis]) << 10 | Int(data[2 * axis + 1]) << 2 | low)
      - Double(zeroField)
  }
  let counts = Vector3(count(0), count(1), count(2))
  guard !counts.reaches(Double(zeroField - 1)) else { throw .overflow }
  let rightHanded = Vector3(counts.x, counts.y, -counts.z)
  return Measurement(magneticField: MagneticField(microtesla: rightHanded * microteslaPerCount))
}
