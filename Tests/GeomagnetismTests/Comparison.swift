import Quantities
import Testing

/// Computed values beside the row of a table.
struct Comparison {
  private let row: [String]

  init(_ row: [String]) { self.row = row }

  /// The value equals that of the column to `tolerance`, or to the digits that are printed.
  ///
  /// A printed value was rounded after it was computed in another order than ours, so that half a
  /// digit is widened by a thousandth of it.
  func expect(
    _ value: Double, _ column: Int, within tolerance: Double? = nil,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let word = row[column]
    let difference = abs(value - (try number(word)))
    #expect(
      difference <= tolerance ?? halfDigit(word) * 1.001,
      "column \(column + 1) of \(row): \(value)", sourceLocation: location)
  }
}

/// A place with a longitude from −180 to 360, as tables give it.
func coordinates(latitude: String, longitude: String) throws -> Coordinates {
  let degrees = try number(longitude)
  return try Coordinates(
    latitude: try number(latitude), longitude: degrees > 180 ? degrees - 360 : degrees)
}
