/// Checks whether the date of a clock is plausible.
package enum WallClock {
  /// The result of the check.
  package enum Judgement: Equatable, Sendable {
    /// The date is possible.
    case plausible
    /// Before this program was written: a board without a clock starts in 1970, a receiver without
    /// a fix in 1980, and one whose week counter rolled over is 1024 weeks back.
    case beforeProgram
    /// More than a day before an instant that has certainly passed.
    case beforeLastKnown
    /// Later than the lifetime of this program.
    case tooFar
  }

  /// The plausible instants, µs since 1970-01-01 UTC: 2025-01-01 up to 2100-01-01.
  package static let plausible: Range<Int64> = 1_735_689_600_000_000..<4_102_444_800_000_000

  /// Whether a date, µs since 1970, is plausible by itself.
  package static func isPlausible(_ utcMicroseconds: Int64) -> Bool {
    plausible.contains(utcMicroseconds)
  }

  /// How much earlier than the last known instant a date may be, µs: a day, for clocks that are set
  /// by hand or to local time.
  package static let slackMicroseconds = UTCTime.microsecondsPerDay

  /// How much later than the clock the last known instant may be, µs: ten years. A later one was
  /// saved with a receiver's error, which is 1024 weeks (19.6 years), and is ignored.
  package static let horizonMicroseconds = 3_652 * UTCTime.microsecondsPerDay

  /// Checks a date by itself and against an instant that an earlier run saved.
  ///
  /// - Parameters:
  ///   - utcMicroseconds: the date, µs since 1970-01-01 UTC.
  ///   - notBefore: an instant that has certainly passed, such as that of the last saved place;
  ///     `nil` for none. An implausible one is ignored.
  package static func plausibleDate(
    utcMicroseconds: Int64, notBefore: Int64?
  ) -> Judgement {
    if utcMicroseconds < plausible.lowerBound { return .beforeProgram }
    if utcMicroseconds >= plausible.upperBound { return .tooFar }
    if let notBefore, plausible.contains(notBefore),
      utcMicroseconds < notBefore - slackMicroseconds,
      utcMicroseconds > notBefore - horizonMicroseconds
    {
      return .beforeLastKnown
    }
    return .plausible
  }
}
