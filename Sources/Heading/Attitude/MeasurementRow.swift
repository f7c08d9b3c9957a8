import Quantities

/// How one measured number depends on the error state: a row of the measurement matrix.
struct MeasurementRow {
  /// The weight of each part.
  private(set) var weights = StateVector.zero
  /// The parts outside of these have no weight.
  private(set) var parts = 0..<0

  /// Sets the weight of one part.
  mutating func set(_ weight: Double, at index: Int) {
    weights[index] = weight
    parts =
      parts.isEmpty
      ? index..<index + 1 : min(parts.lowerBound, index)..<max(parts.upperBound, index + 1)
  }

  /// Sets the weights of three parts.
  mutating func set(_ three: Vector3, from start: Int) {
    set(three.x, at: start)
    set(three.y, at: start + 1)
    set(three.z, at: start + 2)
  }
}
