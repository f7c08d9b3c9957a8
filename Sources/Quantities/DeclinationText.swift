/// Why a text is not a declination.
package struct DeclinationTextError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text, as it was given.
  package let text: String

  package var description: String {
    "'\(text)' is not a declination: degrees from -180 to 180, east positive, such as -12.5"
  }
}

extension Declination {
  /// Parses degrees, east positive.
  package init(parsing text: String) throws(DeclinationTextError) {
    guard let degrees = Double(decimal: text) else { throw DeclinationTextError(text: text) }
    do { self = try Declination(degrees: degrees) } catch {
      throw DeclinationTextError(text: text)
    }
  }
}
