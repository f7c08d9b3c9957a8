/// Corrections of north by the magnetometer in the last 16 updates, so that they can be undone if a
/// slowly approaching magnet caused them.
struct RecentNorthCorrections {
  private var angles = InlineArray<16, Double>(repeating: 0)
  private var next = 0

  /// rad about down: the sum of the last 16.
  var sum: Double {
    var sum = 0.0
    for index in angles.indices { sum += angles[index] }
    return sum
  }

  /// Appends a correction, rad about down; the oldest is dropped.
  mutating func append(_ angle: Double) {
    angles[next] = angle
    next = (next + 1) % angles.count
  }

  /// Discards all corrections.
  mutating func reset() { angles = InlineArray(repeating: 0) }
}
