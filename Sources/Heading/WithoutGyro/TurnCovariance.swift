import Quantities

/// How unsure an attitude and its rate are: the covariance of a small rotation φ (rad) that the
/// attitude lacks, and of the rate ω (rad/s), both in the earth frame.
struct TurnCovariance {
  /// ⟨φφᵀ⟩, rad².
  private(set) var angle: Matrix3
  /// ⟨φωᵀ⟩, rad²/s.
  private(set) var cross = Matrix3.zero
  /// ⟨ωωᵀ⟩, rad²/s².
  private(set) var rate: Matrix3

  /// - Parameters:
  ///   - angle: rad², along each axis.
  ///   - rate: rad²/s², along each axis.
  init(angle: Double, rate: Double) {
    self.angle = Matrix3.identity * angle
    self.rate = Matrix3.identity * rate
  }

  /// Lets time pass at a rate whose changes are the process noise.
  ///
  /// - Parameters:
  ///   - turn: the rotation of this interval, earth frame.
  ///   - decay: the part of the rate that is left at its end.
  ///   - angularAcceleration: rad²/s³, the power spectral density of the angular acceleration along each axis.
  mutating func advance(turn: Matrix3, decay: Double, angularAcceleration: Double, interval: Double)
  {
    let turned = turn * cross
    let mixed = turned + turned.transposed
    angle =
      turn * angle * turn.transposed + mixed * interval + rate * (interval * interval)
      + Matrix3.identity * (angularAcceleration * interval * interval * interval / 3)
    cross =
      (turned + rate * interval) * decay
      + Matrix3.identity * (angularAcceleration * interval * interval / 2)
    rate = rate * (decay * decay) + Matrix3.identity * (angularAcceleration * interval)
  }

  /// Takes one measured number `row` · φ + noise, and returns the corrections of φ and of ω for each
  /// unit of the innovation.
  mutating func update(row: Vector3, variance: Double) -> (angle: Vector3, rate: Vector3) {
    let ofAngle = angle * row
    let ofRate = cross.transposed * row
    let scale = 1 / (row.dot(ofAngle) + variance)
    angle = angle + Matrix3(ofAngle, ofAngle) * -scale
    cross = cross + Matrix3(ofAngle, ofRate) * -scale
    rate = rate + Matrix3(ofRate, ofRate) * -scale
    return (ofAngle * scale, ofRate * scale)
  }

  /// rad². The variance of `row` · φ.
  func variance(along row: Vector3) -> Double { row.dot(angle * row) }

  /// Inflates the covariance of the rotation.
  mutating func inflate(by variance: Vector3) { angle = angle + Matrix3(diagonal: variance) }
}

extension Matrix3 {
  init(diagonal d: Vector3) {
    self.init(Vector3(d.x, 0, 0), Vector3(0, d.y, 0), Vector3(0, 0, d.z))
  }

  /// The outer product a bᵀ.
  init(_ a: Vector3, _ b: Vector3) { self.init(b * a.x, b * a.y, b * a.z) }
}
