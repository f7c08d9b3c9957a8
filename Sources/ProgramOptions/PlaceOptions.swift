package import ArgumentParser
package import Quantities

/// Where and when the device is, for both programs.
package struct PlaceOptions: ParsableArguments {
  // `.unconditional`: a latitude south of the equator begins with a minus and is no option.
  @Option(
    parsing: .unconditional,
    help: "Where the device is, LAT,LON[,ALT_M]; wins over the recording's own position.",
    transform: { try Position(parsing: $0) })
  package var position: Position?

  @Option(
    parsing: .unconditional,
    help: "From true to magnetic north in degrees, east positive.",
    transform: { try Declination(parsing: $0) })
  package var declination: Declination?

  @Option(
    help: "The date at the beginning, YYYY-MM-DD; wins over the recording's own.",
    transform: { try UTCTime.microseconds(parsingGivenDate: $0) })
  package var date: Int64?

  package init() {}
}
