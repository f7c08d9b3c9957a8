/// Where each part of the filter's error state stands in its vector and covariance.
///
/// Every part is the correction that has yet to be applied to the value that the filter holds.
enum StateIndex {
  /// Rotation of the attitude, earth frame (north, east, down), rad: 3.
  static let attitude = 0
  /// The part of it about down, which is north.
  static let north = 2
  /// Gyro bias, body frame, rad/s: 3.
  static let gyroBias = 3
  /// Hard iron that the calibration left, body frame, µT: 3.
  static let hardIron = 6
  /// The field at this spot − the reference field, north and east, µT: 2.
  static let localAnomaly = 9
  /// The reference field, horizontal and down, µT: 2.
  static let reference = 11
  /// By how much the magnetometer is late, s: 1.
  static let delay = 13
  /// Velocity, north and east, m/s: 2.
  static let velocity = 14
  /// How many numbers that are.
  static let count = 16
}

/// A number for each part of the error state.
typealias StateVector = SIMD16<Double>
