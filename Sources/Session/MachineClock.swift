import Quantities
private import Threads

/// The date of the machine's clock, for samples that are made or measured now.
package struct MachineClock: Equatable, Sendable, CustomStringConvertible {
  /// µs since 1970.
  package let utcMicroseconds: Int64

  package init(utcMicroseconds: Int64) { self.utcMicroseconds = utcMicroseconds }

  /// Reads the clock.
  package static func now() -> MachineClock {
    MachineClock(utcMicroseconds: KernelClock.realTime.microseconds)
  }

  /// The date, µs since 1970, or `nil` where it cannot be right: a board without a clock begins in
  /// 1970 when it is switched on.
  ///
  /// - Parameter notBefore: an instant that has certainly passed, µs since 1970.
  package func checked(notBefore: Int64? = nil) -> Int64? {
    switch WallClock.plausibleDate(utcMicroseconds: utcMicroseconds, notBefore: notBefore) {
    case .plausible: utcMicroseconds
    case .beforeProgram, .beforeLastKnown, .tooFar: nil
    }
  }

  package var description: String {
    UTCTime.text(microseconds: utcMicroseconds) ?? "\(utcMicroseconds) µs since 1970"
  }
}
