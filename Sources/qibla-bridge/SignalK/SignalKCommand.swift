import ArgumentParser
import BridgeFormats
import Glibc
import ProgramOptions
import Wire

/// `qibla-bridge signalk`: deltas for a Signal K server.
struct SignalKCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signalk",
    abstract: "Send heading, variation, rate of turn and attitude as Signal K deltas.",
    discussion: """
      A delta is one JSON object on a line, with angles in radians. headingTrue is sent only while \
      the true heading is known. A value that is not known any more is sent once as null, also at the \
      end of the bridge.

      Examples:
        qibla-bridge signalk --tcp localhost:8377
        qibla-bridge signalk --label mast | head -n 3
      """)

  @OptionGroup var heading: HeadingOptions

  @Option(help: "The label of the source, by which a server tells several compasses apart.")
  var label = "qiblad"

  @Option(
    help: ArgumentHelp(
      "Connect to a server's TCP input; by default the lines go to standard output.",
      valueName: "host:port"),
    transform: { try parsedAddress($0, "--tcp") })
  var tcp: NetworkAddress?

  @OptionGroup var socket: SocketOption

  func run() throws {
    try qibla_bridge.run {
      let stream = SharedStream(SignalKStream(label: label, limit: heading.limit))
      let output: any LineOutput =
        tcp.map { TCPClientOutput($0, onConnect: { stream.stream.restart() }) } ?? StandardOutput()
      var bridge = SignalKBridge(
        stream: stream, outputs: LineOutputs([output]),
        simulation: SimulationGuard(allowsSimulated: heading.allowSimulated),
        log: HeadingLog(limit: heading.limit))
      try bridge.run(
        DaemonFeed(
          socketDirectory: socket.socketDir, topics: [.reading: WatchOptions(rateHz: heading.rate)])
      )
    }
  }
}

/// The stream of deltas, which an output restarts for a new server.
final class SharedStream {
  var stream: SignalKStream

  init(_ stream: SignalKStream) { self.stream = stream }
}

/// Writes each reading as a delta.
struct SignalKBridge: Bridge {
  let stream: SharedStream
  let outputs: LineOutputs
  var simulation: SimulationGuard
  var log: HeadingLog
  /// Whether the daemon is away, and receivers may not have been told so yet.
  var isLost = false

  mutating func take(_ event: DaemonEvent) throws {
    switch event {
    case .connected(let hello): simulation.take(hello)
    case .message(.reading(let reading)):
      isLost = false
      guard simulation.allows else { return }
      log.take(reading)
      try write(reading)
    case .message: break
    case .lost:
      isLost = true
      try write(nil)
    }
  }

  /// What was dropped was not sent: the stream stays as it was, and `null` comes with the next line, or by `serve`.
  private func write(_ reading: Reading?) throws {
    var next = stream.stream
    if let line = next.line(for: reading), try outputs.write(line) { stream.stream = next }
  }

  mutating func serve() throws {
    try outputs.serve()
    // Nothing is written where receivers have the `null` already.
    if isLost { try write(nil) }
  }
  var descriptors: [pollfd] { outputs.descriptors }
  var deadline: ContinuousClock.Instant? { outputs.deadline }
  mutating func end() {
    // Else receivers would show the last heading for ever. An output that takes nothing now is not waited for.
    _ = try? write(nil)
    outputs.end()
  }
}
