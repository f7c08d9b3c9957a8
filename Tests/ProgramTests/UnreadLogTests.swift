import Glibc
import TestFiles
import Testing

/// A log that nobody reads, and clients that would fill one.
@Suite(.timeLimit(.minutes(5))) struct UnreadLogTests {
  /// Three of these end a connection with a line of the log.
  private static let tooLong = String(repeating: "x", count: 5000) + "\n"

  @Test func anUnreadLogHoldsNobodyUp() async throws {
    let pipe = try fullPipe()
    let directory = try TemporaryDirectory()
    let pid = try spawnDaemon(directory, log: pipe.writing)
    var isReaped = false
    defer { if !isReaped { kill(pid, SIGKILL) } }
    let path = directory.path + "/stream.sock"
    // Its first line, "listening on", waits already.
    let observer = try await eventually("the daemon's socket") { try? StreamClient(path) }
    try observer.watch(["reading"])
    for _ in 0..<50 {
      let client = try StreamClient(path)
      for _ in 0..<3 { try? client.send(Self.tooLong) }
      _ = try await client.linesToTheEnd()
    }
    let before = observer.lines.count
    let lines = try await observer.lines("two more seconds of readings") {
      $0.count >= before + 120
    }
    let readings = lines.filter { $0.type == "reading" }
    let numbers = readings.compactMap { $0.number("seq") }
    // What the first one skipped is before it.
    let skipped = readings.dropFirst().compactMap { $0.number("skipped") }.reduce(0, +)
    #expect(numbers.count > 120)
    #expect((numbers.last ?? 0) - (numbers.first ?? 0) + 1 == Double(numbers.count) + skipped)
    let new = try StreamClient(path)
    _ = try await new.lines("hello") { $0.first?.type == "hello" }
    kill(pid, SIGTERM)
    let status = try await eventually("the daemon's end") { () -> Int32? in
      var status: Int32 = 0
      return waitpid(pid, &status, WNOHANG) == pid ? status : nil
    }
    isReaped = true
    // Not the hard end, which has a status of its own.
    #expect(status == 0)
    #expect(try await observer.linesToTheEnd().last?.string("reason") == "shutting_down")
  }

  @Test func noClientCanFillTheLog() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    for _ in 0..<100 {
      let client = try daemon.client()
      for _ in 0..<3 { try? client.send(Self.tooLong) }
      _ = try await client.linesToTheEnd()
    }
    daemon.program.send(SIGTERM)
    #expect(try await daemon.program.ended() == 0)
    let lines = Line.split(daemon.program.errors).filter { $0.text.contains("too many requests") }
    #expect((1...6).contains(lines.count), "\(lines.count)")
  }

  // What is wrong with a configuration must be read before the program is gone.
  @Test func theLastLineBeforeTheEndIsWritten() async throws {
    for _ in 0..<20 {
      let run = try await finished("qiblad", ["--config", "/nowhere/qiblad.toml"])
      // EX_CONFIG of sysexits.h.
      #expect(run.status == 78)
      #expect(run.errors.contains("/nowhere/qiblad.toml"))
    }
  }

  /// A pipe that takes nothing more.
  private func fullPipe() throws -> PipeEnds {
    let pipe = try PipeEnds()
    try #require(fcntl(pipe.writing, F_SETFL, O_NONBLOCK) == 0)
    let filling = [UInt8](repeating: UInt8(ascii: "f"), count: 4096)
    while write(pipe.writing, filling, filling.count) > 0 {}
    try #require(errno == EAGAIN)
    try #require(fcntl(pipe.writing, F_SETFL, 0) == 0)
    return pipe
  }

  private func spawnDaemon(_ directory: TemporaryDirectory, log: Int32) throws -> pid_t {
    try spawn(
      Program.folder + "/qiblad",
      ["--socket-dir", directory.path, "--simulate", "--config", "/dev/null"],
      ends: [.nothing, .nothing, .descriptor(log)], environment: [:])
  }
}
