package import Quantities

/// What a magnetometer's calibration is fitted to: a device's field while it is turned.
package struct CalibrationLog: Sendable {
  /// A field before calibration.
  package struct Field: Equatable, Sendable {
    package var time: Timestamp
    /// µT or counts, along the magnetometer's axes.
    package var field: Vector3

    package init(time: Timestamp, field: Vector3) {
      self.time = time
      self.field = field
    }
  }

  /// A turn rate, mean over the interval that ends at `time`.
  package struct Rate: Equatable, Sendable {
    package var time: Timestamp
    /// rad/s, along the *magnetometer's* axes.
    package var rate: Vector3

    package init(time: Timestamp, rate: Vector3) {
      self.time = time
      self.rate = rate
    }
  }

  /// In the order of time.
  package var fields: [Field] = []
  /// In the order of time; empty without a gyro.
  package var rates: [Rate] = []
  /// Of a log without rates: the part of the fields that did not turn as a gyro said. They are left out, unless they are so
  /// many that the gyro is wrong.
  package var contradicted = 0.0
  /// False where the values are counts.
  package var isMicrotesla: Bool
  /// µT: the Earth's field where the log was made; `nil` where that is not known.
  package var expectedStrength: Double?

  package init(isMicrotesla: Bool, expectedStrength: Double? = nil) {
    self.isMicrotesla = isMicrotesla
    self.expectedStrength = expectedStrength
  }

  /// Takes in what a sample has of field and turn rate.
  ///
  /// A field that equals the one before is the old measurement held, and is left out.
  ///
  /// - Parameter mount: brings the gyro's axes to the magnetometer's.
  package mutating func add(_ sample: Sample, mount: Mount = .identity) {
    if let field = sample.magneticField?.microtesla, field.isFinite, fields.last?.field != field {
      fields.append(Field(time: sample.time, field: field))
    }
    if let rate = sample.angularRate?.radiansPerSecond, rate.isFinite {
      let body = mount.inertial * rate
      rates.append(Rate(time: sample.time, rate: mount.magnetometer.transposed * body))
    }
  }
}
