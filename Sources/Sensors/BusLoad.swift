extension Chip {
  /// The least number of clock cycles of the bus for a second of measurements: for each, a read of
  /// the `ready` register, a read of each block, and the `trigger`. A byte takes nine cycles, a start
  /// or stop one.
  package var leastClocks: Double {
    func read(_ count: Int) -> Int { 9 * (3 + dummyBytes + count) + 3 }
    let look = ready == nil ? 0 : read(1)
    let ask = trigger.reduce(0) { sum, step in
      if case .write(let bytes, _) = step { sum + 9 * (2 + bytes.count) + 2 } else { sum }
    }
    let data = read(block.count) + (secondBlock.map { read($0.count) } ?? 0)
    return rateHz * Double(look + data + ask)
  }
}
