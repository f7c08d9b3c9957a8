package import Quantities

/// The magnetometer's delay and misalignment, from a log with inertial sensors.
package struct CalibrationMisalignment: Equatable, Sendable {
  /// By how much the magnetometer is late; `nil` without a gyro, or where the log does not determine it.
  package var delay: MagnetometerDelay?
  /// The magnetometer's axes → those of the inertial chip, beyond the mount; `nil` where the log does not
  /// determine it.
  package var misalignment: Misalignment?

  private let parameters: MisalignmentParameters

  /// - Parameters:
  ///   - samples: in the order of time, each sensor along its own axes.
  ///   - calibration: of the magnetometer.
  ///   - mount: of both chips.
  package init(
    of samples: [Sample], calibration: Calibration, mount: Mount,
    parameters: CalibrationParameters = CalibrationParameters()
  ) {
    self.parameters = parameters.misalignment
    let nominal = Quaternion(mount.inertial.transposed * mount.magnetometer)
    if case .success(var found) = SensorCalibration.misalignment(
      of: samples, calibration: calibration, parameters: parameters.misalignment)
    {
      found.rotation = nominal.inverse * found.rotation
      misalignment = found
    }
    let rotation = isMisaligned ? nominal * (misalignment?.rotation ?? .identity) : nominal
    let late = magnetometerDelay(
      of: samples, calibration: calibration, misalignment: rotation, parameters: parameters.delay)
    if case .success(let found) = late { delay = found }
  }

  /// Whether the misalignment is significant, and small enough for the mount to be right.
  package var isMisaligned: Bool {
    guard let misalignment else { return false }
    let angle = misalignment.rotation.angle
    return angle > parameters.significance * misalignment.error68
      && angle <= parameters.largestAngle
  }

  /// Whether the mount is not the one that the log was made with.
  package var contradictsMount: Bool {
    (misalignment?.rotation.angle ?? 0) > parameters.largestAngle
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
    calibration.magnetometerDelay = alignment.delay?.seconds
    if alignment.isMisaligned, let found = alignment.misalignment {
      calibration.misalignment = found.rotation
    }
    return calibration
  }
}
