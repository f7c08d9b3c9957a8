package import Quantities

/// How the magnetometer of a log is turned against its inertial sensors.
package struct CalibrationMisalignment: Equatable, Sendable {
  /// The magnetometer's axes → those of the inertial chip, beyond the mount; `nil` where the log does
  /// not determine it.
  package var misalignment: Misalignment?

  /// rad. What is turned by more was not soldered askew: the mount is another one.
  private static let largestTurn = 20.0.inRadians
  /// In its 68 % errors: what is turned by less may be nothing. Two logs of one telephone, 0.3 and 0.5° by
  /// their own word, are 1.3° apart (docs/heading.md).
  private static let surely = 3.0

  /// - Parameters:
  ///   - samples: in the order of time, each sensor along its own axes.
  ///   - calibration: of the magnetometer.
  ///   - mount: of both chips.
  package init(of samples: [Sample], calibration: Calibration, mount: Mount) {
    let nominal = Quaternion(mount.inertial.transposed * mount.magnetometer)
    if case .success(var found) = SensorCalibration.misalignment(
      of: samples, calibration: calibration)
    {
      found.rotation = nominal.inverse * found.rotation
      misalignment = found
    }
  }

  /// Whether the magnetometer sits so askew that it is sure, and the mount still right.
  package var isMisaligned: Bool {
    guard let misalignment else { return false }
    let angle = misalignment.rotation.angle
    return angle > Self.surely * misalignment.error68 && angle <= Self.largestTurn
  }

  /// Whether the mount is not the one that the log was made with.
  package var contradictsMount: Bool { (misalignment?.rotation.angle ?? 0) > Self.largestTurn }
}

extension Mount {
  /// The calibrated magnetometer's axes → the body's: the mount, and what the magnetometer sits askew by.
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
