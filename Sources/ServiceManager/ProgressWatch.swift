/// Finds the loops that have stopped making progress: in a call that does not return, or in an endless loop.
package struct ProgressWatch: Sendable {
  /// s. The slowest loop makes a round in a few seconds; a transfer on a bus takes milliseconds, and the
  /// kernel ends one that a chip holds up after a second.
  package static let longest = 10.0
  /// s that a look counts for at the most: a process that was stopped, or a machine that slept, has held all
  /// threads.
  private static let longestStep = 1.0

  private struct Seen {
    var count: UInt64
    /// s without a round.
    var still = 0.0
  }

  private let longest: Double
  private var seen: [ObjectIdentifier: Seen] = [:]

  /// - Parameter longest: s without a round after which a loop counts as hung.
  package init(longest: Double = ProgressWatch.longest) { self.longest = longest }

  /// Looks at the loops; to be called about once a second.
  ///
  /// - Parameter elapsed: s since the last look.
  /// - Returns: the names of those that hang.
  package mutating func look(at loops: [Heartbeat], after elapsed: Double) -> [String] {
    loops.filter { loop in
      let count = loop.count
      let before = seen[ObjectIdentifier(loop)]
      var now = before ?? Seen(count: count)
      now.still = before?.count == count ? now.still + min(elapsed, Self.longestStep) : 0
      now.count = count
      seen[ObjectIdentifier(loop)] = now
      return now.still >= longest
    }.map(\.name)
  }
}
