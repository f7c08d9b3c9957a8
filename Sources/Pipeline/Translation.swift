import Heading
import Mounting
package import Qibla
import Quantities
import Redundancy
package import Wire

// Translates the filter's terms into the protocol's: the filter and the Qibla know nothing of messages.

extension WhySet {
  /// A field that is older makes no heading. Source: chosen; beyond it, `sensor_missing` is the reason.
  private static let usedMicroseconds: Int64 = 250_000

  /// Adds why an estimate is not better.
  ///
  /// - Parameter reportedFault: what is wrong with the magnetometer in use, by its last report; it counts while
  ///   no field is measured.
  mutating func insertReasons(for estimate: HeadingEstimate, reportedFault: SensorFault?) {
    insertReasons(for: estimate.conditions)
    if let reason = estimate.magnetometerFault.flatMap(Why.init) { insert(reason) }
    if estimate.conditions.contains(.fieldMissing), let reason = reportedFault.flatMap(Why.init) {
      insert(reason)
    }
    if estimate.heading == nil, !contains(where: \.takesHeadingAway) {
      // The filter does not say why: the field is too old for it, the first samples do not suffice, or it goes on without
      // its gyro from this tick on.
      let age = estimate.sampleAgeMicroseconds ?? .max
      insert(age > Self.usedMicroseconds ? .sensorMissing : .warmingUp)
    }
  }

  /// The filter's conditions as reasons.
  mutating func insertReasons(for conditions: HeadingEstimate.Conditions) {
    if conditions.isEmpty { return }
    if conditions.contains(.mountWrong) { insert(.mountWrong) }
    if conditions.contains(.uncalibrated) { insert(.uncalibrated) }
    if conditions.contains(.calibrationStale) { insert(.calibrationStale) }
    if conditions.contains(.calibrationUnconfirmed) { insert(.calibrationUnconfirmed) }
    if conditions.contains(.interferenceStrength) { insert(.interferenceStrength) }
    if conditions.contains(.interferenceInclination) { insert(.interferenceInclination) }
    if conditions.contains(.interferenceTurn) { insert(.interferenceTurn) }
    if conditions.contains(.steep) { insert(.tilt) }
    if conditions.contains(.accelerating) { insert(.accelerating) }
    if conditions.contains(.noTiltSensor) { insert(.noTiltSensor) }
    if conditions.contains(.weakHorizontalField) { insert(.weakHorizontalField) }
    if conditions.contains(.fieldMissing) { insert(.sensorMissing) }
    if conditions.contains(.magnetometersDisagree) { insert(.sensorsDisagree) }
    if conditions.contains(.motionContradicted) { insert(.motionContradicted) }
    if conditions.contains(.inertialUncalibrated) { insert(.inertialUncalibrated) }
    if conditions.contains(.gyroHold) { insert(.gyroHold) }
    if conditions.contains(.warmingUp) { insert(.warmingUp) }
  }
}

extension Reading.Status {
  /// The first that applies.
  init(of estimate: HeadingEstimate) {
    guard estimate.heading != nil else {
      self = .unavailable
      return
    }
    switch estimate.interference {
    case .disturbed, .recovering: self = .interference
    case .undisturbed, .suspect:
      if estimate.conditions.contains(.uncalibrated) {
        self = .calibrating
      } else {
        // Beside a broken or silent sensor nothing is called accurate, although the others may show the heading well.
        let isBroken =
          estimate.magnetometerFault != nil || estimate.conditions.contains(.fieldMissing)
          || estimate.conditions.contains(.motionContradicted)
        let isUnconfirmed = estimate.conditions.contains(.calibrationUnconfirmed)
        self = estimate.errors.isUncertain || isBroken || isUnconfirmed ? .uncertain : .accurate
      }
    }
  }
}

extension Reading.Axis {
  init(_ axis: HeadingEstimate.Axis) {
    switch axis {
    case .forward: self = .forward
    case .back: self = .back
    }
  }
}

extension Reading.Source {
  init(_ source: HeadingEstimate.Source?) {
    switch source {
    case .magnetometer: self = .magnetometer
    case .magnetometerAccelerometer: self = .magnetometerAccelerometer
    case .magnetometerGyro: self = .magnetometerGyro
    case .gyroHold: self = .gyroHold
    case nil: self = .none
    }
  }
}

extension Reading.Alignment {
  init(_ field: Alignment.Field) {
    switch field {
    case .unknown: self = .unknown
    case .away: self = .away
    case .near: self = .near
    case .almost: self = .almost
    case .aligned: self = .aligned
    case .alignedUncertain: self = .alignedUncertain
    }
  }
}

extension StateMessage.Interference.Status {
  init(_ interference: HeadingEstimate.Interference) {
    switch interference {
    case .undisturbed: self = .undisturbed
    case .suspect: self = .suspect
    case .disturbed: self = .disturbed
    case .recovering: self = .recovering
    }
  }
}

extension StateMessage.Interference {
  init(_ estimate: HeadingEstimate) {
    self.init(
      status: .init(estimate.interference), kind: estimate.interferenceKind.map { .init($0) },
      disturbance: estimate.disturbance.map { .init(x: $0.x, y: $0.y, z: $0.z) },
      strengthPercent: estimate.strengthErrorPercent,
      inclinationErrorDegrees: estimate.inclinationErrorDegrees)
  }
}

extension StateMessage.Interference.Kind {
  init(_ kind: HeadingEstimate.InterferenceKind) {
    switch kind {
    case .transient: self = .transient
    case .place: self = .place
    case .device: self = .device
    }
  }
}

extension Direction.Method {
  init(_ method: QiblaMessage.Method) {
    switch method {
    case .greatCircle: self = .greatCircle
    case .geodesic: self = .geodesic
    case .rhumb: self = .rhumb
    }
  }
}

extension QiblaMessage.Bearings {
  /// None at the target: there a device claims no direction, by any method.
  init(_ direction: Direction) {
    guard direction.note != .atTarget else {
      self.init()
      return
    }
    self.init(
      greatCircle: direction.greatCircle, geodesic: direction.geodesic, rhumb: direction.rhumb)
  }
}

extension QiblaMessage.Note {
  package init(_ note: Direction.Note) {
    switch note {
    case .none: self = .none
    case .nearTarget: self = .nearKaaba
    case .atTarget: self = .atKaaba
    case .antipode: self = .antipode
    case .pole: self = .pole
    }
  }
}

extension Event {
  /// The alignment's event as a message.
  init(sequence: UInt64, input: Alignment.Input, outcome: Alignment.Outcome) {
    let name: Name
    let haptic: Haptic
    switch outcome.event {
    case .aligned: (name, haptic) = (.aligned, .aligned)
    case .alignedUncertain: (name, haptic) = (.alignedUncertain, .alignedUncertain)
    case .left: (name, haptic) = (.left, .left)
    case .locked: (name, haptic) = (.locked, .locked)
    case .passed: (name, haptic) = (.passed, .passed)
    }
    self.init(sequence: sequence, time: input.time, name: name)
    pointer = input.pointer
    self.haptic = outcome.isFelt ? haptic : nil
  }
}

extension StateMessage.Sensor {
  /// One of several magnetometers.
  init(_ magnetometer: SensorGroup.Magnetometer) {
    self.init(
      kind: .mag, rateHz: magnetometer.rateHz, id: magnetometer.source.number,
      isPrimary: magnetometer.isPrimary, disagreementDegrees: magnetometer.disagreementDegrees)
  }
}

extension StateMessage.Mount {
  /// A mount that a turn has shown to be wrong.
  init(_ finding: MountFinding, isUpsideDown: Bool) {
    self.init(
      isWrong: true, chip: finding.chip.map { $0 == .magnetometer ? .mag : .accel },
      isMirrored: finding.isMirrored,
      turns: finding.isMirrored == true
        ? [] : finding.turns.compactMap { BoardMount($0)?.description },
      isUpsideDown: isUpsideDown)
  }
}
