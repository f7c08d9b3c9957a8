import Quantities

/// The derivatives of a window's residuals by all unknowns, and those residuals.
///
/// All residuals are in units of gravity or of the field's strength, in the axes at the segment's beginning.
/// The derivatives are those at the expected readings: at the measured ones their noise would make gains too
/// small (attenuation; W. Fuller, *Measurement Error Models*, 1987).
struct InertialEquations {
  typealias Unknown = InertialModel.Unknown

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
    _ force: Vector3, _ window: InertialWindows.Carried, _ model: InertialModel, up: Vector3,
    hasGyro: Bool
  ) -> InertialEquations {
    var equations = InertialEquations(
      places: Array(0...Unknown.gravity) + (hasGyro ? gyroPlaces : []) + local)
    let seen =
      window.attitude * (model.forceMatrix * (force - model.forceOffset)) / standardGravity
    let expected = up * model.gravity
    equations.residual = seen - expected
    let level = window.attitude.transposed * expected * standardGravity
    let raw = model.forceMatrix.inverted * level
    equations.columns[Unknown.gravity] = -up
    let factor = window.attitude * (1 / standardGravity)
    equations.setSymmetric(Unknown.forceMatrix, factor, raw)
    equations.setVector(Unknown.forceOffset, factor * model.forceMatrix * -1)
    if hasGyro { equations.setGyro(window.forcePath, model, expected) }
    equations.setAttitude(expected)
    return equations
  }

  /// The field of one window.
  ///
  /// - Parameter expected: in the axes at the segment's beginning.
  static func field(
    _ field: Vector3, _ window: InertialWindows.Carried, _ model: InertialModel,
    expected: Vector3, bySine: Vector3, hasGyro: Bool
  ) -> InertialEquations {
    var equations = InertialEquations(
      places: (hasGyro ? gyroPlaces : [])
        + Array(Unknown.rotation..<Unknown.count).filter { hasGyro || $0 != Unknown.delay } + local)
    let clean = model.rotation.transposed * field - model.fieldOffset
    let seen = window.attitude * (model.rotation * (model.fieldMatrix * clean))
    equations.residual = seen - expected
    let turned = window.attitude.transposed * expected
    let raw = model.fieldMatrix.inverted * (model.rotation.transposed * turned)
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

  private static let gyroPlaces = Array(Unknown.bias..<Unknown.rotation)
  private static let local = Array(Unknown.count..<(Unknown.count + 3))

  /// By the elements of a symmetric matrix in `factor` · matrix · v.
  private mutating func setSymmetric(_ place: Int, _ factor: Matrix3, _ v: Vector3) {
    let columns = factor.transposed
    let (a, b, c) = (columns.row0, columns.row1, columns.row2)
    self.columns[place] = a * v.x
    self.columns[place + 1] = b * v.y
    self.columns[place + 2] = c * v.z
    self.columns[place + 3] = a * v.y + b * v.x
    self.columns[place + 4] = a * v.z + c * v.x
    self.columns[place + 5] = b * v.z + c * v.y
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
    _ path: InertialWindows.PathMean, _ model: InertialModel, _ expected: Vector3
  ) {
    func turn(_ place: Int, _ matrix: Matrix3, _ sign: Double) {
      let transposed = matrix.transposed
      columns[place] = transposed.row0.cross(expected) * sign
      columns[place + 1] = transposed.row1.cross(expected) * sign
      columns[place + 2] = transposed.row2.cross(expected) * sign
    }
    turn(Unknown.bias, path.integrals[0] * model.rateMatrix, -1)
    turn(Unknown.biasDrift, path.integrals[1] * model.rateMatrix, -1)
    for column in 0..<3 {
      // element (row, column) of G turns about `row` by the rate about `column`
      let byRate = path.integrals[2 + column].transposed
      let byForce = (path.integrals[5 + column] * model.rateMatrix).transposed
      let rows = [(byRate.row0, byForce.row0), (byRate.row1, byForce.row1), (byRate.row2, byForce.row2)]
      for (row, (rate, force)) in rows.enumerated() {
        columns[Unknown.rateMatrix + 3 * row + column] = rate.cross(expected)
        columns[Unknown.biasPerForce + 3 * row + column] = -force.cross(expected)
      }
    }
  }

  private mutating func setAttitude(_ expected: Vector3) {
    for axis in 0..<3 { columns[Unknown.count + axis] = axes[axis].cross(expected) }
  }
}

/// Normal equations whose last three unknowns belong to one segment and are eliminated with it.
struct SegmentedNormalEquations {
  let count: Int
  private var matrix: [Double]
  private var right: [Double]
  private var part: [Double]
  private var partRight: [Double]
  private var eliminated: [(inverse: Matrix3, coupling: [Double], right: Vector3)] = []

  init(count: Int) {
    self.count = count
    matrix = Array(repeating: 0, count: count * count)
    right = Array(repeating: 0, count: count)
    part = Array(repeating: 0, count: (count + 3) * (count + 3))
    partRight = Array(repeating: 0, count: count + 3)
  }

  mutating func add(_ equations: InertialEquations, weight: Double) {
    let (columns, places) = (equations.columns, equations.places)
    let (width, used) = (count + 3, places.count)
    let r = equations.residual
    part.withUnsafeMutableBufferPointer { part in
      columns.withUnsafeBufferPointer { columns in
        places.withUnsafeBufferPointer { places in
          // counted by hand: this is where a fit spends its time
          var index = 0
          while index < used {
            let i = places[index]
            let (x, y, z) = (columns[i].x * weight, columns[i].y * weight, columns[i].z * weight)
            partRight[i] -= x * r.x + y * r.y + z * r.z
            var other = 0
            while other <= index {
              let j = places[other]
              part[i * width + j] += x * columns[j].x + y * columns[j].y + z * columns[j].z
              other += 1
            }
            index += 1
          }
        }
      }
    }
  }

  /// Ends a segment: its attitude is eliminated.
  ///
  /// - Parameter prior: 1/rad², of the attitude.
  mutating func endSegment(prior: Double) {
    let width = count + 3
    func local(_ i: Int, _ j: Int) -> Double {
      part[(count + max(i, j)) * width + count + min(i, j)] + (i == j ? prior : 0)
    }
    let inverse = Matrix3(
      Vector3(local(0, 0), local(0, 1), local(0, 2)),
      Vector3(local(1, 0), local(1, 1), local(1, 2)),
      Vector3(local(2, 0), local(2, 1), local(2, 2))
    ).inverted
    var coupling = [Double](repeating: 0, count: 3 * count)
    for axis in 0..<3 {
      for j in 0..<count { coupling[axis * count + j] = part[(count + axis) * width + j] }
    }
    func column(_ j: Int) -> Vector3 {
      Vector3(coupling[j], coupling[count + j], coupling[2 * count + j])
    }
    let localRight = Vector3(partRight[count], partRight[count + 1], partRight[count + 2])
    for i in 0..<count {
      let reduced = inverse * column(i)
      right[i] += partRight[i] - reduced.dot(localRight)
      for j in 0...i { matrix[i * count + j] += part[i * width + j] - reduced.dot(column(j)) }
    }
    eliminated.append((inverse, coupling, localRight))
    for i in part.indices { part[i] = 0 }
    for i in partRight.indices { partRight[i] = 0 }
  }

  /// Adds what is known of an unknown before: its change from now on, and the precision of that.
  mutating func addPrior(_ place: Int, value: Double, precision: Double) {
    matrix[place * count + place] += precision
    right[place] += precision * value
  }

  /// The step of the unknowns, its covariance, and the turn of each segment.
  func solved() -> (step: [Double], covariance: SymmetricMatrix, turns: [Vector3])? {
    var symmetric = SymmetricMatrix(order: count)
    for i in 0..<count {
      for j in 0...i { symmetric[i, j] = matrix[i * count + j] }
    }
    guard let factor = CholeskyFactor(symmetric), let covariance = symmetric.inverse else {
      return nil
    }
    let step = factor.solve(right)
    let turns = eliminated.map { segment in
      var moved = segment.right
      for j in 0..<count where step[j] != 0 {
        let column = Vector3(
          segment.coupling[j], segment.coupling[count + j], segment.coupling[2 * count + j])
        moved = moved - column * step[j]
      }
      return segment.inverse * moved
    }
    return (step, covariance, turns)
  }
}

let axes = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)]

extension Matrix3 {
  /// The inverse of a matrix that has one.
  var inverted: Matrix3 {
    let columns = Matrix3(row1.cross(row2), row2.cross(row0), row0.cross(row1))
    return columns.transposed * (1 / determinant)
  }
}
