import Quantities

/// ST LSM6DS3 and its family: accelerometer ±4 g and gyro ±1 000 °/s at 104 Hz.
///
/// Each has the same registers for what is used here (the kernel's `st_lsm6dsx_core.c`): 0x69 LSM6DS3;
/// 0x6A LSM6DS3TR-C, LSM6DSL, LSM6DSM; 0x6B ISM330DHCX, LSM6DSR, ASM330LHH; 0x6C LSM6DSO, LSM6DSOX;
/// 0x6D LSM6DST. Adafruit's `lsm6ds3.py` expects 0x6A of an LSM6DS3, which is the LSM6DS3TR-C's.
extension Chip {
  /// Tolerances: ST DocID026899 rev. 7, table 3, typical; nothing else is in it: the MPU-6050's.
  package static let lsm6ds3 = lsm6ds(
    "LSM6DS3", 0x69, countsPerKelvin: 16, accelerometer: .init(milliG: 40, milliGPerKelvin: 0.5),
    gyro: .init(degreesPerSecond: 10, degreesPerSecondPerKelvin: 0.05))

  /// Tolerances: ST DocID030071 rev. 3, table 3, typical, which are not better than the LSM6DSL's (DocID028475);
  /// nothing else was found: the MPU-6050's.
  package static let lsm6ds3trc = lsm6ds(
    "LSM6DS3TR-C", 0x6A, accelerometer: .init(milliG: 40, milliGPerKelvin: 0.5),
    gyro: .init(degreesPerSecond: 3, degreesPerSecondPerKelvin: 0.05))

  /// Tolerances of the accelerometer: ST DS13012 rev. 6, table 2, typical; limits of the sensitivity. Of the gyro,
  /// where none was found: those of the LSM6DSR, which has the same identity (its data sheet, table 2, typical);
  /// cross-axis sensitivity the MPU-6050's.
  package static let ism330dhcx = lsm6ds(
    "ISM330DHCX", 0x6B,
    accelerometer: .init(
      milliG: 10, milliGPerKelvin: 0.1, scalePercent: InertialTolerances.limits(2),
      crossAxisPercent: 0.5),
    gyro: .init(degreesPerSecond: 1, degreesPerSecondPerKelvin: 0.005, scalePercent: 1))

  /// Tolerances: ST DS12814 rev. 3 and, for the same sensors, the LSM6DSO's DS12140 rev. 3, table 2, typical. Its
  /// only tolerance of a sensitivity, G_So%, is taken for both. The change of the zero-g offset is that of the
  /// LSM6DSO32 (DocID032891). No cross-axis sensitivity was found: the MPU-6050's.
  package static let lsm6dsox = lsm6ds(
    "LSM6DSOX", 0x6C, 0x6D,
    accelerometer: .init(milliG: 20, milliGPerKelvin: 0.1, scalePercent: 1),
    gyro: .init(degreesPerSecond: 1, degreesPerSecondPerKelvin: 0.01, scalePercent: 1))

  private static func lsm6ds(
    _ name: String, _ identities: UInt8..., countsPerKelvin: Double = 256,
    accelerometer: InertialTolerances.Accelerometer, gyro: InertialTolerances.Gyro
  ) -> Chip {
    Chip(
      name: name, kind: .inertial, addresses: [0x6A, 0x6B],
      identity: [RegisterMatch(Register.whoAmI, anyOf: identities)],
      setUp: [
        .write([0b0000_0001], to: Register.control3),  // SW_RESET
        .wait(milliseconds: 15),
        .write([0b0_1_000_1_00], to: Register.control3),  // BDU, IF_INC: count up
        .write([0b0100_10_00], to: Register.control1Accel),  // ODR 104 Hz, FS ±4 g
        .write([0b0100_10_00], to: Register.control2Gyro),  // ODR 104 Hz, FS 1000 °/s
        .wait(milliseconds: 80),  // the gyro starts
      ],
      ready: RegisterMatch(Register.status, mask: 0b11, is: 0b11),  // GDA, XLDA
      block: RegisterBlock(Register.temperature, count: 14), counts: 2..<14, rateHz: 104,
      averagingDelay: 6_500,  // LPF2: 0.23 / 34 Hz
      verified: [
        RegisterMatch(Register.control1Accel, is: 0b0100_10_00),
        RegisterMatch(Register.control2Gyro, is: 0b0100_10_00),
        RegisterMatch(Register.control3, is: 0b0_1_000_1_00),
      ],
      decode: { _, data, _ throws(DecodingError) in
        decodeLSM6DS(data, countsPerKelvin: countsPerKelvin)
      },
      axes: .known(sources: ["PX4 ISM330DLC.cpp", "pololu/lsm6-arduino with MinIMU-9 v5"]),
      accelerometer: accelerometer, gyro: gyro)
  }
}

private enum Register {
  static let whoAmI: UInt8 = 0x0F
  static let control1Accel: UInt8 = 0x10
  static let control2Gyro: UInt8 = 0x11
  static let control3: UInt8 = 0x12
  static let status: UInt8 = 0x1E
  static let temperature: UInt8 = 0x20
}

/// 0.122 mg a count at ±4 g.
private let accelerationPerCount = 0.122e-3 * metresPerSecondSquaredPerG
/// 35 m°/s a count at 1 000 °/s.
private let rateUnitsPerCount = 0.035 * radiansPerDegree

/// Temperature, rate and acceleration, low bytes first: of this family and of the LSM6DSV16X.
///
/// - Parameter countsPerKelvin: of the temperature, which is 0 at 25 °C: 16 in the LSM6DS3, 256 in the others (openpilot's
///   `lsm6ds3_temp.py`; avsaase/lsm6ds3tr).
func decodeLSM6DS(_ data: [UInt8], countsPerKelvin: Double) -> Measurement {
  Measurement(
    acceleration: data.littleEndianInt16x3(8),
    metresPerSecondSquaredPerCount: accelerationPerCount, rate: data.littleEndianInt16x3(2),
    radiansPerSecondPerCount: rateUnitsPerCount,
    temperatureCelsius: 25 + Double(data.littleEndianInt16(0)) / countsPerKelvin)
}
