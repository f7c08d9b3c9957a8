private import CGlibc
private import Glibc
import Quantities
private import Storage
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

  /// Whether a program, as one for NTP, adjusts the kernel's clock by a reference; `nil` where the kernel does not say.
  package static var isSynchronized: Bool? {
    var state = timex()
    return adjtimex(&state) >= 0 ? state.status & STA_UNSYNC == 0 : nil
  }

  /// Whether the machine has a battery clock that tells the time of the kernel's. The kernel may read the battery clock's
  /// chip for that.
  package static var agreesWithBatteryClock: Bool { agrees(batteryClock: secondsOfBatteryClock()) }

  /// Whether a battery clock tells the time of the machine's clock. One whose battery is empty or missing begins in 1970 or
  /// 2000 again.
  ///
  /// - Parameter seconds: the battery clock's time, s since 1970; `nil` where there is none.
  static func agrees(batteryClock seconds: Int64?, now: MachineClock = .now()) -> Bool {
    // It may be in local time.
    let mostHours: Int64 = 15
    guard let seconds else { return false }
    return abs(now.utcMicroseconds / 1_000_000 - seconds) <= mostHours * 3_600
  }

  private static func secondsOfBatteryClock() -> Int64? {
    do throws(StorageError) {
      let text = try readSmallFile(path: "/sys/class/rtc/rtc0/since_epoch", limitBytes: 4096)
      return Int64(String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    } catch { return nil }  // there is none, or it does not answer
  }

  package var description: String {
    UTCTime.text(microseconds: utcMicroseconds) ?? "\(utcMicroseconds) µs since 1970"
  }
}
