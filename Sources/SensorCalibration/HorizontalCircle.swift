private import Glibc
import Quantities

/// The offset from a level turn: a circle in a plane, when there is nothing outside of the plane.
///
/// Along the plane's normal nothing is known; the mean there counts as the offset, so that the
/// calibrated field is horizontal.
struct HorizontalCircle {
  /// Sectors of a level turn. Source: a size; 15° each.
  static let sectors = 24

  let shape: FieldShape
  /// Root mean square of strength − 1.
  let residual: Double
  /// The variance, per axis, of the centre as part of the radius.
  let variance: Double

  /// - Parameters:
  ///   - points: about any origin; at least one.
  ///   - largestDeviation: in and across the plane, in radii.
  ///   - coverage: the part of the sectors, 0 to 1, that a full turn has at the least.
  /// - Returns: `nil` where the points are no full turn in a plane.
  init?(_ points: [Vector3], largestDeviation: Double, coverage: Double) {
    let mean = points.reduce(Vector3.zero, +) / Double(points.count)
    let eigen = SymmetricEigen(Self.scatter(points, about: mean))
    let axes = eigen.vectors.map { Vector3($0[0], $0[1], $0[2]) }
    let flat = points.map { ($0 - mean).dot(axes[1]) }
    let other = points.map { ($0 - mean).dot(axes[2]) }
    guard let (x, y, radius) = Self.circle(flat, other) else { return nil }
    let thickness = (eigen.values[0] / Double(points.count)).squareRoot() / radius
    guard thickness < largestDeviation else { return nil }
    shape = FieldShape(
      centre: mean + axes[1] * x + axes[2] * y, matrix: .scaled(1 / radius))
    var seen = Set<Int>()
    var square = 0.0
    for (a, b) in zip(flat, other) {
      // just below the number of sectors: the angle π itself belongs to the last one
      let turn = atan2(b - y, a - x) / (2 * .pi) + 0.5
      seen.insert(Int(turn * (Double(Self.sectors) - 1e-6)))
      let error = hypot(a - x, b - y) / radius - 1
      square += error * error
    }
    guard Double(seen.count) >= coverage * Double(Self.sectors) else { return nil }
    residual = (square / Double(points.count)).squareRoot()
    guard residual < largestDeviation else { return nil }
    // neighbours are alike: a sector counts as one sample
    variance = 2 * residual * residual / Double(Self.sectors)
  }

  static func scatter(_ points: [Vector3], about mean: Vector3) -> SymmetricMatrix {
    var scatter = SymmetricMatrix(order: 3)
    for point in points {
      let d = point - mean
      let v = [d.x, d.y, d.z]
      for i in 0..<3 { for j in i..<3 { scatter[i, j] += v[i] * v[j] } }
    }
    return scatter
  }

  /// The algebraic circle: x² + y² = 2ax + 2by + c.
  static func circle(
    _ x: [Double], _ y: [Double]
  ) -> (x: Double, y: Double, radius: Double)? {
    var normal = SymmetricMatrix(order: 3)
    var right = [0.0, 0, 0]
    for (x, y) in zip(x, y) {
      let row = [2 * x, 2 * y, 1]
      for i in 0..<3 {
        right[i] += row[i] * (x * x + y * y)
        for j in i..<3 { normal[i, j] += row[i] * row[j] }
      }
    }
    guard let s = CholeskyFactor(normal)?.solve(right) else { return nil }
    let square = s[2] + s[0] * s[0] + s[1] * s[1]
    guard square > 0, square.isFinite else { return nil }
    return (s[0], s[1], square.squareRoot())
  }
}
