import Glibc
import TestFiles
import Testing

/// SIGTERM and SIGINT end the daemon at any time, cleanly.
@Suite(.timeLimit(.minutes(5))) struct ShutdownTests {
  /// Longer than the daemon's own limit of 8 s, at which it ends with another status than 0.
  private static let limit = Duration.seconds(10)
  private static let signals = [SIGTERM, SIGINT]

  @Test(arguments: signals) func readersAreToldGoodbye(signal: Int32) async throws {
    let daemon = try await RunningDaemon.start(["--replay", Recordings.bundle, "--loop"])
    let clients = try [daemon.watcher(), daemon.watcher(), daemon.client()]
    _ = try await clients[1].lines("a reading") { $0.contains { $0.type == "reading" } }
    try await stop(daemon, signal)
    for client in clients {
      let last = try await client.linesToTheEnd().last
      #expect(last?.text == #"{"type":"bye","reason":"shutting_down"}"#)
    }
  }

  @Test(arguments: signals) func aReaderThatDoesNotReadHoldsNobodyUp(signal: Int32) async throws {
    let daemon = try await RunningDaemon.start(
      ["--replay", Recordings.bundle, "--loop", "--wait-for-client", "--speed", "max"])
    let reader = try daemon.watcher()
    let idle = try daemon.watcher(.nothing)
    // The reader stands still when the other one's buffers are full: the recording waits.
    var (count, looks) = (0, 0)
    try await eventually("the recording to stand still") {
      let now = reader.lines.count
      looks = now == count ? looks + 1 : 0
      count = now
      return now > 2 && looks > 20
    }
    try await stop(daemon, signal)
    let last = try await reader.linesToTheEnd().last
    #expect(last?.text == #"{"type":"bye","reason":"shutting_down"}"#)
    withExtendedLifetime(idle) {}
  }

  @Test(arguments: signals) func theFirstClientNeedNotCome(signal: Int32) async throws {
    let daemon = try await RunningDaemon.start(
      ["--replay", Recordings.bundle, "--wait-for-client"])
    try await stop(daemon, signal)
  }

  @Test(arguments: signals) func aSimulationEnds(signal: Int32) async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    try await stop(daemon, signal)
  }

  // A producer that is alive and silent: no signal reaches a thread that sleeps in a read.
  @Test(arguments: signals) func aSilentPipeHoldsNobodyUp(signal: Int32) async throws {
    let pipe = try PipeEnds()
    let daemon = try await startOnPipe(pipe)
    let client = try daemon.watcher()
    _ = try await client.lines("a reply") { $0.contains { $0.type == "reply" } }
    // What the last read of several returned has been replayed when the next one empties the pipe.
    try await eventually("the pipe to be empty") {
      var left: Int32 = -1
      return ioctl(pipe.reading, UInt(FIONREAD), &left) == 0 && left == 0
    }
    try await stop(daemon, signal)
    #expect(try await client.linesToTheEnd().last?.type == "bye")
    withExtendedLifetime(pipe) {}
  }

  @Test func asSlowAsItMayBeAReplayEndsAtOnce() async throws {
    let daemon = try await RunningDaemon.start(
      ["--replay", Recordings.bundle, "--speed", "0.000001"])
    try await stop(daemon, SIGTERM)
  }

  // A terminal that closes, or `kill -HUP` of a service's ExecReload=.
  @Test func aHangupEndsNothing() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    let client = try daemon.watcher()
    daemon.program.send(SIGHUP)
    let count = client.lines.count
    _ = try await client.lines("more lines") { $0.count > count + 20 }
    try await stop(daemon, SIGTERM)
    #expect(try await client.linesToTheEnd().last?.type == "bye")
  }

  @Test func aSecondSignalChangesNothing() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    let idle = try daemon.watcher(.nothing)
    daemon.program.send(SIGTERM)
    daemon.program.send(SIGINT)
    try await stop(daemon, SIGTERM)
    withExtendedLifetime(idle) {}
  }

  /// A daemon that has read some samples and waits for more.
  private func startOnPipe(_ pipe: PipeEnds) async throws -> RunningDaemon {
    let bytes = Array(Recordings.still(seconds: 20).text.utf8)
    // More than a pipe holds: it is written while the daemon reads.
    let writing = pipe.writing
    let feed = Task.detached { write(writing, bytes, bytes.count) }
    let daemon = try await RunningDaemon.start(
      ["--replay", "-", "--speed", "max"], input: .descriptor(pipe.reading))
    #expect(await feed.value == bytes.count)
    return daemon
  }

  private func stop(
    _ daemon: RunningDaemon, _ signal: Int32, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    daemon.program.send(signal)
    let status = try await daemon.program.ended(
      within: Self.limit, sourceLocation: sourceLocation)
    #expect(status == 0, "\(daemon.program.errors)", sourceLocation: sourceLocation)
    #expect(kind(of: daemon.socket) == nil, sourceLocation: sourceLocation)
  }
}
