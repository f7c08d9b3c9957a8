package import Quantities

/// Strength and noise of the field that a chip measured.
package struct FieldStatistics: Equatable, Sendable {
  /// The length of the mean field, µT.
  package let strength: Double
  /// The noise of one axis, µT: the root mean square over axes and measurements.
  ///
  /// From the differences of successive measurements, which a slow movement hardly changes: their
  /// mean square is twice the variance (J. von Neumann et al., Annals of Mathematical Statistics
  /// 12, 1941).
  package let noise: Double

  /// - Parameter fields: the measurements in order. With fewer than two, `init` returns `nil`.
  package init?(_ fields: [MagneticField]) {
    guard fields.count > 1 else { return nil }
    let vectors = fields.map(\.microtesla)
    strength = (vectors.reduce(Vector3.zero, +) / Double(vectors.count)).length
    let squares = zip(vectors, vectors.dropFirst()).map { former, next in
      let difference = next - former
      return difference.dot(difference)
    }
    noise = (squares.reduce(0, +) / Double(squares.count) / 6).squareRoot()
  }
}
