package import Quantities

/// The time of a sensor's newest sample, and the interval between its samples.
package struct SensorActivity: Sendable {
  /// When the newest sample was taken; `nil` before the first.
  package private(set) var last: Timestamp?
  /// Seconds between samples, averaged over about ten; `nil` before the second.
  package private(set) var interval: Double?
  /// Intervals without a sample after which a sensor is silent. The average takes in an interval of at most so many
  /// times the average: a single gap moves it little, ten long intervals in a row show that the sensor has become
  /// slow.
  /// Source: derived; three lost samples, and half an interval for a late one.
  package static let silentIntervals = 3.5
  /// s: every sensor is silent after this.
  /// Source: derived; the same of 1 Hz, the slowest that is useful (`SensorFaultParameters.silentTrigger`).
  package static let longestTimeout = silentIntervals
  /// s: samples of one instant lower the average to no less. They are samples that came late, and that a daemon moved
  /// there; without a limit enough of them would make a rate that no number of the protocol holds.
  /// Source: numerical; no sensor that is supported measures as often.
  private static let shortestInterval = 1e-4

  package init() {}

  /// Records a sample.
  ///
  /// - Returns: seconds since the sample before it; `nil` for the first.
  package mutating func noteSample(at time: Timestamp) -> Double? {
    defer { last = time }
    guard let last else { return nil }
    let elapsed = time.seconds(since: last)
    guard let interval, interval > 0 else {
      interval = elapsed
      return elapsed
    }
    let average =
      interval + (min(elapsed, Self.silentIntervals * interval) - interval) * gainOfTenSamples
    self.interval = elapsed == 0 ? max(average, Self.shortestInterval) : average
    return elapsed
  }

  /// Samples a second; `nil` before the second sample.
  package var rate: Double? { interval.flatMap { $0 > 0 ? 1 / $0 : nil } }

  /// Whether the newest sample is not older than `silentIntervals`, at least `shortest` s and at most
  /// `longestTimeout`.
  package func isAlive(at time: Timestamp, atLeast shortest: Double) -> Bool {
    guard let last else { return false }
    let timeout = interval.map { Self.silentIntervals * $0 } ?? Self.longestTimeout
    return time.seconds(since: last) <= min(max(timeout, shortest), Self.longestTimeout)
  }
}
