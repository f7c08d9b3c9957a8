/// An instant on the clock of its source, in whole microseconds.
///
/// Live data uses `CLOCK_BOOTTIME`, a trace the time since its own start. Timestamps of two sources
/// must not be compared.
public struct Timestamp: Comparable, Hashable, Sendable {
  /// Microseconds since the clock's zero.
  public let microseconds: Int64

  /// - Parameter microseconds: since the clock's zero.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
    lhs.microseconds < rhs.microseconds
  }

  /// The instant `count` microseconds later (earlier if negative).
  public func advanced(byMicroseconds count: Int64) -> Timestamp {
    Timestamp(microseconds: microseconds + count)
  }

  /// Microseconds from `earlier` to this instant; negative if `earlier` is the later one.
  public func microseconds(since earlier: Timestamp) -> Int64 {
    microseconds - earlier.microseconds
  }

  /// Seconds from `earlier` to this instant; negative if `earlier` is the later one.
  public func seconds(since earlier: Timestamp) -> Double {
    Double(microseconds(since: earlier)) / 1_000_000
  }
}
