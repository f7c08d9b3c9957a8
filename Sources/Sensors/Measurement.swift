package import Quantities

/// What one measurement gave, in the die's right-handed frame.
package struct Measurement: Equatable, Sendable {
  package var magneticField: MagneticField?
  package var acceleration: Acceleration?
  package var angularRate: AngularRate?
  /// Of the chip, °C; `nil` where it does not say, or only how it changes.
  package var temperatureCelsius: Double?
  /// Quantities that were beyond their range and are therefore absent; the others stand.
  package var outOfRange: Quantity = []

  /// A set of the quantities that a chip may measure.
  package struct Quantity: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let magneticField = Quantity(rawValue: 1)
    package static let acceleration = Quantity(rawValue: 1 << 1)
    package static let angularRate = Quantity(rawValue: 1 << 2)
    /// Whatever the chip measures.
    package static let all: Quantity = [.magneticField, .acceleration, .angularRate]
    /// How many there are.
    static let count = 3
  }

  /// Whether a quantity was measured; a temperature alone does not count.
  var hasQuantity: Bool { magneticField != nil || acceleration != nil || angularRate != nil }

  /// The field along the axes that `turn` leads to.
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

  /// Acceleration and rate of a chip that measures both. A quantity of which an axis is at the end of its
  /// range is left out and noted: a knock on the table clips the accelerometer, and the gyro's rate, which
  /// carries the heading through the knock, stands.
  ///
  /// - Parameters:
  ///   - acceleration: counts, right-handed.
  ///   - metresPerSecondSquaredPerCount: the accelerometer's scale.
  ///   - rate: counts, right-handed.
  ///   - radiansPerSecondPerCount: the gyro's scale.
  ///   - limit: counts at which either is at the end of its range.
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

/// Why the bytes of a measurement are none.
package enum DecodingError: Error, Equatable, Sendable {
  /// Whatever the chip measures is beyond the range.
  case overflow
}
