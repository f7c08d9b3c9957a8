package import Quantities

/// The quantities of one measurement, in the die's right-handed frame.
package struct Measurement: Equatable, Sendable {
  package var magneticField: MagneticField?
  package var acceleration: Acceleration?
  package var angularRate: AngularRate?
  /// The chip's temperature, °C; `nil` if it is not measured. Its zero may be off.
  package var temperatureCelsius: Double?
  /// Quantities that were beyond their range and are therefore absent; the others are valid.
  package var outOfRange: Quantity = []

  /// A set of quantities that a chip can measure.
  package struct Quantity: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let magneticField = Quantity(rawValue: 1)
    package static let acceleration = Quantity(rawValue: 1 << 1)
    package static let angularRate = Quantity(rawValue: 1 << 2)
    /// All quantities.
    package static let all: Quantity = [.magneticField, .acceleration, .angularRate]
    /// The number of quantities.
    static let count = 3
  }

  /// Whether a quantity other than the temperature was measured.
  var hasQuantity: Bool { magneticField != nil || acceleration != nil || angularRate != nil }

  /// The field in the axes after the rotation `turn`.
  ///
  /// - Parameter turn: a proper rotation.
  func fieldTurned(by turn: Matrix3) -> MagneticField? {
    magneticField.map { MagneticField(microtesla: turn * $0.microtesla) }
  }

  package init(
    magneticField: MagneticField? = nil, acceleration: Acceleration? = nil,
    angularRate: AngularRate? = nil, temperatureCelsius: Double? = nil
  ) {
    self.magneticField = magneticField
    self.acceleration = acceleration
    self.angularRate = angularRate
    self.temperatureCelsius = temperatureCelsius
  }

  /// Acceleration and angular rate of a chip that measures both. A quantity with an axis at the end
  /// of its range is left out and added to `outOfRange`. A knock on the table saturates the
  /// accelerometer only; the gyro's rate stays valid and carries the heading through the knock.
  ///
  /// - Parameters:
  ///   - acceleration: counts, right-handed.
  ///   - metresPerSecondSquaredPerCount: the accelerometer's scale.
  ///   - rate: counts, right-handed.
  ///   - radiansPerSecondPerCount: the gyro's scale.
  ///   - limit: counts at the end of the range of both.
  init(
    acceleration: Vector3, metresPerSecondSquaredPerCount: Double, rate: Vector3,
    radiansPerSecondPerCount: Double, limit: Double = 32_767, temperatureCelsius: Double? = nil
  ) {
    self.temperatureCelsius = temperatureCelsius
    if acceleration.reaches(limit) {
      outOfRange.insert(.acceleration)
    } else {
      self.acceleration = Acceleration(
        metresPerSecondSquared: acceleration * metresPerSecondSquaredPerCount)
    }
    if rate.reaches(limit) {
      outOfRange.insert(.angularRate)
    } else {
      angularRate = AngularRate(radiansPerSecond: rate * radiansPerSecondPerCount)
    }
  }
}

/// Why the bytes of a measurement cannot be used.
package enum DecodingError: Error, Equatable, Sendable {
  /// All quantities are beyond their range.
  case overflow
}
