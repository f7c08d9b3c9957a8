import ArgumentParser
import Quantities
import Wire

/// `qiblactl position`: sets or forgets the daemon's position.
struct PositionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "position", abstract: "Set or forget the position of the device.",
    discussion: "Example: qiblactl position set -33.8688,151.2093",
    subcommands: [PositionSetCommand.self, PositionForgetCommand.self])
}

/// `qiblactl position set LAT,LON`.
struct PositionSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Set the daemon's position until it stops; it wins over the receiver's.",
    usage: "qiblactl position set LAT,LON[,ALT_M] [--error METRES] [--json]",
    discussion: """
      For a position that outlasts the daemon, set [place] in qiblad.toml.

      Example: qiblactl position set -33.8688,151.2093 --error 50
      """)

  // A negative number looks like an option. `validate` rejects real options among the arguments.
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("Degrees, north and east positive.", valueName: "LAT,LON"))
  var place: [String]

  @Option(
    name: .customLong("error"), parsing: .unconditional,
    help: ArgumentHelp("How far off it may be, metres (68 %).", valueName: "metres"))
  var errorMetres: Double?

  @OptionGroup var options: ControlOptions

  func validate() throws { _ = try position() }

  func run() throws {
    try control(.position(.set(try position())), options) { reply in
      "the daemon's position is \(reply.place ?? "set")"
    }
  }

  private func position() throws -> Position {
    do {
      let given = try placeWords(place, "qiblactl position set -33.87,151.21")
      return try Position(
        coordinates: given.coordinates, altitudeMetres: given.altitudeMetres,
        error68Metres: errorMetres)
    } catch { throw ValidationError("\(error)") }
  }
}

/// `qiblactl position forget`.
struct PositionForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract:
      "Use the receiver's position again, or the position that was used before it was set by hand.",
    discussion: "Example: qiblactl position forget")

  @OptionGroup var options: ControlOptions

  func run() throws {
    try control(.position(.forget), options) { _ in "no position is set by hand any more" }
  }
}

/// A place from the arguments of a command line: `LAT,LON`, `LAT LON`, or with a height after it.
///
/// - Parameter example: of a command, for the error.
func placeWords(_ arguments: [String], _ example: String) throws(WordsError) -> Position {
  let words = try words(of: arguments)
  guard 2...3 ~= words.count else {
    // The one argument `51,5 -0,13` has four words.
    let isDecimalComma = words.count == 4 && arguments.contains { $0.contains(",") }
    let hint = isDecimalComma ? decimalCommaHint : ""
    throw WordsError(description: "give LAT,LON, such as: \(example)\(hint)")
  }
  let coordinates = try coordinates(words[0], words[1])
  let altitude = words.count == 3 ? try number(words[2], called: "altitude") : nil
  do { return try Position(coordinates: coordinates, altitudeMetres: altitude) } catch {
    throw WordsError(description: "\(error)")
  }
}
