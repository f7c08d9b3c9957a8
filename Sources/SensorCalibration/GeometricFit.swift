import Quantities

/// The shape that fits points best, by their distance in parts of the strength.
///
/// Levenberg–Marquardt on (|A(x − b)| − 1) · mean|x − b|, a distance in the points' own unit: as a part
/// of the strength alone it could be made small by a centre far away. Tukey's biweight is against
/// outliers, and a weak prior on the stretch keeps what the points do not determine near a sphere.
///
/// - Source: K. Madsen, H. Nielsen, O. Tingleff, *Methods for Non-Linear Least Squares Problems*,
///   2004, section 3.2; P. Huber, E. Ronchetti, *Robust Statistics*, 2009, section 4.8.
struct GeometricFit {
  /// The least robust standard deviation, as part of the strength: one below a sensor's resolution makes
  /// outliers of good samples.
  ///
  /// Source: 0.05 µT of 50 µT, the resolution of the better supported magnetometers.
  static let leastScale = 0.001
  /// Steps of the iteration: at most, until the scale is kept, and before it may end.
  ///
  /// Source: a limit of the time; fits end after 10 to 20.
  private static let rounds = (most: 60, ofScale: 8, fewest: 3)
  /// The damping at the start, and the factor by which it changes. Source: Madsen 2004, section 3.2.
  private static let damping = (start: 1e-3, factor: 10.0, most: 1e8)

  private(set) var shape: FieldShape
  /// The residuals' robust standard deviation, in the points' unit.
  private(set) var scale: Double
  let model: CalibrationModel
  let parameters: FitParameters
  private let points: [Vector3]
  private let weights: [Double]

  /// - Parameters:
  ///   - points: near the origin and of size near 1.
  ///   - weights: of each point, 0 to 1.
  ///   - scale: keeps the robust standard deviation; `nil` finds it.
  init(
    _ points: [Vector3], weights: [Double], model: CalibrationModel, start: FieldShape,
    scale fixed: Double? = nil, parameters: FitParameters
  ) {
    (self.points, self.weights, self.model, shape) = (points, weights, model, start)
    self.parameters = parameters
    scale = fixed ?? 1
    var damping = Self.damping.start
    for round in 0..<Self.rounds.most {
      if fixed == nil, round < Self.rounds.ofScale { scale = robustScale() }
      guard let step = step(damping: &damping) else { break }
      if step < 1e-6, round >= Self.rounds.fewest { break }
    }
  }

  /// The robust weight of a point's strength less 1: that of 0 is 1, an outlier's 0.
  func robustWeight(_ residual: Double) -> Double { robustWeight(distance: residual * extent) }

  private func robustWeight(distance: Double) -> Double {
    let part = distance / (tukeyWidth * scale)
    return abs(part) < 1 ? (1 - part * part) * (1 - part * part) : 0
  }

  /// Σ weight · gradient · gradientᵀ / scale² by the nine parameters, without the prior.
  var information: SymmetricMatrix { normalEquations(shape).matrix }

  /// The mean distance of the points from the centre.
  var extent: Double { extent(shape.centre).mean }

  /// The mean distance of the points from a centre, and how it changes with that.
  private func extent(_ centre: Vector3) -> (mean: Double, gradient: Vector3) {
    var (sum, gradient, total) = (0.0, Vector3.zero, 0.0)
    for (point, weight) in zip(points, weights) where weight > 0 {
      let d = point - centre
      let length = max(d.length, 1e-12)
      sum += weight * length
      gradient = gradient - d * (weight / length)
      total += weight
    }
    guard total > 0 else { return (1, .zero) }
    return (sum / total, gradient / total)
  }

  private func robustScale() -> Double {
    let spread = zip(points, weights).filter { $0.1 > 0 }.map { abs(shape.residual($0.0)) }
    return max(deviationPerMedian * median(spread) * extent, Self.leastScale)
  }

  /// Moves the shape once; the largest change of a parameter, or `nil` where no step is better.
  private mutating func step(damping: inout Double) -> Double? {
    let equations = normalEquations(shape)
    let prior = prior(shape.matrix)
    let old = cost(shape)
    while damping < Self.damping.most {
      var (matrix, right) = reduced(equations.matrix, equations.right, prior)
      for i in 0..<matrix.order { matrix[i, i] *= 1 + damping }
      for i in right.indices { right[i] = -right[i] }
      if let solution = CholeskyFactor(matrix)?.solve(right) {
        let step = expanded(solution)
        let moved = shape.moved(by: step)
        if moved.isStretch, cost(moved) <= old {
          shape = moved
          damping = max(damping / Self.damping.factor, 1e-12)
          return step.map(abs).max()
        }
      }
      damping *= Self.damping.factor
    }
    return nil
  }

  private func cost(_ shape: FieldShape) -> Double {
    var sum = 0.0
    let width = tukeyWidth * scale / extent(shape.centre).mean
    for (point, weight) in zip(points, weights) where weight > 0 {
      let part = min(abs(shape.residual(point)) / width, 1)
      let rest = 1 - part * part
      sum += weight * (1 - rest * rest * rest)
    }
    // the biweight's ρ is width²/6 · (1 − (1 − part²)³); over scale², and twice for squares
    return sum * tukeyWidth * tukeyWidth / 3
      + prior(shape.matrix).quadraticForm(Self.stretch(shape.matrix))
  }

  /// The derivatives of the distance from those of the strength.
  private static func turn(
    _ gradient: inout InlineArray<9, Double>, _ extent: Double, _ residual: Double,
    _ change: Vector3
  ) {
    var i = 0
    while i < 9 {
      gradient[i] *= extent
      i += 1
    }
    gradient[0] += residual * change.x
    gradient[1] += residual * change.y
    gradient[2] += residual * change.z
  }

  private func normalEquations(_ shape: FieldShape) -> (matrix: SymmetricMatrix, right: [Double]) {
    var sums = [Double](repeating: 0, count: ellipsoidUnknowns * (ellipsoidUnknowns + 3) / 2)
    let (extent, change) = extent(shape.centre)
    sums.withUnsafeMutableBufferPointer { sums in
      for (point, weight) in zip(points, weights) where weight > 0 {
        var (residual, gradient) = shape.gradient(point)
        let factor = weight * robustWeight(distance: residual * extent) / (scale * scale)
        guard factor > 0 else { continue }
        Self.turn(&gradient, extent, residual, change)
        residual *= extent
        var (i, next) = (0, ellipsoidUnknowns)
        // counted by hand: this is where a fit spends its time
        while i < 9 {
          let part = factor * gradient[i]
          sums[i] += part * residual
          var j = i
          while j < 9 {
            sums[next] += part * gradient[j]
            next += 1
            j += 1
          }
          i += 1
        }
      }
    }
    var matrix = SymmetricMatrix(order: 9)
    var next = ellipsoidUnknowns
    for i in 0..<9 {
      for j in i..<9 {
        matrix[i, j] = sums[next]
        next += 1
      }
    }
    return (matrix, Array(sums[..<9]))
  }
}
