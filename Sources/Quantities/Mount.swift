/// How the chips sit in the device: for each a proper rotation, sensor frame → body frame.
package struct Mount: Equatable, Sendable {
  /// Rows of the rotation for the magnetometer.
  package let magnetometer: Matrix3
  /// Rows of the rotation for accelerometer and gyro.
  package let inertial: Matrix3

  /// Every chip's axes are the body's.
  package static let identity = Mount(unchecked: .identity, .identity)

  /// Both have to be proper rotations.
  init(unchecked magnetometer: Matrix3, _ inertial: Matrix3) {
    self.magnetometer = magnetometer
    self.inertial = inertial
  }

  /// - Throws: `MountError.notARotation` where a matrix is stretched, skewed or mirrored.
  package init(magnetometer: Matrix3, inertial: Matrix3) throws(MountError) {
    guard magnetometer.isRotation(), inertial.isRotation() else { throw .notARotation }
    self.init(unchecked: magnetometer, inertial)
  }
}

/// Why a mount is not one.
package enum MountError: Error, Equatable, Sendable {
  /// A matrix is stretched, skewed or mirrored; a mount turns and does nothing else.
  case notARotation
}
