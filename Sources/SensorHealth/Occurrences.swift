package import Quantities

/// Counts readings in a row that show one sign of a fault, and since when.
package struct Occurrences: Sendable {
  /// Readings in a row that show it; 0 where the newest does not.
  package private(set) var count = 0
  private var since: Timestamp?

  package init() {}

  /// Takes whether the reading at `time` shows it.
  package mutating func update(_ isShown: Bool, at time: Timestamp) {
    guard isShown else {
      self = Occurrences()
      return
    }
    count += 1
    since = since ?? time
  }

  /// Whether it has been shown for at least `microseconds`, by at least `fewest` readings.
  package func last(microseconds: Int64, fewest: Int, at time: Timestamp) -> Bool {
    guard let since else { return false }
    return count >= fewest && time.microseconds(since: since) >= microseconds
  }
}
