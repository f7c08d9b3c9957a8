private import Glibc
import Quantities

/// Fits a `TumbleModel` to a log: maximum a posteriori, by the Gauss–Newton method.
///
/// The attitude at the beginning of each segment is unknown too. A window weighs by the scatter of those that are
/// as calm as it is, and outliers are suppressed (S. Geman and D. McClure, Bull. Int. Statist. Inst. 52, 1987).
struct InertialFit {
  private typealias Unknown = TumbleModel.Unknown

  /// Where an equation is from.
  private typealias Kind = (segment: Int, isField: Bool, agitation: Double, window: Int)

  private(set) var model: TumbleModel
  /// Of the unknowns, in their order.
  private(set) var covariance: SymmetricMatrix?
  /// The medians of what the last round left of gravity and of the field, in units of each.
  private(set) var misfit = (gravity: 0.0, field: 0.0)
  /// Where the windows are, and how they are carried.
  let windows: InertialWindows

  private let start: TumbleModel
  private let deviations: [Double]
  private let hasGyro: Bool
  private let parameters: InertialParameters
  private var segments: [Range<Int>] = []
  /// Segment's beginning → north, west, up.
  private var attitudes: [Quaternion] = []

  /// A step that moves every unknown by less than this part of its standard deviation is the last.
  /// Source: chosen.
  private static let smallStep = 0.05
  /// m/s²: agitation that is that of a resting hand. Source: a numerical guard; a calm window must not weigh all.
  private static let calm = 0.1
  /// The least horizontal part of the field. Source: a numerical guard, for a field that is vertical within 0.06°.
  private static let leastCosine = 1e-3
  /// The largest correlation of neighbours. Source: a numerical guard; 19 windows then count as one.
  private static let largestLikeness = 0.9
  /// The rounds for each of `InertialParameters.segmentDurations`. Source: a limit of the time; it ends after 5 to 10.
  private static let rounds = [5, 10]
  /// The fewest windows whose scatter is measured together. Source: a size; six rests of a second have 24.
  private static let windowsOfAGroup = 24
  /// The median of χ with 3 degrees of freedom. Source: tables of the distribution.
  private static let medianOfThree = 1.5382

  /// - Parameter deviations: of the unknowns before the log, from `start`.
  init(
    _ log: InertialBlocks, start: TumbleModel, bias: Vector3, deviations: [Double],
    _ parameters: InertialParameters
  ) {
    (self.start, self.deviations, self.parameters) = (start, deviations, parameters)
    model = start
    model.bias = bias
    hasGyro = log.hasGyro
    windows = InertialWindows(log, parameters)
  }

  /// Fits; false where nothing was found.
  mutating func run() -> Bool {
    guard !windows.windows.isEmpty else { return false }
    model.sineUp = medianSineUp
    for (duration, rounds) in zip(parameters.segmentDurations, Self.rounds) {
      let agitation = windows.windows.indices.map {
        windows.carried($0..<($0 + 1), model)[0].agitation
      }
      segments = windows.segments(longest: duration, agitation: agitation)
      attitudes = segments.map { attitude(of: windows.carried($0, model)) }
      for _ in 0..<rounds {
        guard let change = step() else { return false }
        if change < Self.smallStep { break }
      }
    }
    return true
  }

  /// Whether the model explains the log at all.
  func explains(_ parameters: InertialParameters) -> Bool {
    let largest = parameters.largestGravityMisfit
    return misfit.gravity < (misfit.field > 0 ? largest.upperBound : largest.lowerBound)
      && misfit.field < parameters.largestFieldMisfit
  }

  /// The field's part upwards by the median of all windows, before anything is known.
  private var medianSineUp: Double {
    median(
      windows.windows.indices.compactMap { index in
        let window = windows.carried(index..<(index + 1), model)[0]
        guard let up = window.force?.normalized else { return nil }
        return window.field?.normalized.map(up.dot)
      })
  }

  /// The attitude that a segment's gravity and field show: up exactly, north as far as it is known.
  private func attitude(of carried: [InertialWindows.Carried]) -> Quaternion {
    var (up, field) = (Vector3.zero, Vector3.zero)
    for window in carried {
      if let force = window.force {
        let seen = window.attitude * (model.forceMatrix * (force - model.forceOffset))
        up = up + seen * (1 / (Self.calm + window.agitation))
      }
      if let value = window.field { field = field + window.attitude * value }
    }
    let z = up.normalized ?? Vector3(0, 0, 1)
    guard let x = (field - z * field.dot(z)).normalized else {
      return Quaternion(turning: z, into: Vector3(0, 0, 1))
    }
    return Quaternion(Matrix3(x, z.cross(x), z))
  }

  /// One step; its largest change in standard deviations, or `nil`.
  private mutating func step() -> Double? {
    var kinds: [Kind] = []
    var all: [InertialEquations] = []
    for (number, segment) in segments.enumerated() {
      let toSegment = attitudes[number].inverse
      let up = toSegment.rotate(Vector3(0, 0, 1))
      let field = toSegment.rotate(model.field)
      let cosine = max(model.field.x, Self.leastCosine)
      let bySine = toSegment.rotate(Vector3(-model.sineUp / cosine, 0, 1))
      for (index, window) in zip(segment, windows.carried(segment, model)) {
        if let force = window.force {
          kinds.append((number, false, window.agitation, index))
          all.append(.gravity(force, window, model, up: up, hasGyro: hasGyro))
        }
        if let value = window.field {
          kinds.append((number, true, window.rate.length, index))
          all.append(
            .field(value, window, model, expected: field, bySine: bySine, hasGyro: hasGyro))
        }
      }
    }
    misfit = (
      median(all.indices.filter { !kinds[$0].isField }.map { all[$0].residual.length }),
      median(all.indices.filter { kinds[$0].isField }.map { all[$0].residual.length })
    )
    let weights = weights(all, kinds)
    var equations = SegmentedNormalEquations(count: Unknown.count)
    var next = 0
    for number in segments.indices {
      while next < all.count, kinds[next].segment == number {
        equations.add(all[next], weight: weights[next])
        next += 1
      }
      equations.endSegment(prior: 1)
    }
    for (place, value) in model.difference(from: start).enumerated() {
      let precision = 1 / (deviations[place] * deviations[place])
      equations.addPrior(place, value: -value, precision: precision)
    }
    guard let solved = equations.solved() else { return nil }
    model.move(by: solved.step)
    covariance = solved.covariance
    for (index, turn) in solved.turns.enumerated() {
      attitudes[index] =
        (attitudes[index] * Quaternion(rotationVector: turn)).normalized
    }
    return solved.step.enumerated().reduce(0) { largest, element in
      let variance = solved.covariance[element.offset, element.offset]
      return max(largest, abs(element.element) / variance.squareRoot())
    }
  }

  /// 1/σ² of each equation, less where it is an outlier.
  private func weights(
    _ all: [InertialEquations],
    _ kinds: [Kind]
  ) -> [Double] {
    var weights = [Double](repeating: 0, count: all.count)
    for isField in [false, true] {
      let order = all.indices.filter { kinds[$0].isField == isField }
        .sorted { (kinds[$0].agitation, $0) < (kinds[$1].agitation, $1) }
      var first = 0
      while first < order.count {
        var end = min(first + Self.windowsOfAGroup, order.count)
        if order.count - end < Self.windowsOfAGroup { end = order.count }
        let group = order[first..<end]
        let middle = median(group.map { all[$0].residual.length })
        let scale = max(middle / Self.medianOfThree, GeometricFit.leastScale)
        let alike = redundancy(group.sorted(), all, kinds, scale)
        for index in group {
          let ratio = all[index].residual.length / (tukeyWidth * scale)
          let robust = 1 / ((1 + ratio * ratio) * (1 + ratio * ratio))
          weights[index] = robust / (scale * scale * alike)
        }
        first = end
      }
    }
    return weights
  }

  /// By how much the residuals of neighbours resemble each other: so many windows count as one.
  private func redundancy(
    _ order: [Int], _ all: [InertialEquations],
    _ kinds: [Kind], _ scale: Double
  ) -> Double {
    var (products, squares) = (0.0, 0.0)
    for (a, b) in zip(order, order.dropFirst())
    where kinds[b].window <= kinds[a].window + 1 && kinds[a].segment == kinds[b].segment {
      func clipped(_ index: Int) -> Vector3 {
        let value = all[index].residual / scale
        return value * min(1, tukeyWidth / max(value.length, 1e-9))
      }
      let (v, w) = (clipped(a), clipped(b))
      products += v.dot(w)
      squares += (v.dot(v) + w.dot(w)) / 2
    }
    let alike = squares > 0 ? min(max(products / squares, 0), Self.largestLikeness) : 0
    return (1 + alike) / (1 - alike)
  }
}
