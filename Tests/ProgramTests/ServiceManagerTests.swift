import Foundation
import Glibc
import JSON
import TestFiles
import Testing

/// The daemon under a service manager: what it tells it, and sockets that the manager made.
///
/// One after the other: the service manager asks for a sign of life every second.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ServiceManagerTests {
  private let directory: TemporaryDirectory
  private let manager: DatagramSocket

  init() throws {
    directory = try TemporaryDirectory()
    manager = try DatagramSocket(directory.path + "/notify")
  }

  /// A service manager that asks for a sign of life every second.
  private var environment: [String: String] {
    ["NOTIFY_SOCKET": directory.path + "/notify", "WATCHDOG_USEC": "1000000"]
  }

  private func start(_ arguments: [String]) throws -> Program {
    try Program(
      "qiblad", ["--socket-dir", directory.path] + arguments, environment: environment)
  }

  @Test func itIsReadyOnceClientsCanConnectAndSaysThatItStops() async throws {
    let program = try start(["--simulate"])
    let first = try await manager.message()
    #expect(first == "READY=1\nSTATUS=listening on \(directory.path)/stream.sock")
    #expect(mode(of: directory.path + "/stream.sock") != nil)
    var seen: [String] = []
    while seen.count(where: { $0 == "WATCHDOG=1" }) < 3 {
      seen.append(try await manager.message())
    }
    program.send(SIGTERM)
    while seen.last != "STOPPING=1" { seen.append(try await manager.message()) }
    #expect(try await program.ended() == 0)
    #expect(!seen.contains { $0.contains("READY=1") })
  }

  @Test func aReloadIsTold() async throws {
    let file = try directory.file("qiblad.toml", "[log]\nlevel = \"notice\"\n")
    let program = try start(["--simulate", "--config", file])
    #expect(try await manager.message().hasPrefix("READY=1"))
    program.send(SIGHUP)
    var seen: [String] = []
    while seen.last != "READY=1" { seen.append(try await manager.message()) }
    let reloading = try #require(seen.first { $0.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") })
    let time = try #require(Int(reloading.split(separator: "=").last ?? ""))
    #expect(time > 0)
    _ = program
  }

  // The source is a pipe that is open and silent: the pipeline's thread stays in read(2).
  @Test func aPipelineThatStandsStillIsNoLongerReportedAlive() async throws {
    let pipe = try PipeEnds()
    // More than a pipe and a read hold: it is written while the daemon reads.
    let bytes = Array(Recordings.still(seconds: 20).text.utf8)
    let writing = pipe.writing
    let feed = Task.detached { write(writing, bytes, bytes.count) }
    let program = try Program(
      "qiblad", ["--socket-dir", directory.path, "--replay", "-", "--speed", "max"],
      input: .descriptor(pipe.reading), environment: environment)
    #expect(await feed.value == bytes.count)
    #expect(try await manager.message().hasPrefix("READY=1"))
    while try await manager.message() != "WATCHDOG=1" {}
    try await eventually("the line of the log about the pipeline") {
      program.errors.contains("no progress for 10 s: the pipeline")
    }
    while manager.next() != nil {}
    // Four times as long as between two messages: they are due every 250 ms.
    try await Task.sleep(for: .seconds(1))
    while let message = manager.next() { #expect(!message.contains("WATCHDOG")) }
    withExtendedLifetime((pipe, program)) {}
  }

  @Test func anEnvironmentThatNoManagerMakesIsRefused() async throws {
    let run = try await finished(
      "qiblad", ["--simulate", "--socket-dir", directory.path],
      environment: ["NOTIFY_SOCKET": "relative"])
    #expect(run.status == 78)
    #expect(run.errors.contains("NOTIFY_SOCKET is \"relative\""))
    #expect(Line.split(run.errors).count == 1)
  }

  /// Connects to a socket that another program binds first and listens at a moment later.
  private func client(of path: String) async throws -> StreamClient {
    try await eventually("a connection") {
      do { return try StreamClient(path) } catch is NotConnected { return nil }
    }
  }

  // systemd-socket-activate(1) is a service manager for one service; --fdname as FileDescriptorName=.
  @Test(.enabled(if: access(activator, X_OK) == 0))
  func socketsThatWerePassedAreServedAndLeft() async throws {
    let stream = directory.path + "/stream.sock"
    let control = directory.path + "/control.sock"
    let program = try Program(
      Self.activator,
      [
        "--listen=\(control)", "--listen=\(stream)", "--fdname=control:stream",
        Program.folder + "/qiblad", "--simulate", "--socket-dir", "/nonexistent", "--config",
        "/dev/null",
      ])
    try await eventually("the sockets") { mode(of: stream) != nil && mode(of: control) != nil }
    chmod(control, 0o640)
    let client = try await self.client(of: stream)
    try client.watch()
    _ = try await client.lines("a reading") { $0.contains { $0.type == "reading" } }
    let commands = try await self.client(of: control)
    try commands.send("{\"do\":\"ping\"}\n")
    _ = try await commands.lines("an answer") { $0.count > 1 }
    try await eventually("the line in the log") {
      program.errors.contains("listening on \(stream)")
    }
    program.send(SIGTERM)
    #expect(try await program.ended() == 0)
    #expect(mode(of: stream).map { $0 & S_IFMT } == S_IFSOCK)
    #expect(mode(of: control).map { $0 & 0o777 } == 0o640, "its rights are the manager's")
    #expect(directory.names.contains(".lock") == false)
  }

  @Test(.enabled(if: access(activator, X_OK) == 0))
  func aSocketOfAnotherNameIsRefused() async throws {
    let path = directory.path + "/x.sock"
    let program = try Program(
      Self.activator,
      [
        "--listen=\(path)", "--fdname=other", Program.folder + "/qiblad", "--simulate", "--config",
        "/dev/null",
      ])
    try await eventually("the socket") { mode(of: path) != nil }
    let client = try await self.client(of: path)
    #expect(try await program.ended() == 78)
    #expect(
      program.errors.contains("FileDescriptorName= in the socket's unit is stream or control"))
    _ = client
  }

  private static let activator = "/usr/bin/systemd-socket-activate"
}

extension DatagramSocket {
  /// The next message, which has to come.
  fileprivate func message() async throws -> String {
    try await eventually("a message to the service manager") { next() }
  }
}
