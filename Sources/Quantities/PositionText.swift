/// Why a text is not a position.
package enum PositionTextError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Not two or three numbers separated by commas.
  case notNumbers(String)
  /// The numbers are out of range.
  case notAPlace(QuantityError)

  package var description: String {
    switch self {
    case .notNumbers(let text):
      "'\(text)' is not LAT,LON or LAT,LON,ALT_M in degrees and metres, such as -33.87,151.21"
    case .notAPlace(let error): "\(error)"
    }
  }
}

extension Position {
  /// Parses `LAT,LON` or `LAT,LON,ALT_M`: degrees north and east, metres above the ellipsoid.
  package init(parsing text: String) throws(PositionTextError) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double(decimal: $0.drop { $0 == " " }) }
    guard numbers.count == parts.count, (2...3).contains(numbers.count) else {
      throw .notNumbers(text)
    }
    do {
      self = try Position(
        coordinates: try Coordinates(latitude: numbers[0], longitude: numbers[1]),
        altitudeMetres: numbers.count == 3 ? numbers[2] : nil)
    } catch { throw .notAPlace(error) }
  }
}
