/// Whether a clock's date can be believed.
package enum WallClock {
  /// What is to be thought of a date.
  package enum Judgement: Equatable, Sendable {
    /// Nothing speaks against it.
    case plausible
    /// Before this program was written: a board without a clock starts in 1970, a receiver without
    /// a fix in 1980, and one whose week counter rolled over is 1024 weeks back.
    case beforeProgram
    /// More than a day before an instant that is known to have been.
    case beforeLastKnown
    /// Beyond the years that any device of this program will see.
    case tooFar
  }

  /// The instants that are believed, µs since 1970-01-01 UTC: 2025-01-01 up to 2100-01-01.
  package static let believed: Range<Int64> = 1_735_689_600_000_000..<4_102_444_800_000_000

  /// Whether nothing speaks against a date, µs since 1970, by itself.
  package static func isPlausible(_ utcMicroseconds: Int64) -> Bool {
    believed.contains(utcMicroseconds)
  }

  /// How far a date may lie before the last known one, µs: a day, for clocks that are set by hand or
  /// to local time.
  package static let slackMicroseconds = UTCTime.microsecondsPerDay

  /// How far ahead an instant from before may lie and still speak against a clock, µs: ten years. One
  /// further ahead is a receiver's mistake that was saved: they jump by 1024 weeks, which is 19.6 years.
  package static let horizonMicroseconds = 3_652 * UTCTime.microsecondsPerDay

  /// Judges a date by itself and by an instant that was saved in a run before.
  ///
  /// - Parameters:
  ///   - utcMicroseconds: the date, µs since 1970-01-01 UTC.
  ///   - notBefore: an instant that is known to have been, such as that of the last saved place, or
  ///     `nil`. One that could not be believed itself does not count.
  package static func plausibleDate(
    utcMicroseconds: Int64, notBefore: Int64?
  ) -> Judgement {
    if utcMicroseconds < believed.lowerBound { return .beforeProgram }
    if utcMicroseconds >= believed.upperBound { return .tooFar }
    if let notBefore, believed.contains(notBefore),
      utcMicroseconds < notBefore - slackMicroseconds,
      utcMicroseconds > notBefore - horizonMicroseconds
    {
      return .beforeLastKnown
    }
    return .plausible
  }
}
