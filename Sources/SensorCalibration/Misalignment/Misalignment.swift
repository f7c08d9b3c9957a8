private import Glibc
package import Quantities

/// How the magnetometer is turned against accelerometer and gyro.
package struct Misalignment: Equatable, Sendable {
  /// Magnetometer's axes → inertial axes.
  package var rotation: Quaternion
  /// rad², of the rotation vector, in inertial axes, that leads from `rotation` to the true one.
  package var covariance: Matrix3
  /// rad/s, the gyro's, found along with it; zero without a gyro.
  package var gyroBias: Vector3

  /// Radians; in 68 % of the cases the rotation is off by less. 3.51: χ² with 3 degrees of freedom.
  package var error68: Double {
    (3.51 / 3 * (covariance.row0.x + covariance.row1.y + covariance.row2.z)).squareRoot()
  }
}

/// Why there is no misalignment to tell.
package enum MisalignmentRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// Fewer windows of motion than a fit needs.
  case tooFewSamples
  /// The motion leaves an axis open: the device turned about one axis only, or not at all.
  case notObservable
  /// The best fit leaves so much of the field unexplained (1: all of it).
  case poorFit(misfit: Double)

  package var description: String {
    switch self {
    case .tooFewSamples: "too few samples: turn the device for at least 10 s"
    case .notObservable: "the motion leaves it open: turn the device about all of its axes"
    case .poorFit: "no rotation makes the field fit the motion: is the magnetometer calibrated?"
    }
  }
}

/// The rotation from the magnetometer's axes to the inertial ones, of any size.
///
/// Where a gyro is there, field and turn must agree; where the accelerometer shows gravity, the dip must
/// be the same in all poses. Either is enough, if the device is turned about more than one axis.
/// A magnetometer with all three axes negated fits as well as one that is right: see `guessMount`.
///
/// - Parameters:
///   - samples: in the order of time.
///   - calibration: of the magnetometer, in its own axes.
package func misalignment(
  of samples: some Sequence<Sample>, calibration: Calibration
) -> Result<Misalignment, MisalignmentRefusal> {
  let windows = FieldWindows(samples, calibration: calibration).windows
  guard windows.count >= 25 else { return .failure(.tooFewSamples) }
  let freedom = MisalignmentFit.Freedom(rotation: true, offset: false)
  var best: MisalignmentFit?
  for start in nearestStarts(windows) {
    var fit = MisalignmentFit(windows, start: start)
    guard fit.run(freedom, rounds: 25) else { continue }
    if fit.misfit < best?.misfit ?? .infinity { best = fit }
  }
  guard let best, let covariance = best.rotationCovariance else { return .failure(.notObservable) }
  guard best.misfit < 0.3 else { return .failure(.poorFit(misfit: best.misfit)) }
  let found = Misalignment(
    rotation: Quaternion(best.model.rotation), covariance: covariance, gyroBias: best.model.bias)
  // 1°: what is worse is of no use, and the mark of an axis that hardly turned
  guard found.error68 < 1.0.inRadians else { return .failure(.notObservable) }
  return .success(found)
}

/// Of the axis-aligned rotations those that fit best; any rotation is within 63° of one of the 24.
private func nearestStarts(_ windows: [FieldWindow]) -> ArraySlice<Matrix3> {
  let fits = axisRotations.compactMap { start -> (Matrix3, Double)? in
    var fit = MisalignmentFit(windows, start: start)
    guard fit.run(.init(rotation: false, offset: false), rounds: 2) else { return nil }
    return (start, fit.misfit)
  }
  return fits.sorted { $0.1 < $1.1 }.map(\.0).prefix(4)
}
