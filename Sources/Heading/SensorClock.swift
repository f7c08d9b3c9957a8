package import Quantities

/// When a sensor was last heard, and how often it speaks.
package struct SensorClock {
  /// When the newest sample was taken; `nil` before the first.
  package private(set) var last: Timestamp?
  /// Seconds between samples, averaged over about ten; `nil` before the second.
  package private(set) var interval: Double?
  /// A longer interval counts as so many of those before: one gap says little of how often the sensor
  /// speaks, while ten in a row say that it has become slow.
  private static let longestStep = 4.0

  package init() {}

  /// Notes a sample, and returns the seconds since the one before it.
  package mutating func heard(at time: Timestamp) -> Double? {
    defer { last = time }
    guard let last else { return nil }
    let elapsed = time.seconds(since: last)
    guard let interval, interval > 0 else {
      interval = elapsed
      return elapsed
    }
    self.interval = interval + (min(elapsed, Self.longestStep * interval) - interval) * 0.1
    return elapsed
  }

  /// Whether the sensor cannot be said to have fallen silent: 3½ of its intervals, at least
  /// `shortest` s and at most 5 s.
  package func isAlive(at time: Timestamp, atLeast shortest: Double) -> Bool {
    guard let last else { return false }
    let patience = interval.map { 3.5 * $0 } ?? 2
    return time.seconds(since: last) <= min(max(patience, shortest), 5)
  }
}
