import TestFiles
import Testing

/// What the commands say where a daemon runs and cannot be asked.
@Suite(.timeLimit(.minutes(5))) struct RefusedDaemonTests {
  @Test(arguments: [
    ["status"], ["watch", "--count", "1"], ["watch", "--json", "--no-reconnect"], ["bearing"],
    ["devices"], ["doctor"],
  ])
  func aDaemonOfAnotherProtocolIsNamedAndNothingOfItShown(command: [String]) async throws {
    let daemon = try FakeDaemon()
    let hello =
      #"{"type":"hello","protocol":{"major":2,"minor":0},"server":"qiblad","version":"9.9.9","#
      + #""run_id":"a","replay":false,"simulated":false}"# + "\n"
    let program = try Program("qiblactl", command + ["--socket-dir", daemon.directory.path])
    try await eventually("a connection") { daemon.serve(Array(hello.utf8)) > 0 }
    #expect(try await program.ended() == 1)
    #expect(
      program.errors
        == "qiblactl: \(daemon.directory.path)/stream.sock: the daemon uses version 2 of the protocol, "
        + "this program version 1; install the same release of both\n")
    #expect(program.output.isEmpty)
  }

  // The kernel accepts for a process that is stopped.
  @Test func doctorAndDevicesNameADaemonThatDoesNotAnswer() async throws {
    let silent = try FakeDaemon()
    let config = try silent.directory.file("q.toml", "[sensors]\nbus = \"no such adapter\"\n")
    let place = ["--config", config, "--socket-dir", silent.directory.path]
    let doctor = try await finished("qiblactl", ["doctor"] + place)
    #expect(
      doctor.output.hasPrefix(
        "FAULT    daemon: the daemon does not answer (\(silent.directory.path)/stream.sock)"),
      "\(doctor.output)")
    #expect(doctor.status == 1)
    let devices = try await finished("qiblactl", ["devices"] + place)
    #expect(devices.errors.contains("/stream.sock: the daemon does not answer"))
  }

  @Test(arguments: [["--json"], []])
  func withoutReconnectWatchEndsWhereTheDaemonDoesNotAnswer(view: [String]) async throws {
    let silent = try FakeDaemon()
    let run = try await finished(
      "qiblactl", ["watch", "--no-reconnect", "--socket-dir", silent.directory.path] + view)
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(
      run.errors
        == "qiblactl: \(silent.directory.path)/stream.sock: the daemon does not answer\n")
  }
}
