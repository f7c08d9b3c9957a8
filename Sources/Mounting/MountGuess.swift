package import Quantities
import SensorCalibration

/// How the magnetometer's axes lie against those of accelerometer and gyro, and how sure that is.
package struct RelativeMount: Equatable, Sendable {
  /// What is known of whether the magnetometer's frame is right-handed.
  package enum Handedness: Equatable, Sendable {
    /// The field dips as it does at this place: the frame is no mirror image.
    case checked
    /// The samples cannot tell: a magnetometer with all axes negated would look the same. Either the
    /// place is not known, or the field lies flat there, or there is no accelerometer.
    case unchecked
  }

  /// Magnetometer's axes → inertial axes, one of the 24.
  package var rotation: Matrix3
  /// What this rotation leaves unexplained, in strengths of the field.
  package var misfit: Double
  /// The same of the best other one.
  package var nextMisfit: Double
  package var handedness: Handedness
  /// Radians, down positive, as this mount sees it; `nil` without an accelerometer.
  package var inclination: Double?
}

/// What guesses go by.
package struct MountGuessParameters: Equatable, Sendable {
  /// Windows of 0.4 s that must be there: 10 s.
  package var leastWindows = 25
  /// In strengths of the field; the best must explain the field but for so much.
  package var largestMisfit = 0.35
  /// The best may leave at most so many times what the next one leaves.
  package var largestRatio = 0.6
  /// Radians; where the field is flatter its dip does not tell a mirror image.
  package var leastInclination = 0.17

  package init() {}
}

/// Finds which of the 24 axis-aligned rotations takes the magnetometer's axes to the inertial ones.
///
/// - Parameters:
///   - samples: each chip in its own frame; the device turned about all its axes.
///   - calibration: of the magnetometer; `nil` where there is none, and then a hard iron is found on
///     the way, which needs a gyro.
///   - inclination: radians, down positive, what the field has at the place. It alone tells a mirrored
///     frame: every mirror image of the axes is a proper rotation with all axes negated, and a field
///     that is negated turns and dips as evenly as the true one.
package func guessMount(
  of samples: some Sequence<Sample>, calibration: Calibration?, inclination: Double?,
  parameters: MountGuessParameters = MountGuessParameters()
) -> Result<RelativeMount, MountRefusal> {
  let windows = FieldWindows(samples, calibration: calibration ?? .given).windows
  guard windows.count >= parameters.leastWindows else { return .failure(.tooFewSamples) }
  let hasGyro = windows.contains { $0.turn != nil }
  guard hasGyro || windows.contains(where: { $0.up != nil }) else {
    return .failure(.noMotionSensor)
  }
  guard hasGyro || calibration != nil else { return .failure(.notCalibrated) }
  let fits = axisRotations.compactMap { rotation -> MisalignmentFit? in
    var fit = MisalignmentFit(windows, start: rotation)
    return fit.run(.init(rotation: false, offset: calibration == nil), rounds: 4) ? fit : nil
  }.sorted { $0.misfit < $1.misfit }
  guard fits.count > 1 else { return .failure(.ambiguous) }
  // Of a field that is zero every rotation explains everything.
  guard fits[0].misfit < parameters.largestRatio * fits[1].misfit else {
    return .failure(.ambiguous)
  }
  guard fits[0].misfit <= parameters.largestMisfit else {
    return .failure(.poorFit(misfit: fits[0].misfit))
  }
  return judge(fits[0], next: fits[1].misfit, windows, inclination, parameters)
}

private func judge(
  _ fit: MisalignmentFit, next: Double, _ windows: [FieldWindow], _ inclination: Double?,
  _ parameters: MountGuessParameters
) -> Result<RelativeMount, MountRefusal> {
  let hasForce = windows.contains { $0.up != nil }
  let seen = hasForce ? fit.inclination : nil
  var mount = RelativeMount(
    rotation: fit.model.rotation, misfit: fit.misfit, nextMisfit: next, handedness: .unchecked,
    inclination: seen)
  guard let seen, let inclination, abs(inclination) >= parameters.leastInclination,
    abs(seen) >= parameters.leastInclination
  else { return .success(mount) }
  guard seen * inclination > 0 else { return .failure(.mirrored(fit.model.rotation.negated)) }
  mount.handedness = .checked
  return .success(mount)
}
