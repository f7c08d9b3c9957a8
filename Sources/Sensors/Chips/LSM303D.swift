import Quantities

/// ST LSM303D, one chip with magnetometer ±2 G at 100 Hz and accelerometer ±4 g at 200 Hz, on the MinIMU-9 v3 and
/// GY-89; and the same map in the LSM9DS0.
///
/// - Registers: the kernel's `st_magn_core.c` and `st_accel_core.c` (which name it `lsm303d` and `lsm9ds0`),
///   Pololu's lsm303-arduino, RTIMULib.
/// - 80 µG a count at ±2 G (the kernel, Pololu), 0.122 mg at ±4 g.
/// - Both halves answer at one address. The field (0x08) and the acceleration (0x28) are two reads: no source
///   tells what follows the field in one read, and ST's other magnetometers begin with x again (LIS3MDL), so
///   that the acceleration would be the field. The acceleration is twice as fast as the field, so it is at
///   most 5 ms old.
/// - Axes right-handed, x along the arrow, z up, the same for both (RTIMULib takes (x, −y, −z) for forward,
///   right, down; Pololu's MinIMU-9 gives gyro, accelerometer and magnetometer one frame).
/// - It is of the kind with nine axes although it has no gyro: its two halves are read together.
extension Chip {
  package static let lsm303D = lsm303D(
    "LSM303D", companion: nil, fieldSigns: Vector3(1, 1, 1),
    axes: .known(sources: ["RTIMULib, RTIMUGD20HM303D.cpp", "pololu/minimu-9-ahrs-arduino"]))

  /// A chip with this identity next to an L3GD20: an LSM303D on a GY-89, or the LSM9DS0, which has an L3GD20 in it. No register
  /// tells; beside an L3GD20H (Pololu's MinIMU-9 v3) or alone it is an LSM303D.
  ///
  /// The LSM303D is meant, whose axes are known, unless the configuration names the other.
  package static let lsm303DOrLSM9DS0 = lsm303D(
    "LSM303D or LSM9DS0", companion: besideL3GD20, fieldSigns: Vector3(1, 1, 1),
    axes: .open(
      "if it is an LSM9DS0, its magnetometer is mirrored; [sensors] chips = \"lsm9ds0@0x1D\" says so"
    ))

  /// The accelerometer and magnetometer of the LSM9DS0, used only if the configuration names it: the
  /// probe finds it as `lsm303DOrLSM9DS0`.
  ///
  /// Its field is left-handed. RTIMULib's signs turn z round; the author of kriswiner/LSM9DS0 says in #10 that it
  /// is x. The first has been used with the board, and is taken.
  package static let lsm9DS0 = lsm303D(
    "LSM9DS0", companion: besideL3GD20, fieldSigns: Vector3(1, 1, -1),
    axes: .open(
      "which axis of the magnetometer is mirrored: RTIMULib says z, kriswiner/LSM9DS0 #10 says x"))

  private static let besideL3GD20 = Companion(
    addresses: [0x6A, 0x6B], identity: RegisterMatch(0x0F, is: 0xD4))

  private static func lsm303D(
    _ name: String, companion: Companion?, fieldSigns: Vector3, axes: AxisEvidence
  ) -> Chip {
    Chip(
      name: name, kind: .nineAxes, addresses: [0x1D, 0x1E],
      identity: [RegisterMatch(Register.whoAmI, is: 0x49)], companion: companion,
      setUp: [
        .write([0b0111_1_111], to: Register.control1),  // AODR 200 Hz, BDU, Z Y X on
        .write([0b11_001_000], to: Register.control2),  // ABW 50 Hz, AFS ±4 g
        .write([0b0_11_101_00], to: Register.control5),  // M_RES high, M_ODR 100 Hz
        .write([0b0_00_00000], to: Register.control6),  // MFS ±2 G
        .write([0b00000_0_00], to: Register.control7),  // filter off, MD continuous
        .wait(milliseconds: 20),
      ],
      ready: RegisterMatch(Register.magneticStatus, mask: 0b1000, is: 0b1000),  // ZYXMDA
      block: RegisterBlock(Register.fieldX | 0x80, count: 6),
      secondBlock: RegisterBlock(Register.accelX | 0x80, count: 6), counts: 0..<6, rateHz: 100,
      averagingDelay: 5_000,  // the field's; M_RES high averages for at most its period
      verified: [
        RegisterMatch(Register.control1, is: 0b0111_1_111),
        RegisterMatch(Register.control2, is: 0b11_001_000),
        RegisterMatch(Register.control5, is: 0b0_11_101_00),
        RegisterMatch(Register.control6, is: 0b0_00_00000),
        RegisterMatch(Register.control7, is: 0b00000_0_00),
      ],
      decode: { _, data, _ throws(DecodingError) in try decodeLSM303D(data, fieldSigns) },
      axes: axes, accelerometer: .cheapBoard)  // no figure was found: the MPU-6050's
  }
}

private enum Register {
  static let magneticStatus: UInt8 = 0x07
  static let fieldX: UInt8 = 0x08
  static let whoAmI: UInt8 = 0x0F
  static let control1: UInt8 = 0x20
  static let control2: UInt8 = 0x21
  static let control5: UInt8 = 0x24
  static let control6: UInt8 = 0x25
  static let control7: UInt8 = 0x26
  static let accelX: UInt8 = 0x28
}

/// 80 µG a count at ±2 G.
private let microteslaPerCount = 0.008
/// 0.122 mg a count at ±4 g.
private let accelerationPerCount = 0.122e-3 * metresPerSecondSquaredPerG

/// The field, then the acceleration, low bytes first. A knock that saturates the
/// accelerometer leaves the field in use, and the other way round.
private func decodeLSM303D(
  _ data: [UInt8], _ fieldSigns: Vector3
) throws(DecodingError) -> Measurement {
  let field = data.littleEndianInt16x3(0)
  let acceleration = data.littleEndianInt16x3(6)
  var measurement = Measurement()
  if field.reaches(32_767) {
    measurement.outOfRange.insert(.magneticField)
  } else {
    let signs = fieldSigns
    measurement.magneticField = MagneticField(
      microtesla: Vector3(field.x * signs.x, field.y * signs.y, field.z * signs.z)
        * microteslaPerCount)
  }
  if acceleration.reaches(32_767) {
    measurement.outOfRange.insert(.acceleration)
  } else {
    measurement.acceleration = Acceleration(
      metresPerSecondSquared: acceleration * accelerationPerCount)
  }
  return measurement
}
