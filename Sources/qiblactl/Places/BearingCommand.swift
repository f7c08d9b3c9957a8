import ArgumentParser
import JSON
import ProgramOptions
import Qibla
import Quantities
import QiblaClient
import Wire

/// `qiblactl bearing`: bearing and distance from a place to the Kaaba.
struct BearingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bearing",
    abstract: "Print bearing and distance from a place to the Kaaba, by three methods.",
    usage: "qiblactl bearing [LAT LON | --batch] [--target LAT,LON] [--json]",
    discussion: """
      Without a place, the position comes from the running daemon. Great circle: the shortest line \
      on a sphere; most programs use it, and so does the pointer. Geodesic: the shortest line on the \
      WGS84 ellipsoid. Rhumb line: the line of constant bearing. At a pole, the bearing counts from \
      the meridian of the given longitude.

      Examples:
        qiblactl bearing -33.87 151.21
        printf "51.5 -0.13\\n-33.87,151.21\\n" | qiblactl bearing --batch
      """)

  // A negative number looks like an option. `validate` rejects real options among the arguments.
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("Degrees, north and east positive.", valueName: "LAT LON"))
  var place: [String] = []

  @Flag(
    help:
      "Read lines of LAT LON from standard input; print a JSON line for each. Status 1 if a line was bad."
  )
  var batch = false

  @Flag(help: "Print one JSON object.")
  var json = false

  @Option(
    parsing: .unconditional, help: "A target other than the Kaaba: LAT,LON.",
    transform: { try Position(parsing: $0).coordinates })
  var target: Coordinates?

  @OptionGroup var socket: ClientOptions

  func validate() throws {
    try socket.checkConfiguration()
    do throws(WordsError) { _ = try givenPlace() } catch { throw ValidationError("\(error)") }
  }

  func run() throws {
    try qiblactl.run {
      if batch { return try answerLines() }
      let report: BearingReport
      if let place = try givenPlace() {
        report = BearingReport(from: place, to: target ?? kaaba)
      } else {
        let daemon = try DaemonPosition(socketDirectory: socket.directory, for: "bearing")
        report = BearingReport(from: daemon, to: target)
      }
      var output = StandardOutput()
      try output.write(json ? report.line : Array(report.table.utf8))
      try output.flush()
    }
  }

  private func givenPlace() throws(WordsError) -> Coordinates? {
    try qiblactl.givenPlace(place, batch: batch, example: "qiblactl bearing -33.87 151.21")
  }

  private func answerLines() throws {
    let target = target ?? kaaba
    try Batch(form: "LAT LON in degrees, north and east positive").run {
      words, writer throws(WordsError) in
      guard words.count == 2 else { throw wrongCount(words.count, "2") }
      BearingReport(from: try coordinates(words[0], words[1]), to: target).encode(into: &writer)
    }
  }
}
