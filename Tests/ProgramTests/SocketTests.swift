import Glibc
import TestFiles
import Testing

/// Where the socket cannot be made, the daemon says so and touches nothing; where it can, it does.
@Suite(.timeLimit(.minutes(5))) struct SocketTests {
  @Test func aLivingDaemonKeepsItsSocket() async throws {
    let first = try await RunningDaemon.start(["--simulate"])
    let client = try first.watcher()
    try await expectRefusal(first.directory.path, ["already running", "--socket-dir"])
    let count = client.lines.count
    _ = try await client.lines("more lines") { $0.count > count + 10 }
    _ = try first.client()
    first.program.send(SIGTERM)
    #expect(try await first.program.ended() == 0)
  }

  @Test func aDeadDaemonsSocketIsTakenOver() async throws {
    let first = try await RunningDaemon.start(["--simulate"])
    first.program.send(SIGKILL)
    #expect(try await first.program.ended() == 128 + SIGKILL)
    #expect(kind(of: first.socket) == S_IFSOCK)
    let second = try await RunningDaemon.start(["--simulate"], in: first.directory)
    let client = try second.watcher()
    _ = try await client.lines("a reading") { $0.contains { $0.type == "reading" } }
    second.program.send(SIGTERM)
    #expect(try await second.program.ended() == 0)
    #expect(kind(of: second.socket) == nil)
  }

  @Test func ofManyThatStartAtOnceOneLives() async throws {
    let directory = try TemporaryDirectory()
    let programs = try (0..<5).map { _ in
      try Program("qiblad", ["--socket-dir", directory.path, "--simulate"])
    }
    try await eventually("all but one to give up") {
      programs.count { $0.status != nil } == 4
    }
    #expect(programs.compactMap(\.status) == [1, 1, 1, 1])
    let living = try #require(programs.first { $0.status == nil })
    try await eventually("the socket") { living.errors.contains("listening on") }
    _ = try StreamClient(directory.path + "/stream.sock")
    living.send(SIGTERM)
    #expect(try await living.ended() == 0)
  }

  @Test func aFileThatIsNoSocketIsLeftAlone() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("stream.sock", "dear diary")
    try await expectRefusal(directory.path, ["stream.sock", "is not a socket", "move it away"])
    #expect(try contents(of: path) == Array("dear diary".utf8))
  }

  @Test func aFolderOrALinkThatIsInTheWayIsLeftAlone() async throws {
    let directory = try TemporaryDirectory()
    let folder = try directory.directory("stream.sock")
    try await expectRefusal(directory.path, ["stream.sock", "is not a socket"])
    #expect(kind(of: folder) == S_IFDIR)

    let other = try TemporaryDirectory()
    let target = try other.file("precious", "dear diary")
    try #require(symlink(target, other.path + "/stream.sock") == 0)
    try await expectRefusal(other.path, ["stream.sock", "is not a socket"])
    #expect(kind(of: other.path + "/stream.sock") == S_IFLNK)
    #expect(try contents(of: target) == Array("dear diary".utf8))
  }

  // unix(7): an address holds 108 bytes with the zero behind it.
  @Test func aPathThatIsTooLongIsNamedWithItsLimit() async throws {
    let directory = try TemporaryDirectory()
    let long = try directory.directory(String(repeating: "x", count: 100))
    try await expectRefusal(long, ["107", "shorter directory"])
    let settings = try directory.file("one.toml", "[control]\nenabled = false\n")
    for (longest, arguments) in [
      ("control.sock", []), ("stream.sock", ["--config", settings]),
    ] {
      let length = 107 - directory.path.utf8.count - "//\(longest)".utf8.count
      let fits = try directory.directory(String(repeating: "y", count: length))
      let program = try Program("qiblad", ["--simulate", "--socket-dir", fits] + arguments)
      try await eventually("the socket") { program.errors.contains("listening on") }
      _ = try StreamClient(fits + "/\(longest)")
      program.send(SIGTERM)
      #expect(try await program.ended() == 0)
    }
  }

  @Test func aFolderThatIsNotThereIsNotMade() async throws {
    let directory = try TemporaryDirectory()
    try await expectRefusal(directory.path + "/no/such", ["is not there", "mkdir -p"])
    #expect(kind(of: directory.path + "/no") == nil)
  }

  @Test func aFileInPlaceOfTheFolderIsNamed() async throws {
    let directory = try TemporaryDirectory()
    let file = try directory.file("file", "")
    try await expectRefusal(file, ["cannot write", "Not a directory"])
  }

  // The superuser may write anywhere.
  @Test(.enabled(if: getuid() != 0, "needs a user who is not root"))
  func aFolderThatCannotBeWrittenToIsNamed() async throws {
    let directory = try TemporaryDirectory()
    let locked = try directory.directory("locked")
    try #require(chmod(locked, 0o555) == 0)
    try await expectRefusal(locked, ["cannot write", "Permission denied", "--socket-dir"])
  }

  private func expectRefusal(
    _ path: String, _ words: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let run = try await finished(
      "qiblad", ["--simulate", "--socket-dir", path], sourceLocation: sourceLocation)
    #expect(run.status == 1, sourceLocation: sourceLocation)
    #expect(run.errors.hasPrefix("<3>qiblad: "), sourceLocation: sourceLocation)
    #expect(Line.split(run.errors).count == 1, "\(run.errors)", sourceLocation: sourceLocation)
    for word in words + [path] {
      #expect(run.errors.contains(word), sourceLocation: sourceLocation)
    }
  }
}
