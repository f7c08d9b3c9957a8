private import Glibc
package import Quantities
import SensorCalibration

extension HeadingFilter {
  /// Degrees of tilt or mounting that turn the azimuth of a steep direction …
  private static let tiltError = 2.5
  /// … beyond the tangent of 50°: what they do below is in what a calibration leaves.
  private static let ordinarySlope = tan(50.0.inRadians)
  /// Degrees that are added while the filter warms up: never accurate on a handful of samples.
  private static let warmUpError = 5.0

  /// The heading at `time`, which is not before the newest sample.
  ///
  /// Mutating because the choice of `axis` has a memory.
  package mutating func estimate(at time: Timestamp) -> HeadingEstimate {
    var estimate = HeadingEstimate()
    if !isCalibrated { estimate.conditions.insert(.uncalibrated) }
    if calibrationCheck.isStale { estimate.conditions.insert(.calibrationStale) }
    estimate.sampleAgeMicroseconds = field.last.map { time.microseconds(since: $0) }
    if !fieldSupply.isAlive(field, at: time) {
      estimate.conditions.insert(.fieldMissing)
    }
    if error.isAccelerating, activity.hasForce(at: time) {
      estimate.conditions.insert(.accelerating)
    }
    switch health.values.fault {
    case .stuck: estimate.conditions.insert(.fieldStuck)
    case .saturated: estimate.conditions.insert(.fieldSaturated)
    case .allZero: estimate.conditions.insert(.fieldAllZero)
    case nil: break
    }
    if attitude.isRunning {
      let now = attitude.snapshot(at: time, earth)
      describeField(&estimate, now)
      if hasInertialSensors(at: time) {
        estimateWithGyro(&estimate, now, at: time)
      }
      // Else they have just fallen silent: the next sample begins without them.
      return estimate
    }
    describeField(&estimate)
    estimateWithoutGyro(&estimate, at: time)
    return estimate
  }

  private mutating func describeField(
    _ estimate: inout HeadingEstimate, _ now: AttitudeFilter.Snapshot
  ) {
    estimate.strengthErrorPercent = now.quality.strengthError.map { $0 * 100 }
    estimate.inclinationErrorDegrees = now.quality.inclinationError.map(\.inDegrees)
    estimate.interference = now.interference
    estimate.strayDegrees = now.quality.placeStray.inDegrees
    estimate.interferenceKind = now.disturbance?.kind
    estimate.disturbance = magnetometer.knowsStrength ? now.disturbance?.field : nil
    estimate.conditions.formUnion(now.reasons)
    describeNorth(&estimate, horizontal: now.horizontal / attitude.unit)
  }

  /// - Parameter horizontal: of the place's field, in the magnetometer's unit.
  private mutating func describeNorth(_ estimate: inout HeadingEstimate, horizontal: Double) {
    guard magnetometer.isMicrotesla else { return }
    if isCalibrated { take(horizontal: horizontal) }
    if HorizontalField.isWeak(horizontal) { estimate.conditions.insert(.weakHorizontalField) }
  }

  private mutating func describeField(_ estimate: inout HeadingEstimate) {
    let (reference, monitor) = (withoutGyro.reference, withoutGyro.monitor)
    estimate.strengthErrorPercent = reference.strengthError.map { $0 * 100 }
    estimate.inclinationErrorDegrees = reference.inclinationError.map(\.inDegrees)
    estimate.interference = monitor.state.interference
    if monitor.isDisturbed || monitor.recurrence.isOwn {
      estimate.conditions.formUnion(withoutGyro.reasons)
    }
    if let field = reference.field { describeNorth(&estimate, horizontal: field.x) }
    if modelError68 > 0, let field = reference.field, let expected = earth.expected {
      estimate.conditions.insert(expected.reason(against: field))
    }
  }

  private mutating func estimateWithGyro(
    _ estimate: inout HeadingEstimate, _ now: AttitudeFilter.Snapshot, at time: Timestamp
  ) {
    let attitude = now.attitude
    let forward = attitude.rotate(Vector3(1, 0, 0))
    let down = attitude.rotate(Vector3(0, 0, 1))
    describeTilt(
      &estimate, forward: forward, right: attitude.rotate(Vector3(0, 1, 0)), down: down,
      at: time)
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
    var total = hypot(
      now.northError68.inDegrees, error.calibration * Self.weakness(horizontal: now.horizontal))
    total = hypot(
      total,
      staleError(strength: self.attitude.state.reference.vector.length, horizontal: now.horizontal))
    let slope = abs(direction.z) / max(hypot(direction.x, direction.y), 1e-3)
    total = hypot(total, Self.tiltError * max(slope - Self.ordinarySlope, 0))
    total = hypot(total, errorOfLevelCalibration(down: down))
    if !now.hasSettled {
      estimate.conditions.insert(.warmingUp)
      total += Self.warmUpError
    }
    estimate.error68Degrees = min(total, 180)
  }

  /// What a calibration leaves is a field; how far it turns north hangs on the horizontal one, µT.
  private static func weakness(horizontal: Double) -> Double {
    min(max(MagnetometerModel.usualHorizontal / max(horizontal, 0.1), 0.5), 50)
  }

  /// Whether the magnetometer has been silent, or broken, for longer than a gyro can be trusted.
  private func isBlind(at time: Timestamp) -> Bool {
    guard let last = health.lastUsed else { return true }
    return time.seconds(since: last) > parameters.longestHold
  }

  private mutating func estimateWithoutGyro(
    _ estimate: inout HeadingEstimate, at time: Timestamp
  ) {
    // What the last field said is as old as that field.
    let ahead = Int64((delays.field ?? 0) * 1e6)
    guard let tracker = withoutGyro.tilt.tracker?.carried(to: time.advanced(byMicroseconds: ahead))
    else { return }
    let forward = tracker.attitude.rotate(Vector3(1, 0, 0))
    let down = tracker.attitude.rotate(Vector3(0, 0, 1))
    if withoutGyro.tilt.knowsTilt {
      describeTilt(
        &estimate, forward: forward, right: tracker.attitude.rotate(Vector3(0, 1, 0)), down: down,
        at: time)
    } else {
      resetAxis()
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
    var total = errorWithoutGyro(tracker, direction: direction)
    if withoutGyro.tilt.elapsed < Self.warmUpsWithoutGyro * parameters.warmUp {
      estimate.conditions.insert(.warmingUp)
      total += Self.warmUpError
    }
    estimate.error68Degrees = min(total, 180)
  }

  /// Degrees: what the tilt of a device does that is only taken to be level.
  private func errorOfTakingLevel(_ tracker: TurnTracker) -> Double {
    let tilt = hypot(Self.tiltTakenLevel, 1.5 * tracker.inclinationSpread.inDegrees)
    // A level field is turned as well by a tilt θ: atan2(sin ψ, cos ψ cos θ) − ψ is θ²/4 at the most.
    return tilt * hypot(slopeTakenLevel(tracker), tilt.inRadians / 4)
  }

  /// How much steeper than level the field is at the most.
  ///
  /// What a device shows that is not level is not the place's inclination; a position by hand may be
  /// another place's.
  private func slopeTakenLevel(_ tracker: TurnTracker) -> Double {
    let seen = magnetometer.isLevelOnly ? Self.steepPlace : abs(tracker.expectedInclination)
    let inclination =
      switch earth.expected {
      case nil: seen
      case let expected? where expected.isCertain: abs(expected.inclination)
      case let expected?: max(seen, abs(expected.inclination))
      }
    return Self.slope(inclination)
  }

  /// How much longer a field of that inclination, rad, is downwards than level, 20 times at the most.
  static func slope(_ inclination: Double) -> Double { min(tan(min(inclination, steepest)), 20) }

  /// rad. Steeper the tangent turns over.
  private static let steepest = 89.0.inRadians

  /// Times the filter's: about as long as one with a gyro takes until it has settled. A magnet that is
  /// taken away after the start has shown itself by then.
  private static let warmUpsWithoutGyro = 2.0

  /// Degrees. How far from level a device is that is held level.
  private static let tiltTakenLevel = 8.0

  /// Degrees. Without a gyro an acceleration is a tilt.
  ///
  /// - Parameter direction: that whose azimuth is the heading, level frame.
  private func errorWithoutGyro(_ tracker: TurnTracker, direction: Vector3) -> Double {
    let reference = withoutGyro.reference
    let square = max(direction.x * direction.x + direction.y * direction.y, 1e-6)
    // What a small rotation does to an azimuth: for a direction that is not level a tilt counts too.
    let row = Vector3(
      -direction.z * direction.x / square, -direction.z * direction.y / square, 1)
    let track = max(tracker.covariance.variance(along: row), 0).squareRoot().inDegrees
    let tilt =
      withoutGyro.tilt.knowsTilt
      ? errorOfLevelCalibration(down: tracker.attitude.rotate(Vector3(0, 0, 1)))
      : errorOfTakingLevel(tracker)
    let unrest = hypot(
      withoutGyro.tilt.unrest.error68(slope: reference.slope), tracker.lag.inDegrees)
    let motion = hypot(track, unrest)
    let unseen = Self.unseenTurnRate * max((activity.field.interval ?? 0) - Self.closeSamples, 0)
    let own = hypot(withoutGyro.monitor.uncertainty.angle68, withoutGyro.ownFieldError68)
    let doubt = hypot(own, modelError68).inDegrees
    let stale = reference.field.map {
      staleError(strength: $0.length, horizontal: $0.x)
    }
    let weakness =
      magnetometer.knowsStrength ? reference.field.map { Self.weakness(horizontal: $0.x) } ?? 1 : 1
    let calibration = hypot(error.calibration * weakness, stale ?? 0)
    let field = hypot(hypot(calibration, error.ofField(reference)), doubt)
    return hypot(field, hypot(hypot(motion, unseen), tilt))
  }

  /// rad, 68 %: how far north may be off because the geomagnetic model expects another field here, and the
  /// device has not turned in this one yet (see `EarthModel.northError68`).
  private var modelError68: Double {
    guard magnetometer.knowsStrength, isCalibrated, let field = withoutGyro.reference.field
    else { return 0 }
    return earth.northError68(
      of: field, unprovenShare: withoutGyro.monitor.uncertainty.unprovenShare)
  }

  /// Degrees a second: a device in the hand may begin to turn like this, and between two samples
  /// nobody sees it …
  private static let unseenTurnRate = 10.0
  /// … where they are further apart than this, s.
  private static let closeSamples = 0.1

  private mutating func describeTilt(
    _ estimate: inout HeadingEstimate, forward: Vector3, right: Vector3, down: Vector3,
    at time: Timestamp
  ) {
    let pitch = asin(min(max(-forward.z, -1), 1))
    chooseAxis(pitch: pitch, forward: forward, down: down, at: time)
    estimate.axis = axis.axis
    estimate.pitchDegrees = pitch.inDegrees
    estimate.rollDegrees = atan2(right.z, down.z).inDegrees
    if axis.isSteep || errorOfLevelCalibration(down: down) > Self.unsureError {
      estimate.conditions.insert(.steep)
    }
  }
}
