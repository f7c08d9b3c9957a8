import Quantities

/// Detects that the machine was suspended: `CLOCK_BOOTTIME` counted on while `CLOCK_MONOTONIC` stood.
///
/// The device may have been turned meanwhile, and no gyro measured it. Two clocks cannot be read at one
/// instant: `CLOCK_MONOTONIC` is read before and after the other, and only a difference that no order of
/// events explains counts.
struct SuspendWatch: Equatable, Sendable {
  /// Three clocks in the order in which they were read.
  struct Reading: Equatable, Sendable {
    /// µs of `CLOCK_MONOTONIC`.
    var before: Int64
    /// `CLOCK_BOOTTIME`.
    var boot: Timestamp
    /// µs of `CLOCK_MONOTONIC`.
    var after: Int64
  }

  /// A suspend that has ended.
  struct Suspend: Equatable, Sendable {
    /// Samples from before this instant were measured before the suspend, or during it.
    var end: Timestamp
    /// Its length, µs.
    var microseconds: Int64
  }

  /// µs. Both clocks are slewed alike, and only a suspend makes them differ; every suspend is longer.
  private static let shortest: Int64 = 5_000

  private var last: Reading?

  /// Takes the clocks.
  ///
  /// - Returns: the suspend since they were read last, or `nil` where there was none.
  mutating func update(_ now: Reading) -> Suspend? {
    defer { last = now }
    guard let last else { return nil }
    let least =
      (now.boot.microseconds - now.after) - (last.boot.microseconds - last.before)
    guard least > Self.shortest else { return nil }
    return Suspend(
      end: now.boot.advanced(byMicroseconds: -(now.after - last.before)), microseconds: least)
  }
}
