import Glibc
import TestFiles
import Testing

/// A calibration file that cannot be used: one line that says what and what to do, and status 1.
@Suite(.timeLimit(.minutes(5))) struct CalibrationFileTests {
  private func expectFailure(
    _ path: String, _ words: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let run = try await finished(
      "qiblactl", ["replay", Recordings.bundle, "--calibration", path],
      sourceLocation: sourceLocation)
    #expect(run.status == 1 && run.output.isEmpty, sourceLocation: sourceLocation)
    #expect(run.errors.hasPrefix("qiblactl: \(path): "), sourceLocation: sourceLocation)
    #expect(Line.split(run.errors).count == 1, "\(run.errors)", sourceLocation: sourceLocation)
    for word in words {
      #expect(run.errors.contains(word), "\(run.errors)", sourceLocation: sourceLocation)
    }
  }

  @Test func whatCannotBeReadIsNamed() async throws {
    let directory = try TemporaryDirectory()
    try await expectFailure(directory.path + "/none.json", ["no such file", "check the path"])
    try await expectFailure(directory.path, ["is a directory", "name the file"])
    try await expectFailure("/dev/zero", ["too large", "65536 bytes"])
  }

  @Test func aNamedPipeThatNobodyWritesToDoesNotHang() async throws {
    let directory = try TemporaryDirectory()
    let pipe = directory.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    try await expectFailure(pipe, ["not a calibration"])
  }
}
