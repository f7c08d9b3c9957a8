import ArgumentParser
import Dial
import ProgramOptions
import QiblaClient
import Wire

/// `qiblactl watch`: shows the daemon's messages as a dial, as plain lines or as JSON.
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Show the compass: a live dial on a terminal, plain lines elsewhere.",
    discussion: """
      On a terminal, q or Ctrl-C ends the view. With --json, the daemon's lines are printed unchanged. \
      `qiblactl watch devices` and `qiblactl watch stats` show rates and errors of the sensors and \
      the daemon.
      """)

  @Argument(
    help: """
      The topics to watch: \(Topic.list); by default all of them, devices and stats only with --json.
      """,
    transform: { try Topic(argument: $0) })
  var topics: [Topic] = []

  @Option(help: "Readings a second, up to 60.")
  var rate: Double?

  @Flag(help: "Print the daemon's JSON lines.")
  var json = false

  @OptionGroup var socket: SocketOption

  func validate() throws {
    if let rate, !(rate > 0 && rate <= Limits.rateHz) {
      throw ValidationError("--rate: \(rate) is not above 0 and up to 60")
    }
  }

  func run() throws {
    try qiblactl.run {
      do {
        let connection = try Connection(socketDirectory: socket.socketDir)
        switch view {
        case .json: try JSONView().show(try watch(connection, rateHz: rate))
        case .dial: try LiveDial(rateHz: rate ?? 30).show(try watch(connection, rateHz: rate ?? 30))
        case .lines: try LinesView().show(try watch(connection, rateHz: rate ?? 4))
        }
      } catch let error as ConnectionError {
        throw CommandFailure("\(error)")
      }
    }
  }

  private enum View { case json, dial, lines }

  private var view: View {
    if json { return .json }
    // A dial needs readings.
    if !topics.isEmpty, topics.allSatisfy(\.isOfTheDaemon) { return .lines }
    return Terminal.isAvailable(term: environment("TERM")) ? .dial : .lines
  }

  private func watch(_ connection: Connection, rateHz: Double?) throws -> Connection {
    let chosen =
      topics.isEmpty ? Topic.allCases.filter { json || !$0.isOfTheDaemon } : topics
    var options: [Topic: WatchOptions] = [:]
    for topic in chosen {
      options[topic] = WatchOptions(rateHz: topic == .reading ? rateHz : nil)
    }
    try connection.send(.watch(options))
    return connection
  }
}
