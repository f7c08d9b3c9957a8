import Quantities

/// AKM AK8963, ±4 912 µT at 100 Hz: the magnetometer behind an MPU-9250, once its bus is open.
///
/// - Each chip has its sensitivity (ASA) in a fuse ROM: H · ((ASA − 128) / 256 + 1), 8 bits without a
///   sign (the kernel's `ak8975.c`; kriswiner/MPU9250 #258).
/// - ST2 has to be read after each measurement, or the next one is not shown (the kernel; betaflight).
/// - Its x and y are the MPU-9250's y and x, its z points against it (the kernel's `inv_mpu_magn.c`;
///   bolderflight/invensense-imu #36). Alone on a board, it has the same axes.
/// - It says only its maker's number, which the AK09916 says too: that one is asked first.
extension Chip {
  package static let ak8963 = Chip(
    name: "AK8963", kind: .magnetometer, addresses: [0x0C],
    identity: [RegisterMatch(Register.whoIAm, is: 0x48)],
    setUp: [
      .write([0b0000_0001], to: Register.control2),  // SRST
      .wait(milliseconds: 10),
      .write([0b0000_1111], to: Register.control1),  // MODE fuse ROM
      .wait(milliseconds: 1),
      .keep(RegisterBlock(Register.sensitivityX, count: 3)),
      .write([0b0000_0000], to: Register.control1),  // MODE power down, between any two
      .wait(milliseconds: 1),
      .write([0b0001_0110], to: Register.control1),  // BIT 16, MODE continuous 2: 100 Hz
    ],
    ready: AKMTrim.ready(Register.status1),
    block: RegisterBlock(Register.dataX, count: 7), counts: 0..<6, rateHz: 100,
    averagingDelay: 3_600,  // a single measurement takes 7.2 ms
    verified: [RegisterMatch(Register.control1, is: 0b0001_0110)],
    decode: { _, data, constants throws(DecodingError) in
      try AKMTrim.decode(
        data, overflow: 0b0000_1000, sensitivities: constants,
        microteslaPerCount: microteslaPerCount)  // HOFL
    },
    packageFromDie: AKMTrim.packageFromDie,
    axes: .known(sources: [
      "Linux inv_mpu_magn.c", "bolderflight/invensense-imu #36", "kriswiner/MPU9250 #34",
    ]))
}

private enum Register {
  static let whoIAm: UInt8 = 0x00
  static let status1: UInt8 = 0x02
  static let dataX: UInt8 = 0x03
  static let control1: UInt8 = 0x0A
  static let control2: UInt8 = 0x0B
  static let sensitivityX: UInt8 = 0x10
}

/// With 16 bits.
private let microteslaPerCount = 0.15
