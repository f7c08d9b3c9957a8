extension UTCTime {
  /// The year with the fraction of it that has passed: 2025.5 at noon of 2025-07-02.
  ///
  /// A leap year is divided by 366 days. Whole at the start of a year, and never less for a later
  /// instant; a double tells instants of this century 7 µs apart.
  ///
  /// - Parameter microseconds: since 1970-01-01 UTC; any.
  package static func decimalYear(microseconds: Int64) -> Double {
    let day = floorDivide(microseconds, microsecondsPerDay)
    let remainder = microseconds % microsecondsPerDay
    let sinceMidnight = remainder < 0 ? remainder + microsecondsPerDay : remainder
    let year = date(day).year
    let start = days(year, 1, 1)
    let elapsed = (day - start) * microsecondsPerDay + sinceMidnight
    let length = (days(year + 1, 1, 1) - start) * microsecondsPerDay
    return Double(year) + Double(elapsed) / Double(length)
  }

  /// Microseconds since 1970 at a decimal year, to the precision of its digits; `nil` outside
  /// [0, 10000).
  package static func microseconds(decimalYear: Double) -> Int64? {
    guard decimalYear >= 0, decimalYear < 10_000 else { return nil }
    let year = Int64(decimalYear)
    let start = days(year, 1, 1)
    let length = (days(year + 1, 1, 1) - start) * microsecondsPerDay
    let elapsed = (decimalYear - Double(year)) * Double(length)
    return start * microsecondsPerDay + Int64(elapsed.rounded())
  }
}
