package import Quantities

/// A device's own iron: what its magnetometer reads is soft · field + hard, in the sensor frame.
package struct Iron: Equatable, Sendable {
  /// µT: its magnetised parts.
  package var hard: Vector3
  /// Symmetric: parts that the field magnetises, and unequal gains.
  package var soft: Matrix3

  /// - Parameter soft: has an inverse.
  package init(hard: Vector3 = .zero, soft: Matrix3 = .identity) {
    precondition(soft.determinant > 0, "soft iron stretches and does not flatten or mirror")
    self.hard = hard
    self.soft = soft
  }

  /// No iron.
  package static let none = Iron()

  /// What takes this iron out, without any error.
  package var calibration: Calibration {
    Calibration(hardIron: hard, softIron: soft.inverse, grade: .a)
  }
}

extension Matrix3 {
  /// The matrix that undoes this one, whose determinant is not 0: the adjugate over the determinant.
  fileprivate var inverse: Matrix3 {
    let scale = 1 / determinant
    return Matrix3(
      row1.cross(row2) * scale, row2.cross(row0) * scale, row0.cross(row1) * scale
    ).transposed
  }
}
