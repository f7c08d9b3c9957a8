import Glibc
import TestFiles
import Testing

/// A directory in `/tmp` with another user's number in its name, made by somebody else.
///
/// One after the other: the directory is the same for all.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ForeignDirectoryTests {
  /// A user of whom nothing else is likely to be on this machine, and who cannot be mistaken for nobody.
  private static let user: uid_t = 54_321
  private static let nobody: uid_t = 65_534
  private static let path = "/tmp/qiblad-\(user)"
  private static let isPossible = Program.canRunAsAnotherUser && kind(of: path) == nil

  @Test(
    .enabled(
      if: isPossible,
      "needs root, setpriv(1), programs that others reach and no directory of user 54321 in /tmp"))
  func noClientBelievesAnothersSocketAndNoDaemonUsesAnothersDirectory() async throws {
    try #require(mkdir(Self.path, 0o755) == 0)
    defer { rmdir(Self.path) }
    let liar = try Program("qiblad", ["--simulate", "--socket-dir", Self.path])
    try await eventually("the liar's socket") { liar.errors.contains("listening on") }
    try #require(chown(Self.path, Self.nobody, Self.nobody) == 0)
    let client = try await asUser("qiblactl", ["watch", "--no-reconnect", "reading"])
    #expect(client.status == 1 && client.output.isEmpty)
    #expect(client.errors.contains("not trusted: \(Self.path) belongs to user \(Self.nobody)"))
    let daemon = try await asUser("qiblad", ["--simulate", "--config", "/dev/null"])
    #expect(daemon.status == 1)
    #expect(
      daemon.errors.contains("it belongs to user \(Self.nobody); name another with --socket-dir"))
    #expect(daemon.errors.contains("XDG_RUNTIME_DIR"))
    // The same socket in the user's own directory is believed.
    try #require(chown(Self.path, Self.user, Self.user) == 0)
    let believer = try Program(
      "/usr/bin/setpriv", Self.asUser("qiblactl", ["watch", "--no-reconnect", "reading"]))
    try await eventually("a reading") { !believer.output.isEmpty }
    liar.send(SIGTERM)
    #expect(try await liar.ended() == 0)
  }

  private func asUser(
    _ program: String, _ arguments: [String]
  ) async throws -> (status: Int32, output: String, errors: String) {
    try await finished("/usr/bin/setpriv", Self.asUser(program, arguments))
  }

  private static func asUser(_ program: String, _ arguments: [String]) -> [String] {
    ["--reuid", "\(user)", "--clear-groups", Program.folder + "/" + program] + arguments
  }
}
