import ArgumentParser
import BridgeFormats
import Glibc
import ProgramOptions
import Wire

/// `qibla-bridge nmea`: sentences of NMEA 0183 for plotters, autopilots and gpsd.
struct NMEACommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nmea",
    abstract: "Send HDG, HDM, HDT, THS and ROT of NMEA 0183.",
    discussion: """
      A receiver cannot see an error bar, so nothing is sent for a heading that is not good enough: \
      without a calibration, without a sensor, or with an error over --max-error. HDT and THS are \
      sent only while the true heading is known.

      Examples:
        qibla-bridge nmea --tcp 0.0.0.0:10110
        qibla-bridge nmea --udp 192.168.1.255:10110 --sentences hdg,ths --rate 5
        qibla-bridge nmea --pty /tmp/nmea
      """)

  @OptionGroup var heading: HeadingOptions

  @Option(
    help: "The sentences, separated by commas; by default all of \(NMEASentence.list).",
    transform: { try parsedSentences($0) })
  var sentences: [NMEASentence] = NMEASentence.allCases

  @Option(
    help: "The two letters that say which kind of device sends; HC is a magnetic compass.",
    transform: { try parsedTalker($0) })
  var talker = NMEATalker.magneticCompass

  @Flag(
    help: """
      While there is no good heading, and at the end of the bridge, send THS without one and with \
      the mode V.
      """)
  var sendInvalid = false

  @OptionGroup(title: "Outputs (standard output if there is none)") var outputs: NMEAOutputOptions
  @OptionGroup var socket: SocketOption

  func run() throws {
    try qibla_bridge.run {
      let format = NMEAFormat(
        talker: talker, sentences: sentences, limit: heading.limit, reportsInvalid: sendInvalid)
      var bridge = NMEABridge(
        format: format, outputs: LineOutputs(try outputs.opened()),
        simulation: SimulationGuard(allowsSimulated: heading.allowSimulated),
        log: HeadingLog(limit: heading.limit))
      try bridge.run(
        DaemonFeed(
          socketDirectory: socket.socketDir, topics: [.reading: WatchOptions(rateHz: heading.rate)])
      )
    }
  }
}

/// The outputs of `nmea`; each may be given several times.
struct NMEAOutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Send datagrams there; may be a broadcast address.", valueName: "host:port"),
    transform: { try parsedAddress($0, "--udp") })
  var udp: [NetworkAddress] = []

  @Option(
    help: ArgumentHelp(
      "Listen there for up to \(TCPServerOutput.clientLimit) clients; without an address on 127.0.0.1.",
      valueName: "[address:]port"),
    transform: { try parsedAddress($0, "--tcp", defaultHost: "127.0.0.1") })
  var tcp: [NetworkAddress] = []

  @Option(
    help: ArgumentHelp("Make a pseudo-terminal, and a link to it at this path.", valueName: "link"))
  var pty: [String] = []

  @Option(
    help: ArgumentHelp("Add to a file, or write to a serial line.", valueName: "path"))
  var file: [String] = []

  @Flag(help: "Also write to standard output.")
  var stdout = false

  func opened() throws -> [any LineOutput] {
    var outputs: [any LineOutput] = udp.map { UDPOutput($0) }
    outputs += try tcp.map { try TCPServerOutput($0) as any LineOutput }
    outputs += try pty.map { try PseudoTerminalOutput(link: $0) as any LineOutput }
    outputs += try file.map { try FileOutput(path: $0) as any LineOutput }
    if stdout || outputs.isEmpty { outputs.append(StandardOutput()) }
    return outputs
  }
}

/// Parses the address of an option.
func parsedAddress(
  _ text: String, _ option: String, defaultHost: String? = nil, defaultPort: UInt16? = nil
) throws -> NetworkAddress {
  guard
    let address = NetworkAddress(
      parsing: text, defaultHost: defaultHost, defaultPort: defaultPort)
  else {
    throw ValidationError("\(option): '\(text)' is not HOST:PORT, such as 192.168.1.20:10110")
  }
  return address
}

private func parsedSentences(_ text: String) throws -> [NMEASentence] {
  try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
    guard let sentence = NMEASentence(rawValue: word.uppercased()) else {
      throw ValidationError("'\(word)' is not one of \(NMEASentence.list)")
    }
    return sentence
  }
}

private func parsedTalker(_ text: String) throws -> NMEATalker {
  guard let talker = NMEATalker(parsing: text) else {
    throw ValidationError("'\(text)' is not two capital letters, the first of them not P")
  }
  return talker
}
