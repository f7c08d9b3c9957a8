import Quantities

/// The derivatives of a window's residuals by all unknowns, and those residuals.
///
/// All residuals are in units of gravity or of the field's strength, in the axes at the segment's beginning.
/// The derivatives are those at the expected readings: at the measured ones their noise would make gains too
/// small (attenuation; W. Fuller, *Measurement Error Models*, 1987).
struct InertialEquations {
  typealias Unknown = TumbleModel.Unknown
  private typealias Integral = InertialWindows.Integral

  /// Observed − expected.
  var residual = Vector3.zero
  /// The derivative by each unknown; the last three are the segment's attitude.
  var columns = [Vector3](repeating: .zero, count: Unknown.count + 3)
  /// The unknowns whose derivative is not zero.
  let places: [Int]

  /// Gravity of one window.
  ///
  /// - Parameter up: in the axes at the segment's beginning.
  static func gravity(
    _ force: Vector3, _ window: InertialWindows.Carried, _ model: TumbleModel, up: Vector3,
    hasGyro: Bool
  ) -> InertialEquations {
    var equations = InertialEquations(
      places: Array(0...Unknown.gravity) + (hasGyro ? leverPlaces + gyroPlaces : []) + local)
    let still = model.forceMatrix * (force - model.forceOffset) - window.acceleration * model.lever
    let seen = window.attitude * still / standardGravity
    let expected = up * model.gravity
    equations.residual = seen - expected
    let level = window.attitude.transposed * expected * standardGravity
    let raw = (model.forceMatrix.inverse ?? .identity) * level
    equations.columns[Unknown.gravity] = -up
    let factor = window.attitude * (1 / standardGravity)
    equations.setSymmetric(Unknown.forceMatrix, factor, raw)
    equations.setVector(Unknown.forceOffset, factor * model.forceMatrix * -1)
    if hasGyro {
      equations.setVector(Unknown.lever, factor * window.acceleration * -1)
      equations.setGyro(window.forcePath, model, expected)
    }
    equations.setAttitude(expected)
    return equations
  }

  /// The field of one window.
  ///
  /// - Parameter expected: in the axes at the segment's beginning.
  static func field(
    _ field: Vector3, _ window: InertialWindows.Carried, _ model: TumbleModel,
    expected: Vector3, bySine: Vector3, hasGyro: Bool
  ) -> InertialEquations {
    var equations = InertialEquations(
      places: (hasGyro ? gyroPlaces : [])
        + Array(Unknown.rotation..<Unknown.count).filter { hasGyro || $0 != Unknown.delay } + local)
    let clean = model.rotation.transposed * field - model.fieldOffset
    let seen = window.attitude * (model.rotation * (model.fieldMatrix * clean))
    equations.residual = seen - expected
    let turned = window.attitude.transposed * expected
    let raw = (model.fieldMatrix.inverse ?? .identity) * (model.rotation.transposed * turned)
    let factor = window.attitude * model.rotation
    equations.setSymmetric(Unknown.fieldMatrix, factor, raw)
    equations.setVector(Unknown.fieldOffset, factor * model.fieldMatrix * -1)
    let turn = window.fieldPath.attitude.transposed
    equations.columns[Unknown.rotation] = turn.row0.cross(expected)
    equations.columns[Unknown.rotation + 1] = turn.row1.cross(expected)
    equations.columns[Unknown.rotation + 2] = turn.row2.cross(expected)
    equations.columns[Unknown.delay] = -(window.attitude * window.rate.cross(turned))
    equations.columns[Unknown.sineUp] = -bySine
    if hasGyro { equations.setGyro(window.fieldPath, model, expected) }
    equations.setAttitude(expected)
    return equations
  }

  private init(places: [Int]) { self.places = places }

  private static let leverPlaces = Array(Unknown.lever..<Unknown.bias)
  private static let gyroPlaces = Array(Unknown.bias..<Unknown.rotation)
  private static let local = Array(Unknown.count..<(Unknown.count + 3))

  /// By the elements of a symmetric matrix in `factor` · matrix · v.
  private mutating func setSymmetric(_ place: Int, _ factor: Matrix3, _ v: Vector3) {
    let columns = factor.transposed
    let (a, b, c) = (columns.row0, columns.row1, columns.row2)
    self.columns[place] = a * v.x
    self.columns[place + 1] = b * v.y
    self.columns[place + 2] = c * v.z
    let beside = place + 3
    self.columns[beside] = a * v.y + b * v.x
    self.columns[beside + 1] = a * v.z + c * v.x
    self.columns[beside + 2] = b * v.z + c * v.y
  }

  /// By the elements of v in `matrix` · v.
  private mutating func setVector(_ place: Int, _ matrix: Matrix3) {
    let transposed = matrix.transposed
    columns[place] = transposed.row0
    columns[place + 1] = transposed.row1
    columns[place + 2] = transposed.row2
  }

  /// By what turns the gyro's path: a small turn δ moves what is seen by δ × that.
  private mutating func setGyro(
    _ path: InertialWindows.PathMean, _ model: TumbleModel, _ expected: Vector3
  ) {
    func turn(_ place: Int, _ matrix: Matrix3, _ sign: Double) {
      let transposed = matrix.transposed
      columns[place] = transposed.row0.cross(expected) * sign
      columns[place + 1] = transposed.row1.cross(expected) * sign
      columns[place + 2] = transposed.row2.cross(expected) * sign
    }
    turn(Unknown.bias, path.integrals[Integral.one] * model.rateMatrix, -1)
    turn(Unknown.biasDrift, path.integrals[Integral.time] * model.rateMatrix, -1)
    for column in 0..<3 {
      // element (row, column) of G turns about `row` by the rate about `column`
      let byRate = path.integrals[Integral.rate + column].transposed
      let byForce = (path.integrals[Integral.force + column] * model.rateMatrix).transposed
      let rates = [byRate.row0, byRate.row1, byRate.row2]
      let forces = [byForce.row0, byForce.row1, byForce.row2]
      for (row, (rate, force)) in zip(rates, forces).enumerated() {
        columns[Unknown.rateMatrix + 3 * row + column] = rate.cross(expected)
        columns[Unknown.biasPerForce + 3 * row + column] = -force.cross(expected)
      }
    }
  }

  private mutating func setAttitude(_ expected: Vector3) {
    for axis in 0..<3 { columns[Unknown.count + axis] = axes[axis].cross(expected) }
  }
}

/// The unit vectors of the axes.
let axes = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)]
