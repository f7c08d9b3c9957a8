private import Glibc
import Quantities

/// What the error of a heading is made from: the filter's state as inputs of `HeadingErrorBudget`.
extension HeadingFilter {
  /// With a gyro.
  ///
  /// - Parameters:
  ///   - direction: that whose azimuth is the heading, level frame.
  ///   - turnRate: rad/s about down.
  func errorInputs(
    _ now: AttitudeFilter.Snapshot, direction: Vector3, turnRate: Double
  ) -> HeadingErrorInputs {
    let down = now.attitude.rotate(Vector3(0, 0, 1))
    return HeadingErrorInputs(
      covariance: now.covarianceTerms, field: now.fieldTerms, gyro: now.gyroTerms,
      tilt: TiltTerms(direction: direction, levelCalibration: levelCalibration(down: down)),
      calibration: CalibrationTerms(
        error: calibrationError, horizontal: now.horizontal,
        stale: staleCalibration(strength: now.strength, horizontal: now.horizontal),
        isWarmingUp: !now.hasSettled),
      status: StatusTerms(
        undisturbedResidual: now.quality.placeStray, turnRate: turnRate.inDegrees))
  }

  /// Without a gyro.
  ///
  /// - Parameter direction: that whose azimuth is the heading, level frame.
  func errorInputs(
    _ tracker: TurnTracker, direction: Vector3, isWarmingUp: Bool
  ) -> HeadingErrorInputs {
    HeadingErrorInputs(
      covariance: .tracked(variance: Self.azimuthVariance(tracker, direction: direction)),
      field: FieldTerms(
        residual: .strengthAndInclination(
          strength: monitor.strengthError ?? 0, inclination: monitor.inclinationError ?? 0,
          slope: monitor.slope),
        recurring: monitor.ownAngle, unprovenReference: monitor.doubt.angle68,
        modelDisagreement: modelDoubt),
      motion: motionTerms(tracker), tilt: tiltTerms(tracker),
      calibration: CalibrationTerms(
        error: calibrationError,
        horizontal: knowsStrength ? monitor.referenceField?.x : nil,
        stale: monitor.referenceField.flatMap {
          staleCalibration(strength: $0.length, horizontal: $0.x)
        },
        isWarmingUp: isWarmingUp),
      status: StatusTerms(turnRate: tracker.rate.z.inDegrees))
  }

  /// rad²: that of the azimuth of `direction`. For one that is not level a tilt counts too.
  private static func azimuthVariance(_ tracker: TurnTracker, direction: Vector3) -> Double {
    let square = max(direction.x * direction.x + direction.y * direction.y, 1e-6)
    // What a small rotation does to an azimuth.
    let row = Vector3(
      -direction.z * direction.x / square, -direction.z * direction.y / square, 1)
    return tracker.covariance.variance(along: row)
  }

  private func motionTerms(_ tracker: TurnTracker) -> MotionTerms {
    let motion = tiltCompass.motion
    return MotionTerms(
      acceleration: motion.acceleration, turnRate: motion.turnRate,
      angularAcceleration: motion.angularAcceleration, lag: tracker.lag,
      sampleInterval: field.interval ?? 0, slope: monitor.slope)
  }

  private func tiltTerms(_ tracker: TurnTracker) -> TiltTerms {
    guard !tiltCompass.knowsTilt else {
      let down = tracker.attitude.rotate(Vector3(0, 0, 1))
      return TiltTerms(levelCalibration: levelCalibration(down: down))
    }
    return TiltTerms(
      assumedLevel: .init(
        inclinationSpread: tracker.inclinationSpread, inclination: steepestInclination(tracker)))
  }

  /// rad: the inclination of the field at the most, for a device that is assumed to be level.
  ///
  /// What a device measures that is not level is not the inclination of the reference field; a position by
  /// hand may be another place's.
  private func steepestInclination(_ tracker: TurnTracker) -> Double {
    let seen = isLevelOnly ? Self.steepPlace : abs(tracker.expectedInclination)
    switch expected {
    case nil: return seen
    case let expected? where expected.isCertain: return abs(expected.inclination)
    case let expected?: return max(seen, abs(expected.inclination))
    }
  }
}

extension HeadingFilter {
  /// Whether a heading with this error is too uncertain to be called accurate.
  package func isUncertain(_ errors: HeadingErrorBudget) -> Bool {
    errors.statusError68Degrees > errorParameters.uncertainFrom
  }

  /// rad, 68 %: how far north may be off because the magnetic model expects another field here, and the
  /// device has not turned in this one yet (see `AttitudeFilter.modelDoubt`).
  var modelDoubt: Double {
    guard knowsStrength, isCalibrated, let expected, let field = monitor.referenceField
    else { return 0 }
    return monitor.doubt.unprovenShare * expected.doubt(of: field)
  }
}
