import Quantities

/// AKM AK09916, ±4 912 µT at 100 Hz: the magnetometer behind an ICM-20948, once its bus is open.
///
/// - Mode 4, 0b01000, is 100 Hz (ArduPilot; several libraries of the ICM-20948); PX4 takes mode 3,
///   50 Hz.
/// - ST2 has to be read after each measurement (the kernel; PX4; ArduPilot).
/// - 0.15 µT a count, two's complement, right-handed. Its y and z are opposite to those of the
///   ICM-20948 around it (SparkFun_ICM-20948_ArduinoLibrary #59 and its mounting matrix for the chip's
///   motion processor; micropython-fusion #10). Alone on a board, it has the same axes.
/// - The AK09918 has the same registers and another number (the kernel's `ak8975.c`), and comes alone: it
///   is not turned.
extension Chip {
  package static let ak09916 = ak099xx(
    "AK09916", device: 0x09,
    packageFromDie: Matrix3(Vector3(1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, -1)),
    axes: .known(sources: [
      "SparkFun_ICM-20948_ArduinoLibrary #59", "micropython-fusion #10",
    ]))
  package static let ak09918 = ak099xx(
    "AK09918", device: 0x0C, packageFromDie: .identity,
    axes: .open("it comes alone, and no source tells how its axes lie on the part"))

  private static func ak099xx(
    _ name: String, device: UInt8, packageFromDie: Matrix3, axes: AxisEvidence
  ) -> Chip {
    Chip(
      name: name, kind: .magnetometer, addresses: [0x0C],
      identity: [
        RegisterMatch(Register.company, is: 0x48), RegisterMatch(Register.device, is: device),
      ],
      setUp: [
        .write([0b0000_0001], to: Register.control3),  // SRST
        .wait(milliseconds: 10),
        .write([0b000_01000], to: Register.control2),  // MODE continuous 4: 100 Hz
      ],
      ready: AKMTrim.ready(Register.status1),
      block: RegisterBlock(Register.dataX, count: 8), counts: 0..<6, rateHz: 100,
      averagingDelay: 3_600,  // a single measurement takes 7.2 ms
      verified: [RegisterMatch(Register.control2, is: 0b000_01000)],
      decode: decodeAK099xx, packageFromDie: packageFromDie, axes: axes)
  }
}

private enum Register {
  static let company: UInt8 = 0x00
  static let device: UInt8 = 0x01
  static let status1: UInt8 = 0x10
  static let dataX: UInt8 = 0x11
  static let control2: UInt8 = 0x31
  static let control3: UInt8 = 0x32
}

private let microteslaPerCount = 0.15

/// x, y and z with their low bytes first, a byte of no meaning, ST2.
@Sendable private func decodeAK099xx(
  status: UInt8, data: [UInt8], constants: [UInt8]
) throws(DecodingError) -> Measurement? {
  guard data[7] & 0b0000_1000 == 0 else { throw .overflow }  // HOFL
  return Measurement(
    magneticField: MagneticField(microtesla: data.littleEndianInt16x3() * microteslaPerCount))
}
