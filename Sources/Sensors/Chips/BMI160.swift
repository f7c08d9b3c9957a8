import Quantities

/// Bosch BMI160: accelerometer ±4 g and gyro ±1 000 °/s at 100 Hz.
///
/// - 8 192 counts a g and 32.8 for 1 °/s (the kernel's `bmi160_core.c`: 0.001197 m/s², 0.000532 rad/s).
/// - After a command it needs its time: 4 ms for the accelerometer, 80 ms for the gyro (the kernel).
extension Chip {
  package static let bmi160 = Chip(
    name: "BMI160", kind: .inertial, addresses: [0x68, 0x69],
    identity: [RegisterMatch(Register.chipID, is: 0xD1)],
    setUp: [
      .write([0xB6], to: Register.command),  // soft reset
      .wait(milliseconds: 15),
      .write([0x11], to: Register.command),  // accelerometer: normal
      .wait(milliseconds: 5),
      .write([0x15], to: Register.command),  // gyro: normal
      .wait(milliseconds: 85),
      .write([0b0_010_1000], to: Register.accelConfig),  // acc_bwp normal, acc_odr 100 Hz
      .write([0b0000_0101], to: Register.accelRange),  // ±4 g
      .write([0b00_10_1000], to: Register.gyroConfig),  // gyr_bwp normal, gyr_odr 100 Hz
      .write([0b00000_001], to: Register.gyroRange),  // ±1000 °/s
    ],
    // drdy_acc, drdy_gyr
    ready: RegisterMatch(Register.status, mask: 0b1100_0000, is: 0b1100_0000),
    block: RegisterBlock(Register.gyroX, count: 12),
    secondBlock: RegisterBlock(Register.temperature, count: 2), counts: 0..<12, rateHz: 100,
    averagingDelay: 5_800,  // 0.23 / 40 Hz
    verified: [
      RegisterMatch(Register.powerStatus, mask: 0b00_11_11_00, is: 0b00_01_01_00),
      RegisterMatch(Register.accelConfig, is: 0b0_010_1000),
      RegisterMatch(Register.accelRange, is: 0b0000_0101),
      RegisterMatch(Register.gyroConfig, is: 0b00_10_1000),
      RegisterMatch(Register.gyroRange, is: 0b00000_001),
    ],
    decode: decodeBMI160,
    axes: .open(
      "ArduPilot's driver for one board has x forward, y left, z up; there is no second source"),
    // Bosch BST-BMI160-DS000 rev. 1.0, 1.2: limits of the sensitivity at ±4 g, 7 864 to 8 520; the change of the
    // offset as in the comparison of dongqingyueyue (csdn.net). Offset and cross-axis sensitivity were not found
    // and are the MPU-6050's.
    accelerometer: .init(milliGPerKelvin: 0.4, scalePercent: InertialTolerances.limits(4)),
    // the same: limits of the sensitivity at ±1 000 °/s, 31.8 to 33.8; the zero-rate level is typically ±3 °/s and
    // changes by 0.08 °/s/K (that comparison). Cross-axis: the MPU-6050's.
    gyro: .init(
      degreesPerSecond: 3, degreesPerSecondPerKelvin: 0.08,
      scalePercent: InertialTolerances.limits(3)))
}

private enum Register {
  static let chipID: UInt8 = 0x00
  static let powerStatus: UInt8 = 0x03
  static let gyroX: UInt8 = 0x0C
  static let status: UInt8 = 0x1B
  static let temperature: UInt8 = 0x20
  static let accelConfig: UInt8 = 0x40
  static let accelRange: UInt8 = 0x41
  static let gyroConfig: UInt8 = 0x42
  static let gyroRange: UInt8 = 0x43
  static let command: UInt8 = 0x7E
}

private let accelerationPerCount = metresPerSecondSquaredPerG / 8_192
private let rateUnitsPerCount = radiansPerDegree / 32.8

/// °C by TEMPERATURE, 512 counts a kelvin and 0 at 23 °C; `nil` for 0x8000, no valid value (BST-BMI160-DS000, from memory; of
/// its zero nothing depends).
private func celsius(_ counts: Int) -> Double? {
  counts == Int(Int16.min) ? nil : 23 + Double(counts) / 512
}

/// Rate, acceleration and temperature, low bytes first.
@Sendable private func decodeBMI160(
  status: UInt8, data: [UInt8], constants: [UInt8]
) throws(DecodingError) -> Measurement? {
  let rate = data.littleEndianInt16x3(0)
  let acceleration = data.littleEndianInt16x3(6)
  return Measurement(
    acceleration: acceleration, metresPerSecondSquaredPerCount: accelerationPerCount, rate: rate,
    radiansPerSecondPerCount: rateUnitsPerCount,
    temperatureCelsius: celsius(data.littleEndianInt16(12)))
}
