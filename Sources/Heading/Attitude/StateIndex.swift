/// Where each part of the filter's error state stands in its vector and covariance.
///
/// Every part is the correction that has yet to be applied to the value that the filter holds. What turns the attitude
/// stands before it and what changes the velocity together with it, so that each is one range.
enum StateIndex {
  /// Gyro bias, body frame, rad/s: 3.
  static var gyroBias: Int { 0 }
  /// Errors of the gyro's scale and axes, by rows of their matrix (`InertialErrors.gyroMatrix`): 9.
  static var gyroMatrix: Int { gyroBias + 3 }
  /// Where a row of that matrix begins.
  static func gyroMatrixRow(_ row: Int) -> Int { gyroMatrix + 3 * row }
  static var gyroMatrixParts: Range<Int> { gyroMatrix..<attitude }
  /// Rotation of the attitude, earth frame (north, east, down), rad: 3.
  static var attitude: Int { gyroMatrixRow(3) }
  /// The part of it about down, which is north.
  static var north: Int { attitude + 2 }
  /// Errors of the gyro, which turn the attitude.
  static var causesOfAttitude: Range<Int> { gyroBias..<attitude }
  /// Offset of the accelerometer, body frame, m/s²: 3.
  static var accelerometerOffset: Int { attitude + 3 }
  /// What changes the velocity: a tilt, and the offset.
  static var causesOfVelocity: Range<Int> { attitude..<hardIron }
  static var accelerometerOffsetParts: Range<Int> { accelerometerOffset..<hardIron }
  /// Hard iron that the calibration left, body frame, µT: 3.
  static var hardIron: Int { accelerometerOffset + 3 }
  /// The field at this spot − the reference field, north and east, µT: 2.
  static var localAnomaly: Int { hardIron + 3 }
  /// The reference field, horizontal and down, µT: 2.
  static var reference: Int { localAnomaly + 2 }
  /// By how much the magnetometer is late, s: 1.
  static var delay: Int { reference + 2 }
  /// Velocity, earth frame, m/s: 3.
  static var velocity: Int { delay + 1 }
  /// How many numbers that are.
  static var count: Int { velocity + 3 }
}
