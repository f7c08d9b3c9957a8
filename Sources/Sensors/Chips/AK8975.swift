import Quantities

/// AKM AK8975, ±1 229 µT, one measurement at a time, up to 100 a second: the magnetometer behind an MPU-9150,
/// once its bus is open.
///
/// - Registers: the kernel's `ak8975.c` and `inv_mpu_magn.c`, RTIMULib's `RTIMUMPU9150.cpp`.
/// - 13 bits of 0.3 µT (the same three); the AK8963's are of 0.15 µT. There is no continuous mode: the kernel
///   and RTIMULib ask for each measurement.
/// - It says 0x48 as the AK8963 does, and the kernel does not tell the two apart. In an MPU-9150 the gyro in
///   front says 0x68, in an MPU-9250 it says 0x71 or 0x73: that tells them here. An AK8975 alone is taken for an
///   AK8963, whose set-up then fails: CNTL keeps only the four bits of MODE (data sheet, from memory), so what
///   is verified there does not match; `[sensors] chips = "ak8975@0x0C"` says what it is. The other way round,
///   an AK8963 that is taken for an AK8975 keeps the bit for 16-bit output, and set-up ends there, before
///   the driver would report half the field.
/// - Its x and y are the MPU-9150's y and x, its z points against it.
extension Chip {
  package static let ak8975 = Chip(
    name: "AK8975", kind: .magnetometer, addresses: [0x0C],
    identity: [RegisterMatch(Register.whoIAm, is: 0x48)],
    companion: Companion(addresses: [0x68, 0x69], identity: RegisterMatch(0x75, is: 0x68)),
    setUp: [
      .write([0b0001_0000], to: Register.control),  // power down; BIT, which an AK8963 keeps
      .wait(milliseconds: 1),
      .poll(RegisterMatch(Register.control, is: 0b0000_0000), milliseconds: 2),
      .write([0b0000_1111], to: Register.control),  // MODE fuse ROM
      .wait(milliseconds: 1),
      .keep(RegisterBlock(Register.sensitivityX, count: 3)),
      .write([0b0000_0000], to: Register.control),  // MODE power down, between any two
      .wait(milliseconds: 1),
    ],
    trigger: [.write([0b0000_0001], to: Register.control)],  // MODE single measurement
    ready: AKMTrim.ready(Register.status1),
    block: RegisterBlock(Register.dataX, count: 7), counts: 0..<6, rateHz: 100,
    averagingDelay: 3_650, conversionTime: 7_300,
    decode: { _, data, constants throws(DecodingError) in
      try AKMTrim.decode(
        data, overflow: 0b0000_1100, sensitivities: constants,
        microteslaPerCount: microteslaPerCount)  // HOFL, DERR
    },
    packageFromDie: AKMTrim.packageFromDie,
    axes: .known(sources: [
      "Linux, inv_mpu_magn.c", "RTIMULib, RTIMUMPU9150.cpp", "d-ronin/dRonin, imu_orientation.md",
    ]))
}

private enum Register {
  static let whoIAm: UInt8 = 0x00
  static let status1: UInt8 = 0x02
  static let dataX: UInt8 = 0x03
  static let control: UInt8 = 0x0A
  static let sensitivityX: UInt8 = 0x10
}

private let microteslaPerCount = 0.3
