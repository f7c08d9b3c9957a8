package import ArgumentParser
package import Quantities

/// Options for position, declination and date, for both programs.
package struct PlaceOptions: ParsableArguments {
  // `.unconditional`: a latitude south of the equator begins with a minus, like an option.
  @Option(
    parsing: .unconditional,
    help: "The device's position, LAT,LON[,ALT_M]; of a recording it overrides its own.",
    transform: { try Position(parsing: $0) })
  package var position: Position?

  @Option(
    parsing: .unconditional,
    help: "The angle from true to magnetic north in degrees, east positive.",
    transform: { try Declination(parsing: $0) })
  package var declination: Declination?

  @Option(
    help: "The date at the beginning, YYYY-MM-DD; of a recording it overrides its own.",
    transform: { try UTCTime.microseconds(parsingGivenDate: $0) })
  package var date: Int64?

  package init() {}
}
