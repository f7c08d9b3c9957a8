import Quantities

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
    let information = Matrix3(
      Vector3(local(0, 0), local(0, 1), local(0, 2)),
      Vector3(local(1, 0), local(1, 1), local(1, 2)),
      Vector3(local(2, 0), local(2, 1), local(2, 2))
    )
    // Without an inverse the segment shows nothing of its attitude, and so it stays where it is.
    let inverse = information.inverse ?? .zero
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
