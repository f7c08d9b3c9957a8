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

  /// The 68 % quantile of χ² with 3 degrees of freedom. Source: tables of the distribution.
  private static let quantile = 3.51

  /// The rotation's error, rad (68 %).
  package var error68: Double {
    (Self.quantile / 3 * (covariance.row0.x + covariance.row1.y + covariance.row2.z)).squareRoot()
  }
}

/// Why no misalignment was found.
package enum MisalignmentRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// Fewer windows of motion than a fit needs.
  case tooFewSamples
  /// The motion does not determine an axis: the device turned about one axis only, or not at all.
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
/// With a gyro, field and turn must agree; where the accelerometer shows gravity, the inclination must be
/// the same in all poses. Either is enough, if the device is turned about more than one axis.
/// A magnetometer with all three axes negated fits as well as one that is right: see `guessMount`.
///
/// - Parameters:
///   - samples: in the order of time.
///   - calibration: of the magnetometer, in its own axes.
package func misalignment(
  of samples: some Sequence<Sample>, calibration: Calibration,
  parameters: CalibrationParameters = CalibrationParameters()
) -> Result<Misalignment, MisalignmentRefusal> {
  let windows = FieldWindows(samples, calibration: calibration, parameters: parameters).windows
  guard windows.count >= parameters.misalignment.fewestWindows else {
    return .failure(.tooFewSamples)
  }
  let freedom = MisalignmentFit.Freedom(rotation: true, offset: false)
  var best: MisalignmentFit?
  for start in nearestStarts(windows, parameters.motion) {
    var fit = MisalignmentFit(windows, start: start, motion: parameters.motion)
    guard fit.run(freedom, rounds: mostRounds) else { continue }
    if fit.misfit < best?.misfit ?? .infinity { best = fit }
  }
  guard let best, let covariance = best.rotationCovariance else { return .failure(.notObservable) }
  guard best.misfit < parameters.motion.largestMisfit else {
    return .failure(.poorFit(misfit: best.misfit))
  }
  let found = Misalignment(
    rotation: Quaternion(best.model.rotation), covariance: covariance, gyroBias: best.model.bias)
  // with a larger error than grade A allows, an axis hardly turned
  guard found.error68 < GradingParameters.error.a.inRadians else {
    return .failure(.notObservable)
  }
  return .success(found)
}

/// Rounds of a fit. Source: a limit of the time.
private let mostRounds = 25
/// Rotations from which a fit starts. Source: a limit of the time.
private let mostStarts = 4

/// Of the axis-aligned rotations those that fit best; any rotation is within 63° of one of the 24.
private func nearestStarts(
  _ windows: [FieldWindow], _ motion: MotionParameters
) -> ArraySlice<Matrix3> {
  let fits = axisRotations.compactMap { start -> (Matrix3, Double)? in
    var fit = MisalignmentFit(windows, start: start, motion: motion)
    guard fit.run(.init(rotation: false, offset: false), rounds: 2) else { return nil }
    return (start, fit.misfit)
  }
  return fits.sorted { $0.1 < $1.1 }.map(\.0).prefix(mostStarts)
}
