package import Quantities

/// The result of the heading filter for one instant.
package struct HeadingEstimate: Equatable, Sendable {
  /// Which of the device's directions the heading is that of.
  package enum Axis: Equatable, Sendable {
    /// Body x.
    case forward
    /// Held upright: where one looks who holds it before the face (see `HeadingAxis`).
    case back
  }

  /// What the heading was made of.
  package enum Source: Equatable, Sendable {
    case magnetometer, magnetometerAccelerometer, magnetometerGyro, gyroHold
  }

  /// The field's state.
  package enum Interference: Equatable, Sendable {
    case undisturbed, suspect, disturbed, recovering
  }

  /// What sort of thing disturbs the field.
  package enum InterferenceKind: Equatable, Sendable {
    /// It comes and goes, or the device has not turned enough to tell.
    case transient
    /// It stays the same in the earth frame: steel in the building.
    case place
    /// It turns with the device: a magnet that sticks to it.
    case device
  }

  /// What makes the heading worse than it could be.
  package struct Conditions: OptionSet, Equatable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let uncalibrated = Conditions(rawValue: 1 << 0)
    package static let interferenceStrength = Conditions(rawValue: 1 << 1)
    package static let interferenceInclination = Conditions(rawValue: 1 << 2)
    package static let steep = Conditions(rawValue: 1 << 3)
    package static let accelerating = Conditions(rawValue: 1 << 4)
    package static let noTiltSensor = Conditions(rawValue: 1 << 5)
    package static let weakHorizontalField = Conditions(rawValue: 1 << 6)
    package static let fieldMissing = Conditions(rawValue: 1 << 7)
    package static let gyroHold = Conditions(rawValue: 1 << 8)
    package static let warmingUp = Conditions(rawValue: 1 << 9)
    package static let interferenceTurn = Conditions(rawValue: 1 << 10)
    package static let magnetometersDisagree = Conditions(rawValue: 1 << 11)
    package static let calibrationStale = Conditions(rawValue: 1 << 12)
    package static let mountWrong = Conditions(rawValue: 1 << 13)
    package static let motionContradicted = Conditions(rawValue: 1 << 14)
    package static let inertialUncalibrated = Conditions(rawValue: 1 << 15)
    package static let calibrationUnconfirmed = Conditions(rawValue: 1 << 16)
  }

  /// `nil` where there is no usable heading.
  package var heading: Azimuth<MagneticNorth>?
  /// What the error of `heading` is made of; without a heading it means nothing.
  package var errors = HeadingErrorBudget()
  /// Degrees, 68 % lie within; present whenever `heading` is.
  package var error68Degrees: Double? { heading == nil ? nil : errors.error68Degrees }
  /// Degrees a second about down, clockwise seen from above.
  package var turnRateDegreesPerSecond: Double?
  /// Degrees, nose up.
  package var pitchDegrees: Double?
  /// Degrees, right side down.
  package var rollDegrees: Double?
  package var axis = Axis.forward
  /// `nil` where there is no heading.
  package var source: Source?
  package var sampleAgeMicroseconds: Int64?
  package var conditions: Conditions = []
  /// The fault that the magnetometer's own values show; `nil` where they show none.
  package var magnetometerFault: SensorFault?
  package var interference = Interference.undisturbed
  /// `nil` where nothing disturbs, and without a gyro.
  package var interferenceKind: InterferenceKind?
  /// What disturbs adds this to the field of the place: body frame, µT; `nil` where `interferenceKind`
  /// is, and where the magnetometer gives counts.
  package var disturbance: Vector3?
  /// The field's strength less the reference's, in percent of it.
  package var strengthErrorPercent: Double?
  /// The field's inclination less the reference's, degrees.
  package var inclinationErrorDegrees: Double?

  package init() {}
}
