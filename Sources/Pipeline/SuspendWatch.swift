package import Quantities

/// Detects that the machine was suspended: `CLOCK_BOOTTIME` counted on while `CLOCK_MONOTONIC` stood.
///
/// A device may have been turned meanwhile, and no gyro saw it. Nobody can read two clocks at one instant,
/// so the one is read before and after the other, and only what no order of events explains counts.
package struct SuspendWatch: Equatable, Sendable {
  /// Three clocks in the order in which they were read.
  package struct Reading: Equatable, Sendable {
    /// µs of `CLOCK_MONOTONIC`.
    package var before: Int64
    /// `CLOCK_BOOTTIME`.
    package var boot: Timestamp
    /// µs of `CLOCK_MONOTONIC`.
    package var after: Int64

    package init(before: Int64, boot: Timestamp, after: Int64) {
      self.before = before
      self.boot = boot
      self.after = after
    }
  }

  /// A suspend that is over.
  package struct Suspend: Equatable, Sendable {
    /// What was measured before this is from before, or from asleep.
    package var end: Timestamp
    /// How long it was, µs.
    package var microseconds: Int64

    package init(end: Timestamp, microseconds: Int64) {
      self.end = end
      self.microseconds = microseconds
    }
  }

  /// µs. Source: derived. Both clocks are slewed alike, and step apart by a suspend alone; no suspend is shorter.
  private static let shortest: Int64 = 5_000

  private var last: Reading?

  package init() {}

  /// Takes in the clocks.
  ///
  /// - Returns: the suspend since they were read last, or `nil` where there was none.
  package mutating func update(_ now: Reading) -> Suspend? {
    defer { last = now }
    guard let last else { return nil }
    let least =
      (now.boot.microseconds - now.after) - (last.boot.microseconds - last.before)
    guard least > Self.shortest else { return nil }
    return Suspend(
      end: now.boot.advanced(byMicroseconds: -(now.after - last.before)), microseconds: least)
  }
}
