package import Quantities

/// The effect of a device's own iron: its magnetometer reads soft · field + hard, in the sensor
/// frame.
package struct Iron: Equatable, Sendable {
  /// Hard iron, µT: the field of its magnetised parts.
  package var hard: Vector3
  /// Soft iron, a symmetric matrix: parts that the field magnetises, and unequal gains.
  package var soft: Matrix3

  /// - Parameter soft: has an inverse.
  package init(hard: Vector3 = .zero, soft: Matrix3 = .identity) {
    precondition(soft.determinant > 0, "soft iron must be a matrix with a positive determinant")
    self.hard = hard
    self.soft = soft
  }

  /// No iron.
  package static let none = Iron()

  /// The exact calibration for this iron.
  package var calibration: Calibration {
    guard let inverse = soft.inverse else { preconditionFailure("soft iron must have an inverse") }
    return Calibration(hardIron: hard, softIron: inverse, grade: .a)
  }
}
