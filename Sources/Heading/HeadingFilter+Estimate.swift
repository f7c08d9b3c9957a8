private import Glibc
package import Quantities
import SensorCalibration
import SensorHealth

/// Source: definition.
private let percent = 100.0

extension HeadingFilter {
  /// The heading at `time`, which is not before the newest sample.
  ///
  /// Mutating, because the choice of `axis` and whether the horizontal field is too weak depend on the estimate before.
  package mutating func estimate(at time: Timestamp) -> HeadingEstimate {
    var estimate = HeadingEstimate()
    // Without an attitude the axis of before stays.
    estimate.axis = axis.axis
    if !magnetometer.isCalibrated { estimate.conditions.insert(.uncalibrated) }
    if calibrationCheck.isStale { estimate.conditions.insert(.calibrationStale) }
    if !confirmation.isConfirmed { estimate.conditions.insert(.calibrationUnconfirmed) }
    estimate.sampleAgeMicroseconds = activity.field.last.map { time.microseconds(since: $0) }
    if !fieldSupply.isAlive(activity.field, at: time) {
      estimate.conditions.insert(.fieldMissing)
    }
    if acceleration.isAccelerating, activity.hasForce(at: time) {
      estimate.conditions.insert(.accelerating)
    }
    estimate.magnetometerFault = health.values.fault
    if attitude.isRunning {
      let now = attitude.snapshot(at: time, earth)
      describeField(&estimate, now)
      let hasInertialSensors = activity.hasInertial(
        at: time, longestGap: parameters.longestGyroGap, isDead: inertialHealth.isDead)
      if hasInertialSensors {
        estimateWithGyro(&estimate, now, at: time)
        describeAgreement(&estimate)
      }
      // Otherwise gyro or accelerometer has stopped since the newest sample: the next one starts without them.
      return estimate
    }
    describeField(&estimate)
    estimateWithoutGyro(&estimate, at: time)
    describeAgreement(&estimate)
    return estimate
  }

  /// Adds which sensor the others contradict. Mutating, because any other method of the filter copies it for each tick.
  private mutating func describeAgreement(_ estimate: inout HeadingEstimate) {
    let agreement = inertialHealth.agreement
    if agreement.isForceContradicted || attitude.isRunning && agreement.isRotationContradicted {
      estimate.errors[.motionContradiction] = unknownNorth
      estimate.conditions.insert(.motionContradicted)
    }
    if agreement.isGyroContradicted {
      estimate.conditions.insert(.motionContradicted)
    }
  }

  private mutating func describeField(
    _ estimate: inout HeadingEstimate, _ now: AttitudeFilter.Snapshot
  ) {
    estimate.strengthErrorPercent = now.residuals.strengthError.map { $0 * percent }
    estimate.inclinationErrorDegrees = now.residuals.inclinationError.map(\.inDegrees)
    estimate.interference = now.interference
    estimate.interferenceKind = now.disturbance?.kind
    estimate.disturbance = magnetometer.knowsStrength ? now.disturbance?.field : nil
    estimate.conditions.formUnion(now.reasons)
    describeHorizontalField(&estimate, horizontal: now.horizontal / attitude.unit)
  }

  /// - Parameter horizontal: of the reference field, in the magnetometer's unit.
  private mutating func describeHorizontalField(
    _ estimate: inout HeadingEstimate, horizontal: Double
  ) {
    guard magnetometer.isMicrotesla else { return }
    if magnetometer.isCalibrated { take(horizontal: horizontal) }
    if HorizontalField.isWeak(horizontal) { estimate.conditions.insert(.weakHorizontalField) }
  }

  private mutating func describeField(_ estimate: inout HeadingEstimate) {
    let (reference, monitor) = (withoutGyro.reference, withoutGyro.monitor)
    estimate.strengthErrorPercent = reference.strengthError.map { $0 * percent }
    estimate.inclinationErrorDegrees = reference.inclinationError.map(\.inDegrees)
    estimate.interference = monitor.interference
    if monitor.isDisturbed || monitor.recurrence.isOwn {
      estimate.conditions.formUnion(withoutGyro.reasons)
    }
    if let field = reference.field { describeHorizontalField(&estimate, horizontal: field.x) }
    if modelError68 > 0, let field = reference.field {
      estimate.conditions.formUnion(earth.reason(against: field))
    }
  }

  private mutating func estimateWithGyro(
    _ estimate: inout HeadingEstimate, _ now: AttitudeFilter.Snapshot, at time: Timestamp
  ) {
    let attitude = now.attitude
    let forward = attitude.rotate(Vector3(1, 0, 0))
    let down = attitude.rotate(Vector3(0, 0, 1))
    describeTilt(
      &estimate, forward: forward, right: attitude.rotate(Vector3(0, 1, 0)), down: down)
    let turnRate = attitude.rotate(now.rate).z
    estimate.turnRateDegreesPerSecond = turnRate.inDegrees
    guard !isBlind(at: time), !health.horizontal.isTooWeak else { return }
    let direction = axis.direction(forward: forward, down: down)
    guard
      let azimuth = Azimuth<MagneticNorth>(north: direction.x, east: direction.y)
    else { return }
    estimate.heading = azimuth
    let holds =
      estimate.interference == .disturbed || estimate.conditions.contains(.fieldMissing)
      || health.values.fault != nil
    estimate.source = holds ? .gyroHold : .magnetometerGyro
    if holds { estimate.conditions.insert(.gyroHold) }
    if now.gyroTerms.isBiasImplausible { estimate.conditions.insert(.motionContradicted) }
    if !now.hasSettled { estimate.conditions.insert(.warmingUp) }
    // Made here, because a method of the whole filter copies it for each tick.
    let inputs = HeadingErrorInputs(
      covariance: now.covarianceTerms, field: now.fieldTerms,
      gyro: now.gyroTerms.sampled(
        activity.rate, knowsDelay: self.attitude.delays.lag != nil, at: time),
      tilt: TiltTerms(
        direction: direction,
        offsetVariance: self.attitude.state.azimuthVarianceFromOffset(of: direction),
        levelCalibration: magnetometer.levelCalibration(down: down, at: earth.expected)),
      calibration: CalibrationTerms(
        error: calibrationCheck.error, axesError: inertial.axesError, horizontal: now.horizontal,
        unproven: confirmation.unprovenDistance * now.strength,
        stale: calibrationCheck.staleTerm(strength: now.strength, horizontal: now.horizontal),
        isWarmingUp: !now.hasSettled),
      status: StatusTerms(
        undisturbedResidual: now.residuals.undisturbedResidual, turnRate: turnRate.inDegrees))
    describeErrors(&estimate, inputs)
  }

  private func describeErrors(_ estimate: inout HeadingEstimate, _ inputs: HeadingErrorInputs) {
    estimate.errors = HeadingErrorBudget(inputs, errorParameters)
    if estimate.errors[.accelerometerOffset] > HeadingErrorBudget.largestAccurate / 2 {
      estimate.conditions.insert(.inertialUncalibrated)
    }
  }

  private mutating func estimateWithoutGyro(
    _ estimate: inout HeadingEstimate, at time: Timestamp
  ) {
    // The newest field is older than its sample by the magnetometer's delay.
    let ahead = Int64((attitude.delays.field ?? 0) * 1e6)
    guard let tracker = withoutGyro.tilt.tracker?.carried(to: time.advanced(byMicroseconds: ahead))
    else { return }
    let forward = tracker.attitude.rotate(Vector3(1, 0, 0))
    let down = tracker.attitude.rotate(Vector3(0, 0, 1))
    if withoutGyro.tilt.knowsTilt {
      describeTilt(
        &estimate, forward: forward, right: tracker.attitude.rotate(Vector3(0, 1, 0)), down: down)
    } else {
      resetAxis()
      estimate.axis = axis.axis
      estimate.conditions.insert(.noTiltSensor)
    }
    estimate.turnRateDegreesPerSecond = tracker.rate.z.inDegrees
    guard !estimate.conditions.contains(.fieldMissing), health.values.fault == nil,
      !health.horizontal.isTooWeak
    else { return }
    let direction = axis.direction(forward: forward, down: down)
    guard
      let azimuth = Azimuth<MagneticNorth>(north: direction.x, east: direction.y)
    else { return }
    estimate.heading = azimuth
    estimate.source = withoutGyro.tilt.knowsTilt ? .magnetometerAccelerometer : .magnetometer
    let isWarmingUp = withoutGyro.tilt.elapsed < warmUpWithoutGyro
    if isWarmingUp { estimate.conditions.insert(.warmingUp) }
    describeErrors(
      &estimate, errorInputs(tracker, direction: direction, isWarmingUp: isWarmingUp))
  }

  /// Times the filter's. A magnet that is taken away after the start has shown itself by then.
  /// Source: derived; about as long as a filter with a gyro takes until it has settled.
  private static let warmUpsWithoutGyro = 2.0

  /// s of field without a gyro until the filter has settled.
  var warmUpWithoutGyro: Double { Self.warmUpsWithoutGyro * parameters.warmUp }

  private mutating func describeTilt(
    _ estimate: inout HeadingEstimate, forward: Vector3, right: Vector3, down: Vector3
  ) {
    let pitch = asin(min(max(-forward.z, -1), 1))
    chooseAxis(pitch: pitch, forward: forward, down: down)
    estimate.axis = axis.axis
    estimate.pitchDegrees = pitch.inDegrees
    estimate.rollDegrees = atan2(right.z, down.z).inDegrees
    let levelError = magnetometer.levelCalibration(down: down, at: earth.expected)?.degrees ?? 0
    if axis.isSteep || levelError > HeadingErrorBudget.largestAccurate {
      estimate.conditions.insert(.steep)
    }
  }
}
