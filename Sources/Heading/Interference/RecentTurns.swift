/// What the field did to north in the last moments: should it turn out to be a magnet's that came by
/// and by, that is taken back.
struct RecentTurns {
  private var turns = InlineArray<16, Double>(repeating: 0)
  private var next = 0

  /// rad about down, of the last sixteen updates.
  var sum: Double {
    var sum = 0.0
    for index in turns.indices { sum += turns[index] }
    return sum
  }

  /// Notes a correction, rad.
  mutating func append(_ turn: Double) {
    turns[next] = turn
    next = (next + 1) & 15
  }

  /// Forgets all.
  mutating func reset() { turns = InlineArray(repeating: 0) }
}
