package import Quantities
package import Simulation

/// The samples of several boards with the same motion, ordered by time. The source of a sample is the
/// index of its board.
package struct MergedSamples: Sequence, IteratorProtocol, Sendable {
  private var boards: [SimulatedSamples]
  private var waiting: [Sample?]

  /// - Parameter boards: boards in worlds with the same motion.
  package init(_ boards: [SimulatedSamples]) {
    self.boards = boards
    waiting = []
    for index in boards.indices { waiting.append(Self.sample(of: &self.boards[index], index)) }
  }

  /// The next sample; of two at the same time, first that of the first board. `nil` only if no
  /// board has a sensor.
  package mutating func next() -> Sample? {
    var earliest: Sample?
    for sample in waiting {
      guard let sample else { continue }
      if earliest.map({ sample.time < $0.time }) ?? true { earliest = sample }
    }
    guard let earliest else { return nil }
    let board = earliest.source.number
    waiting[board] = Self.sample(of: &boards[board], board)
    return earliest
  }

  private static func sample(of board: inout SimulatedSamples, _ index: Int) -> Sample? {
    guard var sample = board.next()?.sample, let source = SensorSourceID(index) else { return nil }
    sample.source = source
    return sample
  }
}
