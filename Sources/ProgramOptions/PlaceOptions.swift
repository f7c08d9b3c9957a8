import ArgumentParser
import Quantities

/// Where and when the device is said to be.
struct PlaceOptions: ParsableArguments {
  // `.unconditional`: a place south of the equator begins with a minus and is no option.
  @Option(
    parsing: .unconditional, help: "Where the device is; wins over the recording's own position.",
    transform: { try Position(parsing: $0) })
  var position: Position?

  @Option(
    parsing: .unconditional,
    help: "From true to magnetic north in degrees, east positive.",
    transform: { try Declination(parsing: $0) })
  var declination: Declination?

  @Option(
    help: "The date at the beginning, YYYY-MM-DD; wins over the recording's own.",
    transform: { try UTCTime.microseconds(parsingGivenDate: $0) })
  var date: Int64?
}
