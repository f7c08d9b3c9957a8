private import Glibc
import Heading
import Quantities
import Wire

/// Percent of the whole. Source: definition.
private let percent = 100.0

/// The mean of calibrated fields, body frame, µT.
struct FieldMean {
  private var sum = Vector3.zero
  private var strengths = 0.0
  private var count = 0.0

  /// Adds a field.
  mutating func add(_ field: Vector3) {
    sum = sum + field
    strengths += field.length
    count += 1
  }

  /// Removes all fields.
  ///
  /// - Returns: their mean vector, and their mean strength, which a turn does not make smaller; `nil` where no field was
  ///   added.
  mutating func removeMean() -> (vector: Vector3, strength: Double)? {
    defer { self = FieldMean() }
    return count > 0 ? (sum * (1 / count), strengths / count) : nil
  }
}

extension FieldMessage {
  /// - Parameters:
  ///   - mean: of the fields since the message before.
  ///   - expected: the field by the magnetic model.
  init(
    sequence: UInt64, time: Timestamp, _ mean: (vector: Vector3, strength: Double)?,
    _ estimate: HeadingEstimate, expected: ExpectedField?
  ) {
    self.init(
      sequence: sequence, time: time, status: .init(estimate.interference),
      kind: estimate.interferenceKind.map { .init($0) }, vector: mean?.vector,
      disturbance: estimate.disturbance.map { .init(x: $0.x, y: $0.y, z: $0.z) })
    if let expected {
      self.expected = Field(expected.strength, inclination: expected.inclination)
    }
    guard let mean else { return }
    measured = Field(mean.strength, inclination: estimate.inclination(of: mean.vector))
    // The filter says by how much its own mean differs from the reference.
    guard let error = estimate.strengthErrorPercent, error > -percent else { return }
    let difference = estimate.inclinationErrorDegrees?.inRadians
    let inclination = estimate.inclination(of: mean.vector)
    reference = Field(
      mean.strength / (1 + error / percent),
      inclination: inclination.flatMap { measured in difference.map { measured - $0 } })
  }
}

extension FieldMessage.Field {
  /// - Parameter inclination: rad, down positive.
  fileprivate init(_ strength: Double, inclination: Double?) {
    self.init(
      strength: strength, inclinationDegrees: inclination?.inDegrees,
      horizontal: inclination.map { strength * cos($0) })
  }
}

extension HeadingEstimate {
  /// The inclination of a field in the body frame, rad; `nil` where pitch and roll are not known.
  fileprivate func inclination(of field: Vector3) -> Double? {
    guard let pitch = pitchDegrees?.inRadians, let roll = rollDegrees?.inRadians,
      field.length > 0
    else { return nil }
    // The earth frame's down in the body frame: x forward, y right, z down.
    let down = Vector3(-sin(pitch), sin(roll) * cos(pitch), cos(roll) * cos(pitch))
    return asin(min(max(field.dot(down) / field.length, -1), 1))
  }
}
