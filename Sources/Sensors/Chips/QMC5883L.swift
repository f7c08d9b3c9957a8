import Quantities

/// QST QMC5883L, ±8 G at 100 Hz: on most boards that were sold as HMC5883L.
///
/// Where public drivers differ:
/// - DRDY is bit 0 of STATUS (the datasheet's register names in several libraries; betaflight);
///   ArduPilot waits for bit 2, which is DOR: a measurement was skipped.
/// - 3 000 counts a gauss at ±8 G, 12 000 at ±2 G (ArduPilot; PX4; the datasheet as quoted in
///   DFRobot_QMC5883 #5 and RIOT #12464). Libraries that divide the range by 32 768 are 9 % off.
/// - The chip says who it is with 0xFF, which an absent chip reads too; register 0x0C reads 0x01 beside
///   it (ArduPilot). Where that one differs, a soft reset has to end in standby (betaflight).
/// - Registers 0x20 and 0x21, which ArduPilot writes, are not documented, and PX4 and betaflight leave
///   them alone. So do we.
/// - **Axes.** x along the arrow, y to its left, z out of the top (PX4 #14384, tried on mRo's receiver;
///   betaflight's guide). A report of z reversed in parts marked HA-588 (betaflight #15313) was withdrawn by
///   its author (#15314).
/// - The temperature has no known zero, and is left out.
extension Chip {
  package static let qmc5883L = Chip(
    name: "QMC5883L", kind: .magnetometer, addresses: [0x0D], soldAs: "GY-271 or HMC5883L",
    identity: [
      RegisterMatch(Register.chipID, is: 0xFF), RegisterMatch(Register.reserved, is: 0x01),
    ],
    wakeUp: WakeUp(
      signature: [
        RegisterMatch(Register.chipID, is: 0xFF),
        // reserved bits that read 0: what is not there reads 1
        RegisterMatch(Register.status, mask: 0b1111_1000, is: 0),
        RegisterMatch(Register.control2, mask: 0b0011_1110, is: 0),
      ],
      steps: [.write([0b1000_0000], to: Register.control2), .wait(milliseconds: 20)],
      identity: [
        RegisterMatch(Register.chipID, is: 0xFF),
        RegisterMatch(Register.control1, mask: 0b0000_0011, is: 0),
      ]),
    setUp: [
      .write([0b1000_0000], to: Register.control2),  // SOFT_RST
      .wait(milliseconds: 10),
      .write([0b0000_0001], to: Register.setResetPeriod),  // as the datasheet recommends
      // OSR 512, RNG ±8 G, ODR 100 Hz, MODE continuous
      .write([0b00_01_10_01], to: Register.control1),
    ],
    // DOR too: after a skipped measurement nothing new comes until the data is read.
    ready: RegisterMatch(
      Register.status, mask: Status.dataReady | Status.dataSkipped, is: Status.dataReady,
      Status.dataSkipped, Status.dataReady | Status.dataSkipped),
    block: RegisterBlock(Register.dataXLow, count: 6), counts: 0..<6, rateHz: 100,
    averagingDelay: 5_000,  // OSR 512 averages for at most its period
    verified: [
      RegisterMatch(Register.control1, is: 0b00_01_10_01),
      RegisterMatch(Register.setResetPeriod, is: 0b0000_0001),
    ],
    decode: decodeQMC5883L,
    axes: .known(sources: ["PX4 #14384", "betaflight.com, guide to magnetometers (#225, #678)"]))
}

private enum Register {
  static let dataXLow: UInt8 = 0x00
  static let status: UInt8 = 0x06
  static let control1: UInt8 = 0x09
  static let control2: UInt8 = 0x0A
  static let setResetPeriod: UInt8 = 0x0B
  static let reserved: UInt8 = 0x0C
  static let chipID: UInt8 = 0x0D
}

private enum Status {
  static let dataReady: UInt8 = 0b001
  static let overflow: UInt8 = 0b010
  static let dataSkipped: UInt8 = 0b100
}

/// 3 000 counts a gauss at ±8 G, and 1 G = 100 µT.
private let microteslaPerCount = 100.0 / 3_000

@Sendable private func decodeQMC5883L(
  status: UInt8, data: [UInt8], constants: [UInt8]
) throws(DecodingError) -> Measurement? {
  guard status & Status.dataReady != 0 else { return nil }
  guard status & Status.overflow == 0 else { throw .overflow }
  return Measurement(
    magneticField: MagneticField(microtesla: data.littleEndianInt16x3() * microteslaPerCount))
}
