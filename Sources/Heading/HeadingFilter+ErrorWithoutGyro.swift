private import Glibc
import Quantities
import SensorCalibration
import SensorHealth

/// What the error of a heading is made from: the filter's state as inputs of `HeadingErrorBudget`.
extension HeadingFilter {
  /// Without a gyro.
  ///
  /// - Parameter direction: that whose azimuth is the heading, level frame.
  func errorInputs(
    _ tracker: TurnTracker, direction: Vector3, isWarmingUp: Bool
  ) -> HeadingErrorInputs {
    let reference = withoutGyro.reference
    return HeadingErrorInputs(
      covariance: .tracked(variance: Self.azimuthVariance(tracker, direction: direction)),
      field: FieldTerms(
        residual: .strengthAndInclination(
          strength: reference.strengthError ?? 0, inclination: reference.inclinationError ?? 0,
          slope: reference.slope),
        recurring: withoutGyro.ownFieldError68,
        unprovenReference: withoutGyro.monitor.uncertainty.angle68,
        modelDisagreement: modelError68),
      motion: motionTerms(tracker), tilt: tiltTerms(tracker, direction: direction),
      calibration: CalibrationTerms(
        error: calibrationCheck.error, axesError: inertial.axesError,
        horizontal: magnetometer.knowsStrength ? reference.field?.x : nil,
        unproven: confirmation.unprovenDistance * (reference.field?.length ?? 0),
        stale: reference.field.flatMap {
          calibrationCheck.staleTerm(strength: $0.length, horizontal: $0.x)
        },
        isWarmingUp: isWarmingUp),
      status: StatusTerms(turnRate: tracker.rate.z.inDegrees))
  }

  /// rad²: that of the azimuth of `direction`. For one that is not level a tilt counts too.
  private static func azimuthVariance(_ tracker: TurnTracker, direction: Vector3) -> Double {
    tracker.covariance.variance(along: TiltTerms.azimuthRow(of: direction))
  }

  private func motionTerms(_ tracker: TurnTracker) -> MotionTerms {
    let motion = withoutGyro.tilt.motion
    return MotionTerms(
      acceleration: motion.acceleration, turnRate: motion.turnRate,
      angularAcceleration: motion.angularAcceleration, lag: tracker.lag,
      sampleInterval: activity.field.interval ?? 0, slope: withoutGyro.reference.slope)
  }

  private func tiltTerms(_ tracker: TurnTracker, direction: Vector3) -> TiltTerms {
    guard !withoutGyro.tilt.knowsTilt else {
      let down = tracker.attitude.rotate(Vector3(0, 0, 1))
      let offset = inertial.variances.meanOffset / (standardGravity * standardGravity)
      return TiltTerms(
        offsetVariance: withoutGyro.reference.field.map {
          TiltTerms.azimuthVariance(
            of: direction, tiltVariance: offset, reference: ReferenceField(of: $0))
        } ?? 0,
        levelCalibration: magnetometer.levelCalibration(down: down, at: earth.expected))
    }
    return TiltTerms(
      assumedLevel: .init(
        inclinationSpread: tracker.inclinationSpread, inclination: steepestInclination(tracker),
        isTiltLost: activity.force.last != nil))
  }

  /// rad: the inclination of the field at most, for a device that is assumed to be level.
  ///
  /// What a device measures that is not level is not the inclination of the reference field; a position
  /// that was set by hand may be of another place.
  private func steepestInclination(_ tracker: TurnTracker) -> Double {
    let seen =
      magnetometer.isLevelOnly ? MagnetometerModel.steepPlace : abs(tracker.expectedInclination)
    switch earth.expected {
    case nil: return seen
    case let expected? where expected.isCertain: return abs(expected.inclination)
    case let expected?: return max(seen, abs(expected.inclination))
    }
  }
}

extension HeadingFilter {
  /// rad, 68 %: how far north may be off because the geomagnetic model expects another field here, and the
  /// device has not turned in this one yet (see `EarthModel.northError68`).
  var modelError68: Double {
    guard magnetometer.knowsStrength, magnetometer.isCalibrated,
      let field = withoutGyro.reference.field
    else { return 0 }
    return earth.northError68(
      of: field, unprovenShare: withoutGyro.monitor.uncertainty.unprovenShare)
  }
}

/// A calibration from a level turn: of the field it takes the vertical part for hard iron.
///
/// What is calibrated by it is b − V·d, b being the field in the body frame, V its vertical part and d the
/// body's down when it was turned. Level that is the horizontal field. Tilted by θ it is off by V·sin θ across,
/// which turns north by tan I · sin θ at the most, and neither its strength nor its inclination shows it.
extension MagnetometerModel {
  /// rad. The inclination where it is not known.
  /// Source: WMM2025; about that of Germany or Québec's south.
  static let steepPlace = 68.0.inRadians

  /// What the term of a calibration from a level turn is made from; `nil` for any other.
  ///
  /// - Parameters:
  ///   - down: the body's, level frame.
  ///   - expected: the Earth's field here; `nil` where the position is not known.
  func levelCalibration(
    down: Vector3, at expected: ExpectedField?
  ) -> TiltTerms.LevelCalibration? {
    guard isLevelOnly else { return nil }
    return TiltTerms.LevelCalibration(
      inclination: expected.map { abs($0.inclination) } ?? Self.steepPlace,
      sineOfTilt: hypot(down.x, down.y))
  }
}
