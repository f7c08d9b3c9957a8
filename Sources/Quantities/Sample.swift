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

/// The measurements of the sensors at one instant, each in its own sensor frame, before
/// calibration.
///
/// A quantity that is present is a new measurement. The old value of a slower sensor is never
/// repeated.
package struct Sample: Equatable, Sendable {
  /// When the sample was read. Samples are ordered by time.
  package var time: Timestamp
  /// The age of the measurement at `time`, seconds: half of the chip's averaging time, or the delay
  /// of its filter. For a sample with an angular rate, it is the gyro's. `nil` if it is not known.
  ///
  /// `time` is not corrected by the delay. Otherwise, the sample would be older than ticks that
  /// have passed, or than samples of faster chips that were already read.
  package var delay: Double?
  package var magneticField: MagneticField?
  package var acceleration: Acceleration?
  /// The mean over the interval that ends at `time`.
  package var angularRate: AngularRate?
  /// The temperature of the chip, °C; `nil` if it is not measured. Its zero may be off: only its changes are used.
  package var temperatureCelsius: Double?
  package var fix: Fix?
  /// The chip that measured field, acceleration and rate; a fix alone has none, and leaves this 0.
  package var source: SensorSourceID

  package init(
    time: Timestamp, magneticField: MagneticField? = nil, acceleration: Acceleration? = nil,
    angularRate: AngularRate? = nil, temperatureCelsius: Double? = nil, fix: Fix? = nil,
    source: SensorSourceID = 0, delay: Double? = nil
  ) {
    self.time = time
    self.delay = delay
    self.temperatureCelsius = temperatureCelsius
    self.source = source
    self.magneticField = magneticField
    self.acceleration = acceleration
    self.angularRate = angularRate
    self.fix = fix
  }

  /// Whether the sample has a measurement of a motion or field sensor; a fix alone does not count.
  package var hasMeasurement: Bool {
    magneticField != nil || acceleration != nil || angularRate != nil
  }
}

extension Sample {
  /// The sample in other axes.
  ///
  /// - Parameter rotation: the rotation from the present axes to the other ones; a proper rotation.
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

/// µT. The middle of the Earth's field. Source: WMM2025.
package let middleStrength = 45.0
