/// The mounts of the chips in the device: for each a proper rotation, sensor frame → body frame.
package struct Mount: Equatable, Sendable {
  /// Rows of the rotation for the magnetometer.
  package let magnetometer: Matrix3
  /// Rows of the rotation for accelerometer and gyro.
  package let inertial: Matrix3

  /// The axes of every chip are those of the body.
  package static let identity = Mount(unchecked: .identity, .identity)

  /// Both must be proper rotations.
  init(unchecked magnetometer: Matrix3, _ inertial: Matrix3) {
    self.magnetometer = magnetometer
    self.inertial = inertial
  }

  /// - Throws: `MountError.notARotation` for a matrix that stretches, skews or mirrors.
  package init(magnetometer: Matrix3, inertial: Matrix3) throws(MountError) {
    guard magnetometer.isRotation(), inertial.isRotation() else { throw .notARotation }
    self.init(unchecked: magnetometer, inertial)
  }

  /// The same accelerometer and gyro, with a magnetometer whose axes `rotation`, a proper one, takes to those of this
  /// mount's.
  package func turningMagnetometer(by rotation: Matrix3) -> Mount {
    Mount(unchecked: magnetometer * rotation, inertial)
  }

  /// The same magnetometer, with accelerometer and gyro mounted as in `other`.
  package func withInertial(of other: Mount) -> Mount {
    Mount(unchecked: magnetometer, other.inertial)
  }
}

/// Why matrices are not a mount.
package enum MountError: Error, Equatable, Sendable {
  /// A matrix stretches, skews or mirrors; a mount is a pure rotation.
  case notARotation
}
