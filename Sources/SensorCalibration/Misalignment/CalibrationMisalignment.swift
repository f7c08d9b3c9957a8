package import Quantities

/// How the magnetometer of a log is turned against its inertial sensors.
package struct CalibrationMisalignment: Equatable, Sendable {
  /// The magnetometer's axes → those of the inertial chip, beyond the mount; `nil` where the log does
  /// not determine it.
  package var misalignment: Misalignment?

  private let parameters: MotionParameters

  /// - Parameters:
  ///   - samples: in the order of time, each sensor along its own axes.
  ///   - calibration: of the magnetometer.
  ///   - mount: of both chips.
  package init(
    of samples: some Sequence<Sample>, calibration: Calibration, mount: Mount,
    parameters: CalibrationParameters = CalibrationParameters()
  ) {
    self.parameters = parameters.motion
    let nominal = Quaternion(mount.inertial.transposed * mount.magnetometer)
    if case .success(var found) = SensorCalibration.misalignment(
      of: samples, calibration: calibration, parameters: parameters)
    {
      found.rotation = nominal.inverse * found.rotation
      misalignment = found
    }
  }

  /// Whether the misalignment is significant, and small enough for the mount to be right.
  package var isMisaligned: Bool {
    guard let misalignment else { return false }
    let angle = misalignment.rotation.angle
    return angle > significantDeviations * misalignment.error68
      && angle <= parameters.largestMisalignment
  }

  /// Whether the mount is not the one that the log was made with.
  package var contradictsMount: Bool {
    (misalignment?.rotation.angle ?? 0) > parameters.largestMisalignment
  }
}

extension Mount {
  /// The calibrated magnetometer's axes → the body's: the mount and the misalignment.
  package func bodyFromMagnetometer(_ calibration: Calibration?) -> Matrix3 {
    magnetometer * Matrix3(calibration?.misalignment ?? .identity)
  }
}

extension Calibration {
  /// The same with what was found.
  package func with(_ alignment: CalibrationMisalignment) -> Calibration {
    var calibration = self
    if alignment.isMisaligned, let found = alignment.misalignment {
      calibration.misalignment = found.rotation
    }
    return calibration
  }
}
