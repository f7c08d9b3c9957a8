import Quantities

/// PNI RM3100, ±800 µT at 75 Hz with 200 cycles.
///
/// Where public drivers differ:
/// - It has no register made for saying who it is. REVID reads 0x22 (PX4), and the cycle counts read
///   200 until a program changes them (ArduPilot): we take the first, which does not change.
/// - 75 counts a µT at 200 cycles (the kernel's 133 µG a count; ArduPilot; PX4). At 200 cycles three
///   axes can be measured 147 times a second, so 150 Hz, as ArduPilot asks for, is not reached.
/// - **Axes.** Three separate coils: which is which, and whether they are right-handed, is the board's choice
///   (ArduPilot #20347 has boards that need axes turned round): **open**. Taken as in PNI's drawing, x
///   forward, y right, z down (richcreations/imud; PX4's `rm3100.cpp`, which turns nothing).
extension Chip {
  package static let rm3100 = Chip(
    name: "RM3100", kind: .magnetometer, addresses: [0x20, 0x21, 0x22, 0x23],
    identity: [RegisterMatch(Register.revision, is: 0x22)],
    setUp: [
      .write([0b0000_0000], to: Register.continuous),
      .write([0, 200, 0, 200, 0, 200], to: Register.cycleCountX),
      .write([0x95], to: Register.rate),  // 75 Hz
      .write([0b0_111_0_0_0_1], to: Register.continuous),  // CMZ CMY CMX, DRDM all axes, START
    ],
    ready: RegisterMatch(Register.status, mask: 0b1000_0000, is: 0b1000_0000),
    block: RegisterBlock(Register.dataX, count: 9), counts: 0..<9, rateHz: 75,
    averagingDelay: 3_400,  // three axes one after another, 147 Hz at most: 6.8 ms
    verified: [
      RegisterMatch(Register.rate, is: 0x95),
      RegisterMatch(Register.cycleCountX + 1, is: 200),
      RegisterMatch(Register.cycleCountX + 3, is: 200),
      RegisterMatch(Register.cycleCountX + 5, is: 200),
    ],
    decode: decodeRM3100,
    axes: .open("which coil is which is the board's choice; taken as in PNI's drawing"))
}

private enum Register {
  static let continuous: UInt8 = 0x01
  static let cycleCountX: UInt8 = 0x04
  static let rate: UInt8 = 0x0B
  static let dataX: UInt8 = 0x24
  static let status: UInt8 = 0x34
  static let revision: UInt8 = 0x36
}

private let microteslaPerCount = 1.0 / 75

/// Three times 24 bits, high bytes first.
@Sendable private func decodeRM3100(
  status: UInt8, data: [UInt8], constants: [UInt8]
) throws(DecodingError) -> Measurement? {
  let counts = Vector3(
    Double(data.bigEndianInt24(0)), Double(data.bigEndianInt24(3)), Double(data.bigEndianInt24(6)))
  guard !counts.reaches(8_388_607) else { throw .overflow }
  let turned = Vector3(counts.x, -counts.y, -counts.z)
  return Measurement(magneticField: MagneticField(microtesla: turned * microteslaPerCount))
}
