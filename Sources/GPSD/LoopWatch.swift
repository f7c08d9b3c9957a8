/// Detects that the thread of gpsd's client is stuck: in a call that does not return, or in an
/// endless loop.
///
/// No other thread can end it, so the daemon only reports it.
package struct LoopWatch: Sendable {
  /// A change.
  package enum News: Equatable, Sendable, CustomStringConvertible {
    /// The loop has made no round for `seconds`.
    case stuck(seconds: Int)
    /// The loop makes rounds again.
    case recovered

    package var description: String {
      switch self {
      case .stuck(let seconds):
        "the thread that reads gpsd has not gone on for \(seconds) s: no position comes from a"
          + " receiver; if it stays so, restart the daemon: systemctl restart qiblad"
      case .recovered: "the thread that reads gpsd goes on again"
      }
    }
  }

  /// s. The loop goes round every 0.1 s, and its longest step is the parsing of 16 KiB: a hundred
  /// times that. Not sooner, as a board that swaps or starts holds threads for seconds; and by then
  /// the position counts as the last known one, by its age.
  static let longest = 10.0
  /// s, while it connects. glibc's resolver asks up to 3 name servers twice for 5 s each
  /// (resolv.conf(5): MAXNS, attempts, timeout), for the name alone and with a search domain.
  static let longestLookUp = 60.0
  /// s that a look counts for at the most: a process that was stopped, or a machine that slept, has
  /// held both threads.
  private static let longestStep = 1.0

  private let meter: GPSDMeter
  private var count: UInt64
  private var still = 0.0
  private var isStuck = false

  package init(_ meter: GPSDMeter) {
    self.meter = meter
    count = meter.count
  }

  /// s for which the loop has made no round; `nil` where it makes rounds.
  package var stuckSeconds: Double? { isStuck ? still : nil }

  /// Checks the loop; to be called at least once in 10 s.
  ///
  /// - Parameter elapsed: s since the last look.
  /// - Returns: what has changed, once each time.
  package mutating func look(after elapsed: Double) -> News? {
    guard meter.count == count else {
      count = meter.count
      still = 0
      defer { isStuck = false }
      return isStuck ? .recovered : nil
    }
    still += min(elapsed, Self.longestStep)
    guard !isStuck, still >= (meter.isConnecting ? Self.longestLookUp : Self.longest) else {
      return nil
    }
    isStuck = true
    return .stuck(seconds: Int(still))
  }
}
