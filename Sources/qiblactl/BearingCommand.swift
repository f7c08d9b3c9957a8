import ArgumentParser
import JSON
import ProgramOptions
import Qibla
import Quantities
import QiblaClient
import Wire

/// `qiblactl bearing`: which way the Kaaba lies from a place.
struct BearingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bearing",
    abstract: "Print the way to the Kaaba from a place, by three kinds of bearing.",
    usage: "qiblactl bearing [LAT LON | --batch] [--target LAT,LON] [--json]",
    discussion: """
      Without a place it asks the running daemon for its position. Great circle: on a sphere, what \
      most peers give and what the pointer follows. Geodesic: the shortest way on the WGS84 \
      ellipsoid. Rhumb line: the way of one constant bearing. At a pole the bearing counts from the \
      meridian of the longitude that is given.
      """)

  // Numbers below zero look like options; what is really one is refused in `validate`.
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("Degrees, north and east positive.", valueName: "LAT LON"))
  var place: [String] = []

  @Flag(help: "Read lines of LAT LON from standard input; print a JSON line for each.")
  var batch = false

  @Flag(help: "Print one JSON object.")
  var json = false

  @Option(
    parsing: .unconditional, help: "Another target than the Kaaba: LAT,LON.",
    transform: { try Position(parsing: $0).coordinates })
  var target: Coordinates?

  @OptionGroup var socket: SocketOption

  func validate() throws {
    do throws(WordsError) { _ = try givenPlace() } catch { throw ValidationError("\(error)") }
  }

  func run() throws {
    try qiblactl.run {
      if batch { return try answerLines() }
      let report: BearingReport
      if let place = try givenPlace() {
        report = BearingReport(from: place, to: target ?? kaaba)
      } else {
        let daemon = try DaemonPosition(socketDirectory: socket.socketDir)
        report = BearingReport(from: daemon, to: target)
      }
      var output = StandardOutput()
      try output.write(json ? report.line : Array(report.table.utf8))
      try output.flush()
    }
  }

  private func givenPlace() throws(WordsError) -> Coordinates? {
    guard !place.isEmpty else { return nil }
    let words = try words(of: place)
    if batch { throw WordsError(description: "--batch reads places from standard input only") }
    guard words.count == 2 else {
      throw WordsError(description: "give LAT and LON, such as: qiblactl bearing -33.87 151.21")
    }
    return try coordinates(words[0], words[1])
  }

  private func answerLines() throws {
    let target = target ?? kaaba
    try Batch(form: "LAT LON in degrees, north and east positive").run {
      words, writer throws(WordsError) in
      guard words.count == 2 else {
        throw WordsError(description: "\(words.count) words instead of 2")
      }
      BearingReport(from: try coordinates(words[0], words[1]), to: target).encode(into: &writer)
    }
  }
}
