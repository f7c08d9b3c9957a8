private import Glibc
import Quantities

/// What `FieldMonitor` judges: measured field − expected field, of one interval or sample.
struct FieldResidual {
  /// Its length as a part of the reference's strength; without a gyro as a part of the limits for
  /// strength and inclination (`FieldMonitorParameters`).
  var relativeLength: Double
  /// Whether the Earth's field can be so strong; true where the magnetometer gives counts.
  var isPlausible: Bool
  /// When the interval began that it is the mean of; the time of a single sample.
  var start: Timestamp
  /// What is known of it beyond its length.
  var detail: Detail

  enum Detail {
    /// With a gyro.
    case vector(VectorResidual)
    /// Without.
    case scalars(ScalarResidual)
  }
}

extension FieldResidual {
  /// `nil` without a gyro.
  var vector: VectorResidual? {
    if case .vector(let vector) = detail { vector } else { nil }
  }

  /// The measured field, earth frame, µT (or counts); without a gyro its azimuth is taken for north.
  var field: Vector3 {
    switch detail {
    case .vector(let vector): vector.field
    case .scalars(let scalars): scalars.field
    }
  }

  /// µT (or counts), by which a field may vary in parts: the reference's; without a gyro the measured one.
  var strength: Double {
    switch detail {
    case .vector(let vector): vector.estimate.reference.strength
    case .scalars(let scalars): scalars.strength
    }
  }

  /// `nil` with a gyro.
  var scalars: ScalarResidual? {
    if case .scalars(let scalars) = detail { scalars } else { nil }
  }
}

/// With a gyro: the field of an interval in the earth frame, and what the filter estimates.
struct VectorResidual {
  /// The measured field, earth frame, µT.
  var field: Vector3
  /// Body → earth.
  var attitude: Matrix3
  /// Measured − expected by all that the filter estimates: length in µT, and root mean square of the
  /// three components in standard deviations.
  var innovation: (length: Double, sigmas: Double)
  /// rad about down: the sum of the latest north corrections.
  var recentNorthCorrections: Double
  /// What the filter estimates now.
  var estimate: FieldCheckpoint

  /// The same from an earth frame that is turned about down by `angle` rad.
  func turned(by angle: Double) -> VectorResidual {
    let turn = Matrix3(Quaternion(rotationVector: Vector3(0, 0, angle)))
    var turned = self
    (turned.field, turned.attitude) = (turn * field, turn * attitude)
    return turned
  }
}

/// Without a gyro: strength and inclination, which do not depend on the heading.
struct ScalarResidual {
  /// µT (or counts).
  var strength: Double
  /// rad, down positive; `nil` without a tilt sensor.
  var inclination: Double?
  /// rad, 68 %: what a residual of this size makes of north, its direction being unknown.
  var northError: Double
  /// Which of the two differ by more than half of their limits; empty where none does.
  var reasons: HeadingEstimate.Conditions
  /// The attitude as the field shows it.
  var attitude: Quaternion

  /// The same as a vector whose azimuth is taken for north, µT (or counts).
  var field: Vector3 {
    let inclination = inclination ?? 0
    return Vector3(strength * cos(inclination), 0, strength * sin(inclination))
  }
}

/// How the device moved in the interval of a residual.
struct DeviceMotion {
  /// rad about any axis.
  let turning: Double
  /// rad/s.
  let turnRate: Double
  /// s.
  let interval: Double

  init(turning: Double, interval: Double) {
    (self.turning, self.interval) = (turning, interval)
    turnRate = turning / interval
  }

  init(turnRate: Double, interval: Double) {
    (self.turnRate, self.interval) = (turnRate, interval)
    turning = turnRate * interval
  }
}
