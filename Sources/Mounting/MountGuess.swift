package import Quantities
package import SensorCalibration

/// The rotation of the magnetometer's axes against the inertial ones, and its quality.
package struct RelativeMount: Equatable, Sendable {
  /// Whether the magnetometer's frame is known to be right-handed.
  package enum Handedness: Equatable, Sendable {
    /// The measured inclination has the sign of the model's at this position: the frame is no mirror image.
    case checked
    /// Not determined: a magnetometer with all axes negated gives the same samples. The place is not known,
    /// or the field is horizontal there, or there is no accelerometer.
    case unchecked
  }

  /// Magnetometer's axes → inertial axes, one of the 24.
  package var rotation: Matrix3
  /// The residual of this rotation, in strengths of the field.
  package var misfit: Double
  /// The same of the best other one.
  package var nextMisfit: Double
  package var handedness: Handedness
  /// The inclination with this mount, rad, down positive; `nil` without an accelerometer.
  package var inclination: Double?
}

/// Rounds of the fit of one rotation. Source: a limit of the time.
private let rounds = 4

/// Finds which of the 24 axis-aligned rotations takes the magnetometer's axes to the inertial ones.
///
/// - Parameters:
///   - samples: each chip in its own frame; the device turned about all its axes.
///   - calibration: of the magnetometer; `nil` where there is none, and then a hard iron is found on
///     the way, which needs a gyro.
///   - inclination: rad, down positive, of the field at the place. It alone shows a mirrored frame: every
///     mirror image of the axes is a proper rotation with all axes negated, and a negated field turns as
///     evenly as the true one.
///   - parameters: how motion is cut into windows and fitted.
///   - mounting: when one rotation is better than another.
package func guessMount(
  of samples: some Sequence<Sample>, calibration: Calibration?, inclination: Double?,
  parameters: CalibrationParameters = CalibrationParameters(),
  mounting: MountingParameters = MountingParameters()
) -> Result<RelativeMount, MountRefusal> {
  let windows = FieldWindows(
    samples, calibration: calibration ?? .given, parameters: parameters
  ).windows
  guard windows.count >= parameters.misalignment.fewestWindows else {
    return .failure(.tooFewSamples)
  }
  let hasGyro = windows.contains { $0.turn != nil }
  guard hasGyro || windows.contains(where: { $0.up != nil }) else {
    return .failure(.noMotionSensor)
  }
  guard hasGyro || calibration != nil else { return .failure(.notCalibrated) }
  let fits = axisRotations.compactMap { rotation -> MisalignmentFit? in
    var fit = MisalignmentFit(windows, start: rotation, motion: parameters.motion)
    return fit.run(.init(rotation: false, offset: calibration == nil), rounds: rounds) ? fit : nil
  }.sorted { $0.misfit < $1.misfit }
  guard fits.count > 1 else { return .failure(.ambiguous) }
  // With a field of zero every rotation has the same residual.
  let ratio = MountMonitorParameters.noEvidence.squareRoot()
  guard ratio * fits[0].misfit < fits[1].misfit else { return .failure(.ambiguous) }
  guard fits[0].misfit <= parameters.motion.largestMisfit else {
    return .failure(.poorFit(misfit: fits[0].misfit))
  }
  return judge(fits[0], next: fits[1].misfit, windows, inclination, mounting.gravity)
}

private func judge(
  _ fit: MisalignmentFit, next: Double, _ windows: [FieldWindow], _ inclination: Double?,
  _ parameters: GravityParameters
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
