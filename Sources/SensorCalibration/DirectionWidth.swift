import Quantities

/// How wide the directions of a log are spread, seen along the axis where they are spread least.
///
/// A whole sphere is 2 wide, half of one 1, a third 0.67, and a belt as wide as it is.
struct DirectionWidth {
  /// Width of the directions, 0 to 2, between the 1st and 99th percentile.
  let width: Double
  /// Whether the narrow part lies about the middle of the sphere.
  let isBelt: Bool

  /// Directions that are looked at, about. Source: a limit of the time.
  private static let most = 400
  /// The part on each side that is left out as outliers. Source: a hundredth.
  private static let edges = 100
  /// Steps in which the axis is refined. Source: numerical; from a cell's half width down to 1.4°.
  private static let steps = [0.2, 0.1, 0.05, 0.025]

  /// - Parameter directions: length 1, at least one.
  init(_ directions: [Vector3]) {
    let stride = max(1, directions.count / Self.most)
    let some = Swift.stride(from: 0, to: directions.count, by: stride).map { directions[$0] }
    var best = Vector3(0, 0, 1)
    var narrowest = Self.spread(some, best)
    func attempt(_ axis: Vector3) {
      guard let axis = axis.normalized else { return }
      let spread = Self.spread(some, axis)
      if spread.width < narrowest.width { (best, narrowest) = (axis, spread) }
    }
    for axis in DirectionCells.centres where axis.z > 0 { attempt(axis) }
    for axis in Self.principalAxes(some) { attempt(axis) }
    for step in Self.steps {
      for move in [Vector3(step, 0, 0), Vector3(0, step, 0), Vector3(0, 0, step)] {
        attempt(best + move)
        attempt(best - move)
      }
    }
    width = narrowest.width
    isBelt = abs(narrowest.middle) < narrowest.width / 2 / 2
  }

  /// How wide directions are along an axis, and about which height.
  private static func spread(
    _ directions: [Vector3], _ axis: Vector3
  ) -> (width: Double, middle: Double) {
    let heights = directions.map { $0.dot(axis) }.sorted()
    guard !heights.isEmpty else { return (0, 0) }
    let edge = heights.count / Self.edges
    let (low, high) = (heights[edge], heights[heights.count - 1 - edge])
    return (high - low, (high + low) / 2)
  }

  /// The axis of a cap, which is the mean, and those of a belt, which are the scatter's.
  private static func principalAxes(_ directions: [Vector3]) -> [Vector3] {
    var scatter = SymmetricMatrix(order: 3)
    for direction in directions {
      let v = [direction.x, direction.y, direction.z]
      for i in 0..<3 { for j in i..<3 { scatter[i, j] += v[i] * v[j] } }
    }
    let mean = directions.reduce(Vector3.zero, +)
    return [mean.normalized].compactMap { $0 }
      + SymmetricEigen(scatter).vectors.map { Vector3($0[0], $0[1], $0[2]) }
  }
}
