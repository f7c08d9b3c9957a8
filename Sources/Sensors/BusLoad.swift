extension Chip {
  /// Clocks of its bus that a second of measurements takes at least: a look whether one is there, the read of
  /// it, and what asks for the next. Each byte takes nine, each start and stop one.
  package var leastClocks: Double {
    func read(_ count: Int) -> Int { 9 * (3 + dummyBytes + count) + 3 }
    let look = ready == nil ? 0 : read(1)
    let ask = trigger.reduce(0) { sum, step in
      if case .write(let bytes, _) = step { sum + 9 * (2 + bytes.count) + 2 } else { sum }
    }
    return rateHz * Double(look + read(block.count) + ask)
  }
}
