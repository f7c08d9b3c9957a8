import ArgumentParser
import Geomagnetism
import JSON
import Quantities
import Wire

/// `qiblactl field`: the Earth's magnetic field at a place and date.
struct FieldCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "field",
    abstract: "Print the Earth's magnetic field at a place, by the World Magnetic Model.",
    usage: """
      qiblactl field LAT LON [ALT_KM] [--date D] [--coefficients FILE] [--json]
      qiblactl field --batch [--coefficients FILE]
      """,
    discussion: """
      ALT_KM is the height above the WGS84 ellipsoid in km, from -1 to 850; default 0. D is \
      YYYY-MM-DD or a decimal year, from 1900 to 2100; default today. 68 % of true values lie within \
      the errors that are printed.

      Examples:
        qiblactl field -33.87 151.21
        qiblactl field 51.5,-0.13 --date 2026-11-23 --json
      """)

  // A negative number looks like an option. `validate` rejects real options among the arguments.
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "Latitude and longitude in degrees, altitude in km above WGS84.", valueName: "LAT LON ALT_KM")
  )
  var place: [String] = []

  @Option(
    help: "The date, YYYY-MM-DD or a decimal year.", transform: { try FieldDate(parsing: $0) })
  var date: FieldDate?

  @Flag(
    help:
      "Read lines of LAT LON ALT_KM DECIMAL_YEAR; print a JSON line for each. Status 1 if a line was bad."
  )
  var batch = false

  @Flag(help: "Print one JSON object.")
  var json = false

  @OptionGroup var coefficients: CoefficientOptions

  func validate() throws {
    if batch, date != nil { throw ValidationError("--batch takes each line's own date") }
    do throws(WordsError) { _ = try givenPlace() } catch { throw ValidationError("\(error)") }
  }

  func run() throws {
    try qiblactl.run {
      let model = try coefficients.model()
      guard let place = try givenPlace() else { return try answerLines(model) }
      let report = FieldReport(place, date: try date ?? FieldDate.today(), model: model)
      var output = StandardOutput()
      try output.write(json ? report.line : Array(report.table.utf8))
      try output.flush()
    }
  }

  private func givenPlace() throws(WordsError) -> FieldPlace? {
    let example = "qiblactl field -33.87 151.21"
    guard let words = try placeWords(place, batch: batch, count: 2...3, example: example) else {
      guard batch else { throw .noPlace(example: example) }
      return nil
    }
    return try FieldPlace(words)
  }

  private func answerLines(_ model: GeomagneticModel) throws {
    try Batch(form: "LAT LON ALT_KM DECIMAL_YEAR").run { words, writer throws(WordsError) in
      guard words.count == 4 else { throw wrongCount(words.count, "4") }
      let date = try FieldDate(decimalYear: try number(words[3], called: "year"))
      FieldReport(try FieldPlace(words.prefix(3)), date: date, model: model).encode(into: &writer)
    }
  }
}
