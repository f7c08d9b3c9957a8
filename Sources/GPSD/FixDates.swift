import Quantities

/// Rejects a wrong date of a receiver.
///
/// It compares the date with the machine's clock where that is plausible, else with the first date
/// of a fix.
struct FixDates: Sendable {
  /// µs after which a receiver's ten-bit count of weeks begins again: 1024 weeks (IS-GPS-200,
  /// 20.3.3.3.1.1).
  static let rollover = 1024 * 7 * UTCTime.microsecondsPerDay
  /// µs by which a date may differ from one that is 1024 weeks off and still be taken for it: 30
  /// days, for clocks that have not been set for long.
  private static let slack = 30 * UTCTime.microsecondsPerDay

  private var first: (utc: Int64, time: Timestamp)?

  /// Why the date is rejected, or `nil`.
  mutating func fault(of utc: Int64, at time: Timestamp, clock: Int64?) -> FixFault? {
    guard WallClock.isPlausible(utc) else { return .year }
    let known = clock.flatMap { WallClock.isPlausible($0) ? $0 : nil }
    let reference = known ?? first.map { $0.utc + time.microseconds(since: $0.time) }
    if let reference {
      // Both lie in 2025 to 2100: neither the difference nor a product can overflow.
      let difference = utc - reference
      let turns = Int((Double(difference) / Double(Self.rollover)).rounded())
      let rest = difference - Int64(turns) * Self.rollover
      if turns != 0, abs(rest) <= Self.slack { return .weekRollover(turns) }
    }
    if first == nil { first = (utc, time) }
    return nil
  }
}
