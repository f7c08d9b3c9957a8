import Quantities

/// How wide the directions of a log are spread, seen along the axis where they are spread least.
///
/// A whole sphere is 2 wide, half of one 1, a third 0.67, and a belt as wide as it is.
struct DirectionWidth {
  /// Of 2, between the outermost hundredths.
  let width: Double
  /// Whether the narrow part lies about the middle of the sphere.
  let isBelt: Bool

  /// - Parameter directions: length 1, at least one.
  init(_ directions: [Vector3]) {
    var narrowest = (width: 2.0, middle: 0.0)
    for axis in DirectionCells.centres + Self.principalAxes(directions) {
      let heights = directions.map { $0.dot(axis) }.sorted()
      let edge = heights.count / 100
      let (low, high) = (heights[edge], heights[heights.count - 1 - edge])
      if high - low < narrowest.width { narrowest = (high - low, (high + low) / 2) }
    }
    width = narrowest.width
    isBelt = abs(narrowest.middle) < narrowest.width / 4
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
