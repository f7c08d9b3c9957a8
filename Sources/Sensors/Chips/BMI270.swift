import Quantities

/// Bosch BMI270: accelerometer ±4 g and gyro ±1 000 °/s at 100 Hz.
///
/// - At each start it is given code of its maker's, at most 8 kB, in pieces: INIT_ADDR holds the number of a
///   piece's first word, its low four bits in 0x5B, the others in 0x5C, and INIT_DATA 0x5E takes the bytes
///   (several libraries; the kernel's `bmi270_core.c` sends all at once). INTERNAL_STATUS then reads 1 in
///   its low four bits, within 20 ms (Bosch's BMI270_SensorAPI) to 140 ms (the kernel).
/// - Out of its power-save mode registers are there after 450 µs (the kernel).
/// - drdy_acc and drdy_gyr are bits 7 and 6 of STATUS 0x03 (Bosch; SparkFun's library waits for both).
/// - 8 192 counts a g and 32.8 for 1 °/s (the kernel: 0.001197 m/s², 0.000532 rad/s).
/// - The gyro's z leaks into x by what the factory measured, GYR_CAS / 512, seven bits of page 0 (Bosch;
///   Apache NuttX's `bmi270.c` reads the same). The kernel's driver leaves that in.
extension Chip {
  package static let bmi270 = Chip(
    name: "BMI270", kind: .inertial, addresses: [0x68, 0x69],
    identity: [RegisterMatch(Register.chipID, is: 0x24)],
    firmware: Firmware(file: "bmi270-init-data.fw", most: 8_192),
    setUp: [
      .write([0xB6], to: Register.command),  // soft reset
      .wait(milliseconds: 5),
      .write([0b0000_0000], to: Register.powerConfig),  // adv_power_save off
      .wait(milliseconds: 1),
      .write([0x00], to: Register.initControl),
      .upload(to: Register.initData, word: Register.initAddress),
      .write([0x01], to: Register.initControl),
      .wait(milliseconds: 20),
      .poll(
        RegisterMatch(Register.internalStatus, mask: 0b0000_1111, is: 0b0001), milliseconds: 150),
      .write([0b1_010_1000], to: Register.accelConfig),  // acc_filter_perf, normal, 100 Hz
      .write([0b0000_0001], to: Register.accelRange),  // ±4 g
      .write([0b1_1_10_1000], to: Register.gyroConfig),  // filter and noise_perf, normal, 100 Hz
      .write([0b0000_0001], to: Register.gyroRange),  // ±1000 °/s
      .write([0b0000_1110], to: Register.powerControl),  // temp_en, acc_en, gyr_en
      .write([0], to: Register.featurePage),
      .keep(RegisterBlock(Register.gyroCrossAxis, count: 1)),
    ],
    // drdy_acc, drdy_gyr
    ready: RegisterMatch(Register.status, mask: 0b1100_0000, is: 0b1100_0000),
    block: RegisterBlock(Register.accelX, count: 12), counts: 0..<12, rateHz: 100,
    averagingDelay: 5_800,  // 0.23 / 40 Hz
    verified: [
      RegisterMatch(Register.internalStatus, mask: 0b0000_1111, is: 0b0001),
      RegisterMatch(Register.powerControl, mask: 0b0000_0110, is: 0b0000_0110),
      RegisterMatch(Register.accelConfig, is: 0b1_010_1000),
      RegisterMatch(Register.accelRange, is: 0b0000_0001),
      RegisterMatch(Register.gyroConfig, is: 0b1_1_10_1000),
      RegisterMatch(Register.gyroRange, is: 0b0000_0001),
    ],
    decode: decodeBMI270,
    axes: .known(sources: ["PX4 BMI270.cpp", "arduino-libraries/Arduino_BMI270_BMM150 #68"]),
    // Bosch BST-BMI270-DS000-08 rev. 1.6, table 2, typical; its cross-axis sensitivity was not found and is the
    // MPU-6050's
    accelerometer: .init(milliG: 20, milliGPerKelvin: 0.25, scalePercent: 0.4),
    // The same, typical, p. 15; but for the zero-rate level: ±0.5 °/s there, and three parts of three had −3 °/s
    // about x ("BMI270 gyroscope x axis zero-rate offset out of spec", Bosch's forum). So 3 °/s, the BMI160's.
    gyro: .init(
      degreesPerSecond: 3, degreesPerSecondPerKelvin: 0.015, scalePercent: 2,
      crossAxisPercent: 0.2))
}

private enum Register {
  static let chipID: UInt8 = 0x00
  static let status: UInt8 = 0x03
  static let accelX: UInt8 = 0x0C
  static let internalStatus: UInt8 = 0x21
  static let featurePage: UInt8 = 0x2F
  static let gyroCrossAxis: UInt8 = 0x3C
  static let accelConfig: UInt8 = 0x40
  static let accelRange: UInt8 = 0x41
  static let gyroConfig: UInt8 = 0x42
  static let gyroRange: UInt8 = 0x43
  static let initControl: UInt8 = 0x59
  static let initAddress: UInt8 = 0x5B
  static let initData: UInt8 = 0x5E
  static let powerConfig: UInt8 = 0x7C
  static let powerControl: UInt8 = 0x7D
  static let command: UInt8 = 0x7E
}

private let accelerationPerCount = metresPerSecondSquaredPerG / 8_192
private let rateUnitsPerCount = radiansPerDegree / 32.8

/// Acceleration, then rate, low bytes first.
@Sendable private func decodeBMI270(
  status: UInt8, data: [UInt8], constants: [UInt8]
) throws(DecodingError) -> Measurement? {
  let acceleration = data.littleEndianInt16x3(0)
  let rate = data.littleEndianInt16x3(6)
  var measurement = Measurement(
    acceleration: acceleration, metresPerSecondSquaredPerCount: accelerationPerCount, rate: rate,
    radiansPerSecondPerCount: rateUnitsPerCount)
  if let leaking = measurement.angularRate?.radiansPerSecond {
    let leak = Double(Int8(bitPattern: constants[0] << 1) >> 1) / 512
    measurement.angularRate = AngularRate(
      radiansPerSecond: Vector3(leaking.x - leak * leaking.z, leaking.y, leaking.z))
  }
  return measurement
}
