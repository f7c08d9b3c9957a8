/// A magnetic field along the axes of one frame, µT.
package struct MagneticField: Equatable, Sendable {
  /// Components in µT.
  package var microtesla: Vector3

  package init(microtesla: Vector3) { self.microtesla = microtesla }
}

/// Specific force along the axes of one frame, m/s²: at rest the axis that points up reads +9.8.
package struct Acceleration: Equatable, Sendable {
  /// Components in m/s².
  package var metresPerSecondSquared: Vector3

  package init(metresPerSecondSquared: Vector3) {
    self.metresPerSecondSquared = metresPerSecondSquared
  }
}

/// An angular rate about the axes of one frame, rad/s, right-hand rule.
package struct AngularRate: Equatable, Sendable {
  /// Components in rad/s.
  package var radiansPerSecond: Vector3

  package init(radiansPerSecond: Vector3) { self.radiansPerSecond = radiansPerSecond }
}

/// What the sensors measured at one instant, each in its own sensor frame, before calibration.
///
/// A part that is present is a new measurement; a value that a slower sensor merely holds is absent.
package struct Sample: Equatable, Sendable {
  /// When it was read. Samples come in the order of their times.
  package var time: Timestamp
  /// Seconds by which what was measured is older than `time`: half of what the chip averages, or the delay of its
  /// filter; of a sample with a rate that of the gyro. `nil` where that is unknown.
  ///
  /// It is not taken off `time`: a sample would then come after ticks that have passed, or before samples of
  /// faster chips that were read already.
  package var delay: Double?
  package var magneticField: MagneticField?
  package var acceleration: Acceleration?
  /// Mean over the interval that ends at `time`.
  package var angularRate: AngularRate?
  package var fix: Fix?
  /// The chip that measured field, acceleration and rate; a fix alone has none, and leaves this 0.
  package var source: SensorSourceID

  package init(
    time: Timestamp, magneticField: MagneticField? = nil, acceleration: Acceleration? = nil,
    angularRate: AngularRate? = nil, fix: Fix? = nil, source: SensorSourceID = 0,
    delay: Double? = nil
  ) {
    self.time = time
    self.delay = delay
    self.source = source
    self.magneticField = magneticField
    self.acceleration = acceleration
    self.angularRate = angularRate
    self.fix = fix
  }

  /// Whether a motion or field sensor measured something; a fix alone does not count.
  package var hasMeasurement: Bool {
    magneticField != nil || acceleration != nil || angularRate != nil
  }
}

extension Sample {
  /// What was measured, along other axes.
  ///
  /// - Parameter rotation: from the axes that it is told along now to those; a proper rotation.
  package func turned(by rotation: Matrix3) -> Sample {
    var sample = self
    sample.magneticField = magneticField.map {
      MagneticField(microtesla: rotation * $0.microtesla)
    }
    sample.acceleration = acceleration.map {
      Acceleration(metresPerSecondSquared: rotation * $0.metresPerSecondSquared)
    }
    sample.angularRate = angularRate.map {
      AngularRate(radiansPerSecond: rotation * $0.radiansPerSecond)
    }
    return sample
  }
}
