import Geomagnetism
import Quantities
import Session

/// The place for which `qiblactl field` computes the field.
struct FieldPlace {
  let coordinates: Coordinates
  let altitudeMetres: Double

  /// Parses LAT LON and an optional ALT_KM.
  init(_ words: some BidirectionalCollection<Substring>) throws(WordsError) {
    let words = Array(words)
    coordinates = try qiblactl.coordinates(words[0], words[1])
    let kilometres = words.count > 2 ? try number(words[2], called: "height") : 0
    guard GeomagneticModel.altitudesMetres.contains(kilometres * 1000) else {
      throw WordsError(
        description: "height \(kilometres) is out of the model's range, -1 to 850 km")
    }
    altitudeMetres = kilometres * 1000
  }
}

/// The date for which `qiblactl field` computes the field.
struct FieldDate: Equatable {
  /// The decimal year, from 1900 to 2100.
  let decimalYear: Double

  init(decimalYear: Double) throws(WordsError) {
    guard (1900..<2101).contains(decimalYear) else {
      throw WordsError(description: "year \(decimalYear) is out of range: 1900 to 2100")
    }
    self.decimalYear = decimalYear
  }

  /// Parses YYYY-MM-DD or a decimal year.
  init(parsing text: String) throws(WordsError) {
    if let microseconds = UTCTime.microseconds(parsingDate: text) {
      try self.init(decimalYear: UTCTime.decimalYear(microseconds: microseconds))
    } else if text.count(where: { $0 == "-" }) == 2 {
      throw WordsError(description: "\(DateTextError(text: text))")
    } else {
      try self.init(decimalYear: try number(text, called: "date"))
    }
  }

  /// The date of the machine's clock; throws if the clock is clearly wrong.
  static func today() throws -> FieldDate {
    let clock = MachineClock.now()
    guard let date = clock.checked() else {
      throw CommandFailure(
        "the machine's clock is wrong (\(clock)); set it, or give --date YYYY-MM-DD")
    }
    return try FieldDate(decimalYear: UTCTime.decimalYear(microseconds: date))
  }
}
