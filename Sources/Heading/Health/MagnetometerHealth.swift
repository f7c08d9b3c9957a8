import Quantities
package import SensorHealth

extension FieldHealth {
  /// A detector with the parameters of a heading.
  package init(_ parameters: HeadingParameters) {
    self.init(
      parameters.fieldHealth, gravityTolerance: parameters.gravityTolerance,
      averaging: parameters.withoutGyro.averaging)
  }
}

/// Whether the magnetometer measures, and whether its field can show north.
struct MagnetometerHealth {
  private(set) var values: FieldHealth
  private(set) var horizontal = HorizontalField()
  /// When a field was last measured that was used; `nil` before.
  private(set) var lastUsed: Timestamp?

  init(_ parameters: HeadingParameters) { values = FieldHealth(parameters) }

  /// Notes that the field of `time` is used.
  mutating func use(at time: Timestamp) { lastUsed = time }

  /// Discards when a field was last used: none that was used was measured.
  mutating func forgetUse() { lastUsed = nil }

  /// Takes a specific force, m/s², body frame: a turn of gravity must change the field.
  mutating func take(force: Vector3, at time: Timestamp) {
    values.add(force: force, at: time)
  }

  /// Takes the horizontal part of the reference field, µT.
  mutating func take(horizontal part: Double) { horizontal.update(part) }

  /// Takes a field.
  ///
  /// - Parameters:
  ///   - raw: as it was read, sensor frame.
  ///   - field: calibrated, body frame.
  ///   - isMicrotesla: false for counts.
  ///   - bodyFromMagnetometer: sensor frame → body frame.
  ///   - rate: rad/s, body frame; `nil` without a gyro.
  ///   - biasLimit: rad/s, each axis: how far the gyro's bias may be off.
  ///   - isRepeated: whether the value is the same for long, and those of other sensors are not.
  mutating func take(
    _ raw: Vector3, field: Vector3, isMicrotesla: Bool, bodyFromMagnetometer: Matrix3,
    rate: Vector3?, biasLimit: Double, isRepeated: Bool, at time: Timestamp
  ) {
    var motion = (FieldMotion.unknown, FieldMotion.unknown, FieldMotion.unknown)
    let strength = field.length
    if let rate, strength > 0, strength.isFinite {
      let change = bodyFromMagnetometer.transposed * (field / strength).cross(rate)
      motion = (
        FieldMotion(change: change.x, uncertainty: biasLimit),
        FieldMotion(change: change.y, uncertainty: biasLimit),
        FieldMotion(change: change.z, uncertainty: biasLimit)
      )
    }
    let isTooStrong = isMicrotesla && strength > plausibleStrength.upperBound
    values.update(raw, motion: motion, isTooStrong: isTooStrong, isRepeated: isRepeated, at: time)
  }
}
