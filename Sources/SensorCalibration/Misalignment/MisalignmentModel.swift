private import Glibc
package import Quantities

/// What explains how the field moves between the windows' ends, and what is unknown in it.
///
/// With M from the magnetometer's to the inertial axes, c a hard iron that calibration left, d the
/// delay, b the gyro's bias, P the gyro's turn (end → beginning) and B what a bias does to it:
///
///     y = M (m − c),   y' = y − d ω × y        the field of the instant itself
///     (1 − [B b]×) P y'₁ = y'₀                 it stands still while the device turns
///     up · y'₀ = s                             its dip is the same in every pose
///
/// Everything in units of the field's strength.
package struct MisalignmentModel {
  /// Magnetometer's axes → inertial axes; mirrored ones are fitted too.
  package var rotation: Matrix3
  /// rad/s, inertial axes.
  package var bias = Vector3.zero
  /// Seconds.
  package var delay = 0.0
  /// In strengths of the field, magnetometer's axes.
  package var offset = Vector3.zero
  /// The field's part upwards, in its strength: below 0 where it points down.
  package var sineUp = 0.0

  /// The indices of the unknowns in a row of the equations. Source: derived; three for each vector.
  enum Unknown {
    static let rotation = 0  // three axes each
    static let bias = 3
    static let delay = bias + 3
    static let sineUp = delay + 1
    static let offset = sineUp + 1
    static let count = offset + 3
  }

  /// An equation: what is left over, and its derivatives by the unknowns.
  struct Equation {
    var residual: Double
    var row: [Double]
  }

  /// How far the field moved although it should not have: inertial axes at the window's beginning.
  func turnEquations(_ window: FieldWindow, strength: Double) -> [Equation]? {
    guard let turn = window.turn else { return nil }
    let start = rotation * (window.field / strength - offset)
    let end = rotation * (turn.field / strength - offset)
    let startNow = start - turn.rates.0.cross(start) * delay
    let endNow = turn.rotation.rotate(end - turn.rates.1.cross(end) * delay)
    let residual = endNow - (turn.biasEffect * bias).cross(endNow) - startNow
    var columns = [Vector3](repeating: .zero, count: Unknown.count)
    for (axis, unit) in axes.enumerated() {
      columns[Unknown.rotation + axis] =
        turn.rotation.rotate(unit.cross(end)) - unit.cross(start)
      columns[Unknown.bias + axis] = endNow.cross(turn.biasEffect * unit)
      let moved = rotation * unit
      columns[Unknown.offset + axis] = moved - turn.rotation.rotate(moved)
    }
    columns[Unknown.delay] =
      turn.rates.0.cross(start) - turn.rotation.rotate(turn.rates.1.cross(end))
    return [
      Equation(residual: residual.x, row: columns.map(\.x)),
      Equation(residual: residual.y, row: columns.map(\.y)),
      Equation(residual: residual.z, row: columns.map(\.z)),
    ]
  }

  /// How far the field's dip is from that of the other windows.
  func dipEquation(_ window: FieldWindow, strength: Double) -> Equation? {
    guard let up = window.up else { return nil }
    let field = rotation * (window.field / strength - offset)
    let rate = window.turn?.rates.0 ?? .zero
    var row = [Double](repeating: 0, count: Unknown.count)
    for (axis, unit) in axes.enumerated() {
      row[Unknown.rotation + axis] = up.dot(unit.cross(field))
      row[Unknown.offset + axis] = -up.dot(rotation * unit)
    }
    row[Unknown.delay] = -up.dot(rate.cross(field))
    row[Unknown.sineUp] = -1
    return Equation(
      residual: up.dot(field - rate.cross(field) * delay) - sineUp, row: row)
  }

  /// Moves by a step of the unknowns, zero where it is not one.
  mutating func move(by step: [Double]) {
    func vector(_ place: Int) -> Vector3 { Vector3(step[place], step[place + 1], step[place + 2]) }
    rotation = Quaternion(rotationVector: vector(Unknown.rotation)).matrix * rotation
    bias = bias + vector(Unknown.bias)
    delay += step[Unknown.delay]
    sineUp += step[Unknown.sineUp]
    offset = offset + vector(Unknown.offset)
  }
}
