import ArgumentParser
import Dial
import ProgramOptions
import QiblaClient
import Wire

/// `qiblactl watch`: shows the daemon's messages as a dial, as plain lines, as JSON or as CSV.
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Show the compass: a live dial on a terminal, plain lines elsewhere.",
    discussion: """
      Without topics: a dial on a terminal, where ? lists keys and legend, 1 to 6 are pages and q ends it; plain lines \
      elsewhere. With topics: a line for each of their messages. It waits for a daemon and connects again \
      after a restart, except with --no-reconnect; the end of a recording ends it.

      Examples:
        qiblactl watch                              # the dial
        qiblactl watch state event                  # a line for each message of two topics
        qiblactl watch --json --topic qibla --count 1
        qiblactl watch --csv --rate 10 > headings.csv
      """)

  @Argument(
    help: ArgumentHelp(
      "The topics to watch: \(Topic.list). Default: all but raw; those of the daemon (calibration, field, devices, stats) only in the dial and with --json.",
      valueName: "topic"),
    completion: .list(Topic.names), transform: { try Topic(argument: $0) })
  var topics: [Topic] = []

  @Option(
    name: .customLong("topic"),
    help: ArgumentHelp(
      "The same as an option, with commas between several; can be repeated.", valueName: "topics"),
    completion: .list(Topic.names),
    transform: { try $0.split(separator: ",").map { try Topic(argument: $0) } })
  var moreTopics: [[Topic]] = []

  @Option(
    parsing: .unconditional,
    help: "Readings a second, up to 60. Default: 30 in the dial, 4 in lines, else all.")
  var rate: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("End after this number of messages, hello not counted.", valueName: "n"))
  var count: Int?

  @Flag(help: "Print the daemon's JSON lines.")
  var json = false

  @Flag(
    help: """
      Print one topic as a table with commas; its columns stay the same and have their units in their names. \
      Default: reading.
      """)
  var csv = false

  @Flag(
    inversion: .prefixedNo,
    help: """
      Wait for a daemon, and connect again when it is lost. Otherwise both end the command, and so does a daemon that \
      does not answer for 5 s: with status 0 where the daemon said that it ends, else with 1.
      """)
  var reconnect = true

  @OptionGroup var socket: ClientOptions

  func validate() throws {
    try socket.checkConfiguration()
    if let rate, !(rate > 0 && rate.isFinite) {
      throw ValidationError("--rate: \(rate) is not above 0")
    }
    if let count, count < 1 { throw ValidationError("--count: \(count) is not 1 or more") }
    if rate != nil, !chosen.isEmpty, !chosen.contains(.reading) {
      throw ValidationError("--rate is for the topic reading, which is not watched")
    }
    guard csv else { return }
    if json { throw ValidationError("give --json or --csv, not both") }
    guard chosen.count < 2 else {
      throw ValidationError("--csv prints one topic; start one qiblactl watch for each")
    }
    if let topic = chosen.first, CSVTable.columns(of: topic) == nil {
      throw ValidationError(
        "--csv cannot print \(topic.rawValue), which has lists; use --json. Topics of --csv: "
          + CSVTable.topics.map(\.rawValue).joined(separator: ", "))
    }
  }

  func run() throws {
    try qiblactl.run {
      switch view {
      case .json: try JSONView(count: count).show(feed(all: true, rateHz: rate))
      case .csv: try CSVView(topic: chosen.first ?? .reading, count: count).show(csvFeed)
      case .dial: try LiveDial(rateHz: rate ?? 30).show(feed(all: true, rateHz: rate ?? 30))
      case .lines:
        try LinesView(topics: chosen, count: count).show(feed(all: false, rateHz: rate ?? 4))
      }
    }
  }

  private enum View { case json, csv, dial, lines }

  private var view: View {
    if json { return .json }
    if csv { return .csv }
    // A dial shows everything; with a number of messages or a choice of topics there are lines.
    guard chosen.isEmpty, count == nil else { return .lines }
    return Terminal.isAvailable(term: environment("TERM")) ? .dial : .lines
  }

  private var chosen: [Topic] { topics + moreTopics.flatMap { $0 } }

  /// - Parameter all: whether the default includes the topics that only a running daemon has, but `raw`, which is a
  ///   hundred lines a second and has to be named.
  private func feed(all: Bool, rateHz: Double?) -> DaemonFeed {
    let chosen = chosen.isEmpty ? usual(all: all) : chosen
    return feed(of: chosen, rateHz)
  }

  private func usual(all: Bool) -> [Topic] {
    Topic.allCases.filter { $0 != .raw && (all || !$0.isOfTheDaemon) }
  }

  private var csvFeed: DaemonFeed { feed(of: [chosen.first ?? .reading], rate) }

  private func feed(of topics: [Topic], _ rateHz: Double?) -> DaemonFeed {
    var options: [Topic: WatchOptions] = [:]
    for topic in topics {
      options[topic] = WatchOptions(rateHz: topic == .reading ? rateHz : nil)
    }
    return DaemonFeed(socket: socket.directory, topics: options, reconnects: reconnect)
  }
}
