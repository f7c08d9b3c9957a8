/// Instants as RFC 3339 in UTC, such as `2026-11-21T05:00:00.123Z`.
enum UTC {
  /// µs since 1970-01-01, or `nil` where `text` is not such an instant.
  ///
  /// - Parameter text: with `Z` and up to six decimals of a second.
  static func microseconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z") else { return nil }
    let separators: [(Int, Character)] = [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")]
    guard separators.allSatisfy({ bytes[$0.0] == $0.1.asciiValue }) else { return nil }
    guard let year = digits(bytes[0..<4]), let month = digits(bytes[5..<7]),
      let day = digits(bytes[8..<10]), let hour = digits(bytes[11..<13]),
      let minute = digits(bytes[14..<16]), let second = digits(bytes[17..<19]),
      let fraction = fraction(bytes[19..<(bytes.count - 1)])
    else { return nil }
    guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    let seconds = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
    return seconds * 1_000_000 + fraction
  }

  private static func digits(_ bytes: ArraySlice<UInt8>) -> Int64? {
    var value: Int64 = 0
    for byte in bytes {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    return value
  }

  /// The part behind the seconds, in µs: nothing, or a point and one to six digits.
  private static func fraction(_ bytes: ArraySlice<UInt8>) -> Int64? {
    guard let point = bytes.first else { return 0 }
    let decimals = bytes.dropFirst()
    guard point == UInt8(ascii: "."), (1...6).contains(decimals.count) else { return nil }
    return digits(decimals).map { value in
      (decimals.count..<6).reduce(value) { scaled, _ in scaled * 10 }
    }
  }

  /// Days from 1970-01-01 to a day of the Gregorian calendar; for years from 1.
  ///
  /// Years are counted from 1 March, so that the leap day is the last of its year.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let years = month > 2 ? year : year - 1
    let monthsSinceMarch = (month + 9) % 12
    let leapDays = years / 4 - years / 100 + years / 400
    return years * 365 + leapDays + (monthsSinceMarch * 306 + 5) / 10 + day - 1 - 719_468
  }
}
