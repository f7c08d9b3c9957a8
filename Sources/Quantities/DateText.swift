/// Why a text is not a date.
package struct DateTextError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text, as it was given.
  package var text: String

  package init(text: String) { self.text = text }

  package var description: String {
    "'\(text)' is not a date YYYY-MM-DD from 1900 to 2100, such as 2026-11-21"
  }
}

extension UTCTime {
  /// Microseconds from 1970 to midnight UTC of a date that a user gave: `2026-11-21`.
  ///
  /// - Throws: `DateTextError` for another form, and for years outside 1900 to 2100, which can only
  ///   be mistakes.
  package static func microseconds(parsingGivenDate text: String) throws(DateTextError) -> Int64 {
    guard let microseconds = microseconds(parsingDate: text),
      (1900..<2101).contains(decimalYear(microseconds: microseconds))
    else { throw DateTextError(text: text) }
    return microseconds
  }
}
