private import CClock

/// Whether the device's clock is known to be right.
package struct ClockTrust: Sendable {
  /// An instant before which no clock of a device can be right, seconds since 1970-01-01 UTC: the year in which this
  /// program was written.
  static let earliest = 1_767_225_600.0  // 2026-01-01

  /// The user says so: a clock of its own keeps the time.
  package var isGiven: Bool

  package init(isGiven: Bool) { self.isGiven = isGiven }

  /// - Parameter instant: what the clock shows, seconds since 1970-01-01 UTC.
  package func isTrusted(at instant: Double) -> Bool {
    instant >= Self.earliest && (isGiven || clock_is_synchronized() == 1)
  }
}
