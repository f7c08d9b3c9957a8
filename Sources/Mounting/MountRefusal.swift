package import Quantities

/// Why no mount was found.
package enum MountRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// Less than 10 s of samples of the field with a motion sensor beside it.
  case tooFewSamples
  /// Neither an accelerometer that shows gravity nor a gyro.
  case noMotionSensor
  /// Without a calibration a gyro is needed.
  case notCalibrated
  /// Two rotations explain the samples about equally well.
  case ambiguous
  /// The residual of the best rotation, in strengths of the field.
  case poorFit(misfit: Double)
  /// Only this matrix, which mirrors, makes the field dip as it does at the place.
  case mirrored(Matrix3)
  /// Gravity while the device lay level was not measured, or was not steady.
  case noGravity
  /// The two poses are too alike, radians apart.
  case posesAlike(angle: Double)
  /// The axes of chip and device are so many radians from lying along each other.
  case notAlongTheAxes(angle: Double)

  package var description: String {
    switch self {
    case .tooFewSamples:
      "too few samples: turn the device about all of its axes for at least 10 s"
    case .noMotionSensor:
      "no gyro, and no accelerometer that shows gravity: nothing to compare with"
    case .notCalibrated:
      "the magnetometer is not calibrated, and without a gyro that must come first"
    case .ambiguous:
      "two mounts fit about equally well: turn the device about all of its axes, away from magnets"
    case .poorFit:
      "none of the 24 mounts fits: calibrate the magnetometer, or go where no magnet is near"
    case .mirrored:
      "the magnetometer's frame is mirrored, and that can't be a mount: an axis is swapped or negated"
        + " in the driver or the wiring table"
    case .noGravity: "the device was not still in that pose: no gravity to see"
    case .posesAlike: "the poses are too alike: raise the nose by at least 20 degrees"
    case .notAlongTheAxes:
      "the chip's axes do not lie along the device's: the poses were not held, or write the mount by hand"
    }
  }
}
