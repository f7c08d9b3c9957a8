/// Instants in UTC as text of RFC 3339: `2026-11-21T05:00:00.123456Z`.
package enum UTCTime {
  /// The microseconds of a day; leap seconds are not counted.
  package static let microsecondsPerDay: Int64 = 86_400_000_000

  /// Microseconds since 1970; `nil` if the text is not such an instant.
  ///
  /// A leap second (`:60`) counts as the next second; digits after microseconds are truncated.
  package static func microseconds(parsing text: String) -> Int64? {
    var rest = Substring(text).utf8
    guard let day = day(&rest), skip("T", &rest), let hour = digits(2, &rest), skip(":", &rest),
      let minute = digits(2, &rest), skip(":", &rest), let second = digits(2, &rest),
      let micros = fraction(&rest), skip("Z", &rest), rest.isEmpty, hour < 24, minute < 60,
      second <= 60
    else { return nil }
    let seconds = ((day * 24 + hour) * 60 + minute) * 60 + second
    return seconds * 1_000_000 + micros
  }

  /// Microseconds since 1970 of an instant in any form of RFC 3339, also with an offset from UTC such as
  /// `2026-11-21T07:00:00+02:00`; `nil` if the text is not such an instant.
  package static func microseconds(parsingAnyOffset text: String) -> Int64? {
    var text = text.uppercased()  // `t` and `z` are allowed
    let offset = text.suffix(6)
    guard let sign = offset.first, sign == "+" || sign == "-" else {
      return microseconds(parsing: text)
    }
    var rest = offset.dropFirst().utf8
    guard let hour = digits(2, &rest), skip(":", &rest), let minute = digits(2, &rest),
      hour < 24, minute < 60
    else { return nil }
    text = text.dropLast(6) + "Z"
    let ahead = (hour * 60 + minute) * 60_000_000
    return microseconds(parsing: text).map { sign == "+" ? $0 - ahead : $0 + ahead }
  }

  /// Microseconds from 1970 to midnight UTC of a date such as `2026-11-21`; `nil` if the text is
  /// not a date.
  package static func microseconds(parsingDate text: String) -> Int64? {
    var rest = Substring(text).utf8
    guard let day = day(&rest), rest.isEmpty else { return nil }
    return day * microsecondsPerDay
  }

  /// The instant as text; `nil` outside the years 0 to 9999.
  package static func text(microseconds: Int64) -> String? {
    guard let parts = Parts(microseconds: microseconds) else { return nil }
    let date = "\(padded(parts.year, 4))-\(padded(parts.month, 2))-\(padded(parts.day, 2))"
    let hours = padded(parts.hour, 2)
    let time = "\(hours):\(padded(parts.minute, 2)):\(padded(parts.second, 2))"
    let micros = parts.microsecond
    return micros == 0 ? "\(date)T\(time)Z" : "\(date)T\(time).\(padded(micros, 6))Z"
  }

  /// Date and time of day, UTC.
  package struct Parts: Equatable, Sendable {
    package let year, month, day, hour, minute, second, microsecond: Int64

    /// - Parameter microseconds: since 1970; `nil` outside the years 0 to 9999.
    package init?(microseconds: Int64) {
      let seconds = floorDivide(microseconds, 1_000_000)
      let days = floorDivide(seconds, 86_400)
      (year, month, day) = date(days)
      guard (0...9999).contains(year) else { return nil }
      let rest = seconds - days * 86_400
      (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
      microsecond = microseconds - seconds * 1_000_000
    }
  }

  /// The days from 1970 to the date at the beginning of `rest`.
  private static func day(_ rest: inout Substring.UTF8View) -> Int64? {
    guard let year = digits(4, &rest), skip("-", &rest), let month = digits(2, &rest),
      skip("-", &rest), let day = digits(2, &rest), (1...12).contains(month), day >= 1,
      day <= daysInMonth(month, year)
    else { return nil }
    return days(year, month, day)
  }

  /// Days since 1970-01-01 in the Gregorian calendar. Years are counted from March, so that the
  /// leap day is the last of a year.
  static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let marchYear = month > 2 ? year : year - 1
    let marchMonth = (month + 9) % 12
    // From March on, months have 31 30 31 30 31 days, twice, and then the rest.
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    let leapDays =
      floorDivide(marchYear, 4) - floorDivide(marchYear, 100) + floorDivide(marchYear, 400)
    return marchYear * 365 + leapDays + dayOfYear - 719_468
  }

  /// The date `day` days after 1970-01-01. The year is estimated from its mean length and
  /// corrected.
  static func date(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    var year = 1970 + floorDivide(day * 400, 146_097)
    if days(year + 1, 1, 1) <= day { year += 1 }
    if days(year, 1, 1) > day { year -= 1 }
    var month: Int64 = 12
    while days(year, month, 1) > day { month -= 1 }
    return (year, month, day - days(year, month, 1) + 1)
  }

  private static func daysInMonth(_ month: Int64, _ year: Int64) -> Int64 {
    month == 12 ? 31 : days(year, month + 1, 1) - days(year, month, 1)
  }

  static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }

  private static func digits(_ count: Int, _ rest: inout Substring.UTF8View) -> Int64? {
    let text = rest.prefix(count)
    guard text.count == count, text.allSatisfy(isDigit) else { return nil }
    rest = rest.dropFirst(count)
    return text.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
  }

  /// The digits after a decimal point as microseconds; 0 without a point.
  private static func fraction(_ rest: inout Substring.UTF8View) -> Int64? {
    guard skip(".", &rest) else { return 0 }
    let text = rest.prefix(while: isDigit)
    guard !text.isEmpty else { return nil }
    rest = rest.dropFirst(text.count)
    let micros = text.prefix(6).reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    return (text.count..<max(6, text.count)).reduce(micros) { value, _ in value * 10 }
  }

  private static func skip(_ mark: Unicode.Scalar, _ rest: inout Substring.UTF8View) -> Bool {
    guard rest.first == UInt8(ascii: mark) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
