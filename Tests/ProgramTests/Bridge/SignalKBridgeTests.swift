import Glibc
import JSON
import TestFiles
import TestReceiver
import Testing

/// `qibla-bridge signalk`: to standard output, and to a server that comes and goes.
@Suite(.timeLimit(.minutes(5))) struct SignalKBridgeTests {
  @Test func eachLineIsADelta() async throws {
    let daemon = try await BridgeProgram.daemon()
    let bridge = try BridgeProgram(
      ["signalk", "--label", "a\"b\n\u{1}é"] + BridgeProgram.anyHeading,
      socketDirectory: daemon.directory.path)
    try await eventually("ten deltas") { bridge.lines.count > 10 }
    for line in bridge.lines.dropLast() {
      let delta = try JSONValue(parsing: Array(line.utf8)[...])
      let update = delta["updates"]?.array?.first
      #expect(update?["source"]?["label"]?.string == "a\"b\n\u{1}é")
    }
    try await bridge.end()
  }

  // `localhost` may be two addresses, and the server has the one of IPv4.
  @Test func aServerThatIsAbsentComesAndRestartsGetsUnitsEachTime() async throws {
    let (daemon, port) = (try await BridgeProgram.daemon(), try RealGPSD.freePort())
    let bridge = try BridgeProgram(
      ["signalk", "--tcp", "localhost:\(port)"] + BridgeProgram.anyHeading,
      socketDirectory: daemon.directory.path)
    try await bridge.prints("Connection refused; retrying")
    for _ in 0..<2 {
      let server = try LoopbackSocket.server(port: port)
      let connection = try await eventually("a connection") { server.accepted() }
      connection.send("{\"name\":\"signalk-server\"}\r\n")
      try await eventually("deltas") { connection.received.split(separator: "\n").count > 5 }
      let lines = connection.received.split(separator: "\n")
      #expect(lines[0].contains("\"units\":\"rad\"") && !lines[1].contains("\"units\""))
    }
    try await bridge.end()
  }

  @Test func aDaemonThatDiesMakesItsValuesNull() async throws {
    let daemon = try await BridgeProgram.daemon()
    let bridge = try BridgeProgram(
      ["signalk"] + BridgeProgram.anyHeading, socketDirectory: daemon.directory.path)
    try await eventually("deltas") { bridge.lines.count > 5 }
    daemon.program.send(SIGKILL)
    let null = #"{"path":"navigation.headingTrue","value":null}"#
    try await eventually("null") { bridge.lines.last?.contains(null) == true }
  }

  // A service that is stopped or updated: what it sent last must not be shown for ever.
  @Test(arguments: [false, true])
  func theEndOfTheBridgeMakesItsValuesNullOnce(isToServer: Bool) async throws {
    let (daemon, port) = (try await BridgeProgram.daemon(), try RealGPSD.freePort())
    let server = try LoopbackSocket.server(port: port)
    let bridge = try BridgeProgram(
      ["signalk"] + (isToServer ? ["--tcp", "127.0.0.1:\(port)"] : []) + BridgeProgram.anyHeading,
      socketDirectory: daemon.directory.path)
    var connections: [LoopbackSocket] = []
    if isToServer {
      connections.append(try await eventually("a connection") { server.accepted() })
    }
    func lines() -> [Substring] {
      connections.first?.received.split(separator: "\n") ?? bridge.lines
    }
    try await eventually("deltas") { lines().count > 5 }
    try await bridge.end()
    let null = #"{"path":"navigation.headingTrue","value":null}"#
    try await eventually("null") { lines().last?.contains(null) == true }
    #expect(lines().count { $0.contains(null) } == 1)
  }

  // It hangs and its connection stays open: what it said last must not be shown for ever.
  @Test func aDaemonThatHangsMakesItsValuesNull() async throws {
    let daemon = try await BridgeProgram.daemon()
    let bridge = try BridgeProgram(
      ["signalk"] + BridgeProgram.anyHeading, socketDirectory: daemon.directory.path)
    try await eventually("deltas") { bridge.lines.count > 5 }
    daemon.program.send(SIGSTOP)
    try await bridge.prints("the daemon sends nothing; connecting again")
    try await eventually("null") { bridge.lines.last?.contains("\"value\":null") == true }
    daemon.program.send(SIGCONT)
    let count = bridge.lines.count
    try await eventually("deltas") { bridge.lines.count > count + 5 }
    try await bridge.end()
  }

  // The socket is full when nothing is added to it while a second bridge prints 60 readings of the same daemon. A number
  // of bytes or a time would depend on the kernel's accounting and on the load of the machine.
  @Test func aServerThatTakesNothingDoesNotKeepItFromEnding() async throws {
    let (daemon, port) = (try await BridgeProgram.daemon(), try RealGPSD.freePort())
    let server = try LoopbackSocket.server(port: port, receiveBuffer: 4096)
    let arguments = ["signalk", "--rate", "60"] + BridgeProgram.anyHeading
    let bridge = try BridgeProgram(
      arguments + ["--tcp", "127.0.0.1:\(port)"], socketDirectory: daemon.directory.path)
    let printer = try BridgeProgram(arguments, socketDirectory: daemon.directory.path)
    let connection = try await eventually("a connection") { server.accepted() }
    var (unsent, printed) = (0, 0)
    try await eventually("a full socket") {
      let now = try unsentBytes(to: port) ?? 0
      if now != unsent || now == 0 { (unsent, printed) = (now, printer.lines.count) }
      return printer.lines.count >= printed + 60
    }
    try await bridge.end()
    withExtendedLifetime(connection) {}
  }
}
