private import CGlibc
private import Glibc
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

  /// Whether something has set the clock: a time server, or a clock with a battery when the machine started.
  ///
  /// Else a board goes on from the time of its last shutdown, however long ago that was.
  package static var isSet: Bool {
    var state = timex()
    let isSynchronized = adjtimex(&state) >= 0 && state.status & STA_UNSYNC == 0
    return isSynchronized || access("/sys/class/rtc/rtc0", F_OK) == 0
  }

  package var description: String {
    UTCTime.text(microseconds: utcMicroseconds) ?? "\(utcMicroseconds) µs since 1970"
  }
}
