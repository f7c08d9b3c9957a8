package import Quantities

/// The 24 proper rotations that take axes to axes, the identity first.
package let axisRotations: [Matrix3] = {
  let units = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)].flatMap { [$0, -$0] }
  return units.flatMap { x in
    units.filter { $0.dot(x) == 0 }.map { y in Matrix3(x, y, x.cross(y)) }
  }
}()

extension Matrix3 {
  /// Every component with the other sign: of a proper rotation its mirrored twin.
  package var negated: Matrix3 { Matrix3(-row0, -row1, -row2) }

  /// The axis-aligned rotation next to this one, and by how many radians it is off.
  package var nearestAxisRotation: (rotation: Matrix3, angle: Double) {
    let angles = axisRotations.map { candidate in
      (candidate, Quaternion(self * candidate.transposed).angle)
    }
    return angles.min { $0.1 < $1.1 } ?? (.identity, .infinity)
  }
}
