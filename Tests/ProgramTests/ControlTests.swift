import Glibc
import JSON
import TestFiles
import Testing

/// Commands to a running daemon, over its control socket and by `qiblactl`.
@Suite(.timeLimit(.minutes(5))) struct ControlTests {
  private static let nobody: uid_t = 65_534

  private func controller(_ daemon: RunningDaemon) throws -> StreamClient {
    try StreamClient(daemon.directory.path + "/control.sock")
  }

  /// Sends a request and returns its answer.
  private func answer(_ client: StreamClient, _ request: String) async throws -> Line {
    let count = client.lines.count { $0.type == "reply" || $0.type == "error" }
    try client.send(request + "\n")
    return try await eventually("an answer to \(request)") {
      let answers = client.lines.filter { $0.type == "reply" || $0.type == "error" }
      return answers.count > count ? answers[count] : nil
    }
  }

  private func qiblactl(_ daemon: RunningDaemon, _ words: [String]) async throws
    -> (status: Int32, output: String, errors: String)
  {
    try await finished("qiblactl", words + ["--socket-dir", daemon.directory.path])
  }

  // Sydney, Lima and New York: a minus at the beginning, in the middle, and both.
  @Test(arguments: [
    ("-33.8688,151.2093", 277.4996, "33.8688° S, 151.2093° E"),
    ("40.7128,-74.0059", 58.4817, "40.7128° N, 74.0059° W"),
    ("-12.05,-77.04", 72.0283, "12.0500° S, 77.0400° W"),
  ])
  func aPositionIsSetAndForgottenWithoutARestart(
    place: String, bearing: Double, words: String
  ) async throws {
    let daemon = try await RunningDaemon.start(["--simulate", "--position", "51.5074,-0.1278"])
    let client = try daemon.watcher()
    let set = try await qiblactl(daemon, ["position", "set", place])
    #expect(set.status == 0 && set.errors.isEmpty, "\(set)")
    #expect(set.output == "the daemon's position is \(words)\n")
    let lines = try await client.lines("the bearing from there") { lines in
      lines.last { $0.type == "qibla" }?.number("bearing_deg").map { abs($0 - bearing) < 0.01 }
        ?? false
    }
    #expect(lines.last { $0.type == "position" }?.string("status") == "manual")
    let forget = try await qiblactl(daemon, ["position", "forget", "--json"])
    #expect(forget.status == 0 && forget.output.hasPrefix(#"{"t_us":"#), "\(forget)")
    _ = try await client.lines("the bearing from London") { lines in
      lines.last { $0.type == "qibla" }?.number("bearing_deg").map { abs($0 - 118.987) < 0.01 }
        ?? false
    }
    try await eventually("the line in the log") {
      daemon.program.errors.contains("control: position set, by user \(getuid()), process")
    }
  }

  // Without another client ticks are computed some at a time.
  @Test func whatIsAcknowledgedIsThereForTheNextQuestion() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    for latitude in 40..<46 {
      let set = try await qiblactl(daemon, ["position", "set", "\(latitude).25,10"])
      #expect(set.status == 0)
      let client = try StreamClient(daemon.directory.path + "/stream.sock")
      try client.send(#"{"do":"get","topic":"position"}"# + "\n")
      let answer = try await client.lines("an answer") { $0.count == 2 }
      #expect(answer[1].text.contains("\"latitude_deg\":\(latitude).25,"), "\(answer[1].text)")
    }
  }

  @Test func withoutThePositionThatWasSetThereIsNoQibla() async throws {
    let directory = try TemporaryDirectory()
    let settings = try directory.file(
      "qiblad.toml", "[sensors]\nbus = \"none\"\n[gpsd]\nenabled = false\n")
    let daemon = try await RunningDaemon.start(
      ["--config", settings, "--state-dir", directory.path + "/none"])
    let client = try daemon.client()
    for _ in 0..<2 {
      #expect(try await qiblactl(daemon, ["position", "set", "-33.8688,151.2093"]).status == 0)
      _ = try await daemon.watcher().lines("a qibla") { $0.contains { $0.type == "qibla" } }
      let one = try await answer(client, #"{"do":"get","topic":"qibla"}"#)
      #expect(one.type == "reply", "\(one)")
      #expect(try await qiblactl(daemon, ["position", "forget"]).status == 0)
      let none = try await answer(client, #"{"do":"get","topic":"qibla"}"#)
      #expect(none.string("code") == "not_available", "\(none)")
    }
  }

  @Test func aTargetIsSetAndReset() async throws {
    let daemon = try await RunningDaemon.start(["--simulate", "--position", "51.5074,-0.1278"])
    let client = try daemon.watcher()
    let set = try await qiblactl(daemon, ["target", "set", "New York", "40.7128,-74.0059"])
    #expect(set.status == 0)
    #expect(set.output == "the pointer leads to New York (40.7128° N, 74.0059° W)\n")
    let bearing = try await qiblactl(daemon, ["bearing"])
    #expect(bearing.output.contains(" to New York:\n"), "\(bearing)")
    _ = try await client.lines("the bearing of New York") {
      $0.contains { $0.type == "qibla" && $0.text.contains(#""name":"New York""#) }
    }
    let reset = try await qiblactl(daemon, ["target", "reset"])
    #expect(reset.status == 0 && reset.output == "the pointer leads to Kaaba\n")
    _ = try await client.lines("the Qibla again") {
      $0.last { $0.type == "qibla" }?.text.contains(#""name":"Kaaba""#) == true
    }
  }

  @Test func aReloadChangesWhatItCanAndNamesTheRest() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("qiblad.toml", "[log]\nlevel = \"notice\"\n")
    let daemon = try await RunningDaemon.start(["--simulate", "--config", path])
    let client = try daemon.client()
    try client.watch(["event"])
    let text = "[log]\nlevel = \"debug\"\n[gpsd]\nenabled = false\n"
    _ = try directory.file("qiblad.toml", text)
    let reload = try await qiblactl(daemon, ["reload"])
    #expect(reload.status == 0 && reload.output == "applied: log\nafter the next start: gpsd\n")
    _ = try directory.file("qiblad.toml", "[log]\nlevle = \"debug\"\n")
    let refused = try await qiblactl(daemon, ["reload"])
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(refused.errors.contains("log.levle: unknown key; did you mean log.level?"))
    // By signal there is no answer but the log's.
    _ = try directory.file("qiblad.toml", "[log]\nlevel = \"info\"\n")
    daemon.program.send(SIGHUP)
    try await eventually("the log's line") {
      daemon.program.errors.contains("configuration reloaded: log\n")
    }
    let events = try await client.lines("an event of each") {
      $0.count { $0.string("name")?.hasPrefix("config_") == true } == 3
    }.filter { $0.string("name")?.hasPrefix("config_") == true }
    #expect(
      events.map { $0.string("name") }
        == ["config_reloaded", "config_rejected", "config_reloaded"])
    #expect(events[0].text.hasSuffix(#""applied":["log"],"restart":["gpsd"]}"#), "\(events[0])")
    #expect(events[1].text.hasSuffix(#""name":"config_rejected"}"#), "\(events[1])")
  }

  @Test func signalsThatAskForNothingEndNothing() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    let client = try daemon.watcher()
    for signal in [SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGHUP] { daemon.program.send(signal) }
    let count = client.lines.count
    _ = try await client.lines("more lines") { $0.count > count + 20 }
    daemon.program.send(SIGTERM)
    #expect(try await daemon.program.ended() == 0)
  }

  @Test func aRecordingHearsCommandsToo() async throws {
    let daemon = try await RunningDaemon.start(["--replay", Recordings.bundle, "--loop"])
    let client = try controller(daemon)
    let set = try await answer(
      client,
      #"{"id":"a","do":"position","action":"set","latitude_deg":-33.8688,"longitude_deg":151.2093}"#
    )
    #expect(set.type == "reply" && set.string("id") == "a" && set.number("t_us") != nil, "\(set)")
    let rescan = try await answer(client, #"{"do":"devices","action":"rescan"}"#)
    #expect(rescan.string("code") == "not_available")
  }

  @Test func aPositionOutlastsTheLoopOfARecording() async throws {
    let daemon = try await RunningDaemon.start(
      ["--replay", Recordings.bundle, "--loop", "--speed", "40"])
    let watcher = try daemon.watcher()
    let set = try await qiblactl(daemon, ["position", "set", "-33.8688,151.2093"])
    #expect(set.status == 0, "\(set)")
    _ = try await watcher.lines("readings of the next pass") { lines in
      guard
        let start = lines.firstIndex(where: {
          $0.type == "position" && $0.number("latitude_deg") == -33.8688
        }),
        let loop = lines[start...].firstIndex(where: { $0.string("reason") == "replay_loop" })
      else { return false }
      let bearings = lines[loop...].filter { $0.type == "reading" }.map { $0.number("qibla_deg") }
      return bearings.count > 100 && bearings.allSatisfy { $0 == 277.5 }
    }
  }

  // A cycle of references would keep 4 kB of each connection.
  @Test func quickConnectionsLeaveNoMemoryBehind() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    func connect(_ count: Int) async throws -> Int {
      for _ in 0..<count {
        let client = try StreamClient(daemon.directory.path + "/control.sock", .nothing)
        // It may be over the limit of clients, and closed already.
        try? client.send("{\"do\":\"target\",\"action\":\"reset\"}\n")
        client.close()
      }
      let last = try daemon.client()
      _ = try await answer(last, #"{"do":"ping"}"#)
      return try residentBytes(of: daemon.program.pid)
    }
    let before = try await connect(1000)
    let after = try await connect(2000)
    #expect(after - before < 4_000_000, "\(before) bytes, then \(after)")
  }

  @Test func aDaemonThatMeasuresLooksForChipsAndShowsItsMount() async throws {
    let directory = try TemporaryDirectory()
    let settings = try directory.file(
      "qiblad.toml",
      "[sensors]\nbus = \"none\"\n[gpsd]\nenabled = false\n[mount]\nboard = \"-z x -y\"\n")
    let daemon = try await RunningDaemon.start(
      ["--config", settings, "--state-dir", directory.path])
    let rescan = try await qiblactl(daemon, ["rescan"])
    #expect(rescan.status == 0 && rescan.output.contains("qiblactl devices"), "\(rescan)")
    let mount = try await qiblactl(daemon, ["mount", "show"])
    #expect(mount.status == 0 && mount.output == "magnetometer: -z x -y\ninertial: -z x -y\n")
    let set = try await qiblactl(daemon, ["position", "set", "-33.8688,151.2093"])
    #expect(set.status == 0, "\(set)")
    let lines = try await daemon.watcher().lines("the Qibla of Sydney") {
      $0.contains { $0.type == "reading" && $0.number("qibla_deg") == 277.5 }
    }
    #expect(lines.contains { $0.type == "position" && $0.string("status") == "manual" })
  }

  @Test func hapticsAreMuted() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    #expect(try await qiblactl(daemon, ["haptic", "mute"]).output == "muted\n")
    let play = try await qiblactl(daemon, ["haptic", "play", "click"])
    #expect(
      play.status == 1
        && play.errors.contains("haptics are muted; unmute it: qiblactl haptic unmute"), "\(play)")
    #expect(try await qiblactl(daemon, ["haptic", "unmute"]).output == "not muted\n")
  }

  @Test func theStreamSocketRefusesAndSaysWhere() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    let client = try daemon.client()
    let refusal = try await answer(client, #"{"id":4,"do":"position","action":"forget"}"#)
    #expect(refusal.string("code") == "not_permitted" && refusal.number("id") == 4)
    #expect(refusal.string("hint")?.contains("control.sock") == true)
  }

  @Test func withoutAControlSocketTheCommandSaysSo() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("qiblad.toml", "[control]\nenabled = false\n")
    let daemon = try await RunningDaemon.start(["--simulate", "--config", path])
    #expect(kind(of: daemon.directory.path + "/control.sock") == nil)
    let run = try await qiblactl(daemon, ["position", "forget"])
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.contains("has no control socket; set [control] enabled = true"))
    daemon.program.send(SIGTERM)
    #expect(try await daemon.program.ended() == 0)
    let none = try await qiblactl(daemon, ["reload"])
    #expect(none.status == 1 && none.errors.contains("no daemon answers"))
    #expect(none.errors.split(separator: "\n").count == 1)
  }

  @Test func theControlSocketGoesWithTheDaemon() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    let path = daemon.directory.path + "/control.sock"
    #expect(kind(of: path) == S_IFSOCK)
    daemon.program.send(SIGTERM)
    #expect(try await daemon.program.ended() == 0)
    #expect(kind(of: path) == nil)
  }

  @Test(
    .enabled(
      if: Program.canRunAsAnotherUser, "needs root, setpriv(1) and programs that others reach"))
  func anotherUserReadsTheStreamAndControlsNothing() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    #expect(chmod(daemon.directory.path, 0o755) == 0)
    func asNobody(_ words: [String]) async throws -> (
      status: Int32, output: String, errors: String
    ) {
      try await finished(
        "/usr/bin/setpriv",
        ["--reuid", "\(Self.nobody)", "--clear-groups", Program.folder + "/qiblactl"] + words
          + ["--socket-dir", daemon.directory.path])
    }
    let command = try await asNobody(["position", "set", "1,2"])
    #expect(command.status == 1 && command.errors.contains("may not control the daemon"))
    let bearing = try await asNobody(["bearing"])
    #expect(!bearing.errors.contains("no daemon answers"), "\(bearing)")
  }

  @Test(
    .enabled(
      if: Program.canRunAsAnotherUser, "needs root, setpriv(1) and programs that others reach"))
  func theSettingLimitsTheConnectionsOfAnotherUser() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("qiblad.toml", "[stream]\nclients_per_user = 1\n")
    let daemon = try await RunningDaemon.start(["--simulate", "--config", path])
    #expect(chmod(daemon.directory.path, 0o755) == 0)
    let script = """
      "$0" watch reading --json --socket-dir "$1" > /dev/null 2>&1 &
      for i in $(seq 100); do
        "$0" status --socket-dir "$1" 2>&1 | grep "has 1 connections already" && break
        sleep 0.1
      done
      kill $!
      """
    let run = try await finished(
      "/usr/bin/setpriv",
      [
        "--reuid", "\(Self.nobody)", "--clear-groups", "/bin/sh", "-c", script,
        Program.folder + "/qiblactl", daemon.directory.path,
      ])
    #expect(run.output.contains("user \(Self.nobody) has 1 connections already"), "\(run)")
    try await eventually("the line in the log") {
      daemon.program.errors.contains("see [stream] clients_per_user")
    }
  }

  @Test(
    .enabled(
      if: Program.canRunAsAnotherUser, "needs root, setpriv(1) and programs that others reach"))
  func aMemberOfTheGroupControls() async throws {
    let directory = try TemporaryDirectory()
    // The group of nobody is there on every Debian.
    let path = try directory.file("qiblad.toml", "[control]\ngroup = \"nogroup\"\n")
    let daemon = try await RunningDaemon.start(["--simulate", "--config", path])
    #expect(chmod(daemon.directory.path, 0o755) == 0)
    let run = try await finished(
      "/usr/bin/setpriv",
      [
        "--reuid", "54321", "--regid", "54321", "--groups", "\(Self.nobody)",
        Program.folder + "/qiblactl", "position", "set", "1,2", "--socket-dir",
        daemon.directory.path,
      ])
    #expect(run.status == 0, "\(run)")
    try await eventually("the line in the log") {
      daemon.program.errors.contains("control: position set, by user 54321, process")
    }
  }

  @Test(
    .enabled(
      if: Program.canRunAsAnotherUser, "needs root, setpriv(1) and programs that others reach"))
  func aGroupThatTheDaemonIsNotInStopsTheStartAndLeavesNothing() async throws {
    let directory = try TemporaryDirectory()
    let sockets = try directory.directory("sockets")
    #expect(chmod(directory.path, 0o755) == 0 && chown(sockets, 54_321, 54_321) == 0)
    let path = try directory.file("qiblad.toml", "[control]\ngroup = \"nogroup\"\n")
    let run = try await finished(
      "/usr/bin/setpriv",
      [
        "--reuid", "54321", "--regid", "54321", "--clear-groups", Program.folder + "/qiblad",
        "--simulate", "--socket-dir", sockets, "--config", path,
      ])
    #expect(run.status == 1 && run.errors.contains("make the daemon's user a member"), "\(run)")
    #expect(entries(of: sockets).isEmpty)
  }

  @Test func aGroupThatIsNotThereStopsTheStart() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("qiblad.toml", "[control]\ngroup = \"no-such-group\"\n")
    let run = try await finished(
      "qiblad", ["--simulate", "--socket-dir", directory.path, "--config", path])
    #expect(run.status == 78 && run.errors.contains("groupadd --system no-such-group"), "\(run)")
    #expect(!directory.names.contains { $0.hasSuffix(".sock") })
  }

  @Test func garbageOnTheControlSocketHarmsNobody() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    let other = try daemon.watcher()
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20 {
      let noise = (0..<3000).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let client = try controller(daemon)
      // Whatever the daemon makes of it, it may close the connection meanwhile.
      try? client.send(String(decoding: noise, as: UTF8.self) + "\n")
    }
    // Gone before the answer, many at once, and twice the same.
    for _ in 0..<50 {
      let client = try controller(daemon)
      try client.send(#"{"do":"target","action":"reset"}"# + "\n")
      client.close()
    }
    let clients = [try controller(daemon), try controller(daemon)]
    for client in clients {
      try client.send(
        String(repeating: "{\"do\":\"position\",\"action\":\"forget\"}\n", count: 100))
    }
    for client in clients {
      let lines = try await client.lines("every answer") {
        $0.count { $0.type == "reply" || $0.type == "error" } == 100
      }
      #expect(lines.filter { $0.type == "error" }.allSatisfy { $0.string("code") == "busy" })
    }
    let count = other.lines.count
    _ = try await other.lines("more lines") { $0.count > count + 20 }
    daemon.program.send(SIGTERM)
    #expect(try await daemon.program.ended() == 0)
  }

  @Test(arguments: [
    ["position", "set"], ["position", "set", "91,0"], ["position", "set", "abc"],
    ["position", "set", "1"], ["position", "set", "1,2,3,4"], ["position", "set", "1,2", "--frob"],
    ["position", "set", "1,2", "--error", "-1"], ["position", "forget", "now"],
    ["target", "set", "Home"], ["target", "set", "", "1,2"], ["target", "set", "a\nb", "1,2"],
    ["reload", "now"], ["haptic", "play"],
  ])
  func aWrongCommandLineIsAUsageError(words: [String]) async throws {
    let run = try await finished("qiblactl", words)
    #expect(run.status == 64 && run.output.isEmpty, "\(run)")
  }

  @Test func theConfigurationIsChecked() async throws {
    let directory = try TemporaryDirectory()
    let good = try directory.file("good.toml", "[log]\nlevel = \"debug\"\n")
    let run = try await finished("qiblad", ["--check-config", "--config", good])
    #expect(run.status == 0 && run.output == "\(good): no errors\n" && run.errors.isEmpty)
    let bad = try directory.file(
      "bad.toml",
      "[log]\nlevle = \"debug\"\nlevel = 7\n[control]\ngroup = \"no-such-group\"\n[gpsd]\nport = 0\n"
    )
    let errors = try await finished("qiblad", ["--check-config", "--config", bad])
    #expect(errors.status == 1 && errors.output.isEmpty)
    let lines = errors.errors.split(separator: "\n")
    #expect(lines.count == 3, "\(errors.errors)")
    for key in ["log.levle", "log.level: 7", "gpsd.port: 0"] {
      #expect(lines.count { $0.hasPrefix("qiblad: \(bad): ") && $0.contains(key) } == 1, "\(key)")
    }
    let missing = try await finished("qiblad", ["--check-config", "--config", "/no/such/file"])
    #expect(missing.status == 1 && missing.errors.contains("/no/such/file"))
    let other = try directory.file(
      "other.toml",
      "[control]\ngroup = \"no-such-group\"\n[sensors]\nchips = \"nochip@0x1E\"\n"
        + "[north]\ncoefficients = \"/no/such.COF\"\n")
    let named = try await finished("qiblad", ["--check-config", "--config", other])
    #expect(named.status == 1 && named.errors.split(separator: "\n").count == 3, "\(named)")
    for line in [
      "control.group: there is no group \"no-such-group\"",
      "sensors.chips: there is no driver \"nochip\"",
      "north.coefficients: /no/such.COF: there is no such file",
    ] {
      #expect(named.errors.contains("qiblad: \(other): \(line)"), "\(named)")
    }
  }
}
