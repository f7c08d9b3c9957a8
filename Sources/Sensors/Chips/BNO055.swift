import Quantities

/// Bosch BNO055 as three plain sensors (AMG mode): magnetometer at 30 Hz, accelerometer ±4 g and gyro
/// ±2 000 °/s at 100 Hz, in one block.
///
/// Its own fusion is not used. It changes the offsets of all three sensors by itself, without a sign of when and
/// how good they are, so that a calibration taken with them is soon wrong; it takes a magnet beside it for north
/// and says so by two bits; and it gives no error of its heading. In AMG mode the data are uncompensated (data
/// sheet 3.6.5) and what is known of them is what we measured.
///
/// Registers: the kernel's `bno055.c` (7.3), kriswiner/BNO055, Bosch's data sheet BST-BNO055-DS000-14, Adafruit's
/// `adafruit_bno055.py`. Where they disagree:
/// - The gyro's counts for 1 °/s: the data sheet says 16 for each range; the kernel 32 768 / range, after a user
///   measured 16.3 to 16.4 at 2 000 °/s and twice that at 1 000 °/s ("BNO055: Wrong sensitivity / resolution in
///   datasheet?", Bosch's forum). So: 16.384, at 2 000 °/s, where the two differ by 2.4 % only.
/// - The gyro's range bits: 000 is 2 000 °/s (data sheet, kriswiner, Adafruit); the kernel's table takes 000 for
///   125 °/s, which makes its AMG rates 16 times too small at that setting.
/// - A reset needs 650 ms, in which the chip does not answer. It is left out: every setting that matters is
///   written in CONFIG mode, which takes 19 ms to enter and 7 ms to leave (data sheet 3.3, the kernel waits 20).
/// - No register says that there is a new measurement. The field is passed on if its bytes changed.
///
/// A set-up that was cut short may leave it on page 1, where it cannot say who it is. No byte is written to find out,
/// for potentiometers sit at its addresses: it has to be named, `[sensors] chips = "bno055@0x28"`, or lose its supply.
///
/// The chip stretches the clock: `docs/hardware/buy-and-wire.md` says on which adapters it cannot be read.
extension Chip {
  package static let bno055 = Chip(
    name: "BNO055", kind: .nineAxes, addresses: [0x28, 0x29],
    identity: [
      RegisterMatch(Register.chipID, is: 0xA0), RegisterMatch(Register.accelID, is: 0xFB),
      RegisterMatch(Register.magID, is: 0x32), RegisterMatch(Register.gyroID, is: 0x0F),
    ],
    setUp: [
      .write([0], to: Register.page),
      .write([Mode.config], to: Register.mode),
      .wait(milliseconds: 25),
      .write([0b000000_00], to: Register.powerMode),  // normal
      .write([0b0_00_0_0_0_0_0], to: Register.units),  // m/s², °/s
      .write([0b00_10_01_00, 0b00000_000], to: Register.axisMap),  // P1: x, y, z, none turned
      .write([1], to: Register.page),
      .write(sensorConfig, to: Register.Page1.accelConfig),
      .write([0], to: Register.page),
      .write([Mode.amg], to: Register.mode),
      .wait(milliseconds: 60),  // 7, and the first measurement of each sensor
    ],
    stretchesClock: true,
    block: RegisterBlock(Register.accelX, count: 18), counts: 0..<18, slowField: 6..<12,
    rateHz: 100, averagingDelay: 4_900,  // 0.23 / 47 Hz
    verified: [
      RegisterMatch(Register.mode, mask: 0b1111, is: Mode.amg),
      RegisterMatch(Register.units, mask: 0b0001_0011, is: 0),
      RegisterMatch(Register.axisMap, mask: 0b0011_1111, is: 0b00_10_01_00),
      RegisterMatch(Register.axisSigns, mask: 0b0000_0111, is: 0),
    ],
    decode: decodeBNO055,
    axes: .known(sources: [
      "Bosch BST-BNO055-DS000-14, 3.4: one right-handed frame of all three sensors, P1 by default",
      "kriswiner/BNO055 BNO_055_Nano_Basic_AHRS_t3.ino: all three are aligned, its filter takes them as they are",
      "Linux 7.3 bno055.c: hands all three on as they are",
    ]),
    accelerometer: bno055Accelerometer, gyro: bno055Gyro)

  /// Bosch BST-BNO055-DS000-14, table 0-2, typical: AMG mode gives what the sensors measure.
  static let bno055Accelerometer = InertialTolerances.Accelerometer(
    milliG: 80, milliGPerKelvin: 1, scalePercent: 1, crossAxisPercent: 1)

  /// The same, but for the sensitivity: 2.4 %, by which data sheet and users differ (above).
  static let bno055Gyro = InertialTolerances.Gyro(
    degreesPerSecond: 1, degreesPerSecondPerKelvin: 0.015, scalePercent: 2.4, crossAxisPercent: 1)

  /// ACC_CONFIG 62.5 Hz ±4 g, MAG_CONFIG enhanced regular 30 Hz, GYR_CONFIG_0 47 Hz ±2 000 °/s, GYR_CONFIG_1
  /// normal.
  private static let sensorConfig: [UInt8] = [
    0b000_011_01, 0b0_00_10_111, 0b00_011_000, 0b00000_000,
  ]
}

private enum Register {
  static let chipID: UInt8 = 0x00
  static let accelID: UInt8 = 0x01
  static let magID: UInt8 = 0x02
  static let gyroID: UInt8 = 0x03
  static let page: UInt8 = 0x07
  static let accelX: UInt8 = 0x08
  static let units: UInt8 = 0x3B
  static let mode: UInt8 = 0x3D
  static let powerMode: UInt8 = 0x3E
  static let axisMap: UInt8 = 0x41
  static let axisSigns: UInt8 = 0x42

  enum Page1 {
    static let accelConfig: UInt8 = 0x08
  }
}

private enum Mode {
  static let config: UInt8 = 0b0000
  static let amg: UInt8 = 0b0111
}

/// 100 counts for 1 m/s², 16 for 1 µT, 16.384 for 1 °/s.
private let accelerationPerCount = 0.01
private let microteslaPerCount = 1.0 / 16
private let rateUnitsPerCount = radiansPerDegree / 16.384
/// 4 g, counts.
private let mostAcceleration = 3_922.0

/// Acceleration, field and rate, low bytes first. A knock or a fast turn only removes the quantity of its
/// own sensor; a field beyond the range removes all, so that it is reported.
@Sendable private func decodeBNO055(
  status: UInt8, data: [UInt8], constants: [UInt8]
) throws(DecodingError) -> Measurement? {
  let acceleration = data.littleEndianInt16x3(0)
  let field = data.littleEndianInt16x3(6)
  let rate = data.littleEndianInt16x3(12)
  guard !field.reaches(32_767) else { throw .overflow }
  var measurement = Measurement(
    magneticField: MagneticField(microtesla: field * microteslaPerCount))
  if !acceleration.reaches(mostAcceleration) {
    measurement.acceleration = Acceleration(
      metresPerSecondSquared: acceleration * accelerationPerCount)
  }
  if !rate.reaches(32_767) {
    measurement.angularRate = AngularRate(radiansPerSecond: rate * rateUnitsPerCount)
  }
  return measurement
}
