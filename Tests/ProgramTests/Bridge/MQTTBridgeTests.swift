import Glibc
import JSON
import TestFiles
import TestReceiver
import Testing

/// `qibla-bridge mqtt` and `fleet` with a real broker, through what happens to it.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(
    if: Broker.isThere, "needs a broker: apt-get install mosquitto mosquitto-clients"))
struct MQTTBridgeTests {
  private func bridge(
    _ daemon: RunningDaemon, _ broker: Broker, _ arguments: [String] = []
  ) throws -> BridgeProgram {
    try BridgeProgram(
      ["mqtt", "--broker", broker.address, "--id", "a"] + arguments,
      socketDirectory: daemon.directory.path)
  }

  private func fleet(
    _ broker: Broker, _ arguments: [String] = []
  ) async throws -> (status: Int32, output: String, errors: String) {
    try await finished("qibla-bridge", ["fleet", "--broker", broker.address] + arguments)
  }

  @Test func aLateSubscriberGetsTheConditionAndReadingsFollow() async throws {
    let (daemon, broker) = (try await BridgeProgram.daemon(), try Broker())
    let running = try await broker.start()
    let name = "M\"\\\u{1}é مكة"
    let bridge = try bridge(daemon, broker, ["--name", name, "--home-assistant", "--rate", "5"])
    let early = try await broker.subscriber()
    _ = try await early.message("qiblad/a/reading")
    _ = try await early.message("qiblad/a/state") { $0.payload.number("error68_deg") != nil }
    let late = try await broker.subscriber()
    for topic in ["availability", "info", "state", "qibla"] {
      #expect(try await late.message("qiblad/a/\(topic)").isRetained, "\(topic)")
    }
    #expect(try await late.message("qiblad/a/availability").payload.text == "online")
    #expect(try await late.message("qiblad/a/info").payload.string("name") == name)
    let config = try await late.message("homeassistant/sensor/a/heading/config")
    #expect(config.isRetained && config.payload["device"]?["name"]?.string == name)
    let reading = try await late.message("qiblad/a/reading")
    #expect(!reading.isRetained && reading.payload.string("north") == "true")
    // The position is sent by none of them: not by name, not by its digits, and not by the exact Qibla. A heading
    // with one decimal may have any digits, so the digits looked for are more than it has. The time of a message may
    // have any digits too ("11:02:51.503Z"), so it is left out.
    for message in late.messages + early.messages {
      let text = message.payload.text.replacing(/"time":"[0-9T:.-]+Z"/, with: "")
      for secret in ["latitude", "longitude", "distance", "51.50", "-0.12", "118.98"] {
        #expect(!text.contains(secret), "\(message.topic)")
      }
      if let qibla = message.payload.number("qibla_deg") {
        #expect(qibla == qibla.rounded(), "\(message.topic)")
      }
    }
    try await bridge.end()
    _ = try await late.message("qiblad/a/availability") { $0.payload.text == "offline" }
    withExtendedLifetime(running) {}
  }

  @Test func onRequestThePositionIsSent() async throws {
    let (daemon, broker) = (try await BridgeProgram.daemon(), try Broker())
    let running = try await broker.start()
    let bridge = try bridge(daemon, broker, ["--position"])
    let subscriber = try await broker.subscriber()
    let position = try await subscriber.message("qiblad/a/position")
    #expect(position.payload.number("latitude_deg") == 51.5074)
    let qibla = try await subscriber.message("qiblad/a/qibla")
    // The distance of London from the Kaaba on the ellipsoid, as docs/protocol.md has it.
    #expect(qibla.payload.number("distance_km") == 4794.753)
    try await bridge.end()
    withExtendedLifetime(running) {}
  }

  @Test func aBridgeThatIsKilledIsReportedByItsLastWill() async throws {
    let (daemon, broker) = (try await BridgeProgram.daemon(), try Broker())
    let running = try await broker.start()
    let bridge = try bridge(daemon, broker)
    let subscriber = try await broker.subscriber()
    _ = try await subscriber.message("qiblad/a/availability") { $0.payload.text == "online" }
    bridge.program.send(SIGKILL)
    _ = try await bridge.program.ended()
    try await eventually("the last will") {
      subscriber.messages.last { $0.topic == "qiblad/a/availability" }?.payload.text == "offline"
    }
    withExtendedLifetime(running) {}
  }

  @Test func aDaemonThatDiesMakesTheDeviceUnavailableUntilItIsBack() async throws {
    let broker = try Broker()
    let running = try await broker.start()
    let directory = try TemporaryDirectory()
    let daemon = try await BridgeProgram.daemon(in: directory)
    let bridge = try bridge(daemon, broker)
    let subscriber = try await broker.subscriber("qiblad/a/availability")
    func isEventually(_ text: String) async throws {
      try await eventually(text) { subscriber.messages.last?.payload.text == text }
    }
    try await isEventually("online")
    daemon.program.send(SIGKILL)
    try await isEventually("offline")
    let next = try await BridgeProgram.daemon(in: directory)
    try await isEventually("online")
    try await bridge.end()
    withExtendedLifetime((running, next)) {}
  }

  // Without a position the daemon sends no `qibla`, and says nothing of the one of an earlier run.
  @Test func aQiblaThatHoldsNoLongerIsRemovedFromTheBroker() async throws {
    let broker = try Broker()
    let running = try await broker.start()
    let directory = try TemporaryDirectory()
    let settings = try directory.file(
      "qiblad.toml", "[sensors]\nbus = \"none\"\n[gpsd]\nenabled = false\n")
    func daemon(_ states: String, _ arguments: [String] = []) async throws -> RunningDaemon {
      let own = ["--config", settings, "--state-dir", try directory.directory(states)]
      return try await RunningDaemon.start(own + arguments, in: directory)
    }
    let first = try await daemon("first", ["--position", "51.5074,-0.1278"])
    let bridge = try bridge(first, broker)
    let early = try await broker.subscriber("qiblad/a/qibla")
    _ = try await early.message("qiblad/a/qibla")
    first.program.send(SIGKILL)
    _ = try await first.program.ended()
    let second = try await daemon("second")
    try await eventually("the removal") {
      String(decoding: early.program.output, as: UTF8.self).contains(" qiblad/a/qibla \n")
    }
    let late = try await broker.subscriber()
    _ = try await late.message("qiblad/a/state")
    #expect(!late.messages.contains { $0.topic == "qiblad/a/qibla" })
    try await bridge.end()
    withExtendedLifetime((running, second)) {}
  }

  @Test func aBrokerThatIsAbsentAndRestartsGetsEverythingAgain() async throws {
    let (daemon, broker) = (try await BridgeProgram.daemon(), try Broker())
    let bridge = try bridge(daemon, broker)
    try await bridge.prints("broker \(broker.address): Connection refused; retrying")
    for _ in 0..<2 {
      let running = try await broker.start()
      let subscriber = try await broker.subscriber()
      // It has no memory of what was retained: everything comes from the bridge.
      for topic in ["info", "state", "qibla", "reading"] {
        _ = try await subscriber.message("qiblad/a/\(topic)")
      }
      _ = try await subscriber.message("qiblad/a/availability") { $0.payload.text == "online" }
      running.send(SIGKILL)
      _ = try await running.ended()
    }
    #expect(bridge.program.status == nil, "\(bridge.program.errors)")
    try await bridge.end()
  }

  // The subscriber's session outlives the broker, as that of a logger does.
  @Test func anEventThatHappensWithoutABrokerIsDeliveredLater() async throws {
    let memory = try TemporaryDirectory()
    let broker = try Broker(settings: [
      "allow_anonymous true", "persistence true", "persistence_location \(memory.path)/",
    ])
    let session = ["-c", "-i", "logger"]
    var running = try await broker.start()
    let early = try await broker.subscriber("qiblad/a/event", session)
    early.program.send(SIGTERM)
    _ = try await early.program.ended()
    running.send(SIGTERM)
    _ = try await running.ended()
    let daemon = try await BridgeProgram.daemon()
    let client = try daemon.client()
    try client.watch(["event"])
    let bridge = try bridge(daemon, broker)
    let event = try await client.lines("an event") { $0.contains { $0.type == "event" } }
    running = try await broker.start()
    let late = try await broker.subscriber("qiblad/a/event", session)
    let name = event.first { $0.type == "event" }?.string("name")
    _ = try await late.message("qiblad/a/event") { $0.payload.string("name") == name }
    try await bridge.end()
  }

  // It keeps its connections and reads nothing; what that costs is in BrokerThreadTests. From London it is 118.99°
  // (docs/protocol.md), from New York 58.48° (docs/position.md); without --position whole degrees are sent.
  @Test func aBrokerThatHangsGetsTheNewestBearingLater() async throws {
    let (daemon, broker) = (try await BridgeProgram.daemon(), try Broker())
    let running = try await broker.start()
    let bridge = try bridge(daemon, broker, ["--rate", "60"])
    let early = try await broker.subscriber("qiblad/a/qibla")
    _ = try await early.message("qiblad/a/qibla") { $0.payload.number("bearing_deg") == 119 }
    running.send(SIGSTOP)
    let set = try await finished(
      "qiblactl",
      ["position", "set", "40.7128,-74.0059", "--socket-dir", daemon.directory.path])
    try #require(set.status == 0, "\(set)")
    running.send(SIGCONT)
    _ = try await early.message("qiblad/a/qibla") { $0.payload.number("bearing_deg") == 58 }
    let late = try await broker.subscriber("qiblad/a/qibla")
    let kept = try await late.message("qiblad/a/qibla")
    #expect(kept.isRetained && kept.payload.number("bearing_deg") == 58)
    try await bridge.end()
  }

  @Test func aWrongPasswordIsNamedAndTheRightOneIsAccepted() async throws {
    let daemon = try await BridgeProgram.daemon()
    let passwords = try daemon.directory.file("passwords", "user:secret\n")
    let hashed = try await finished("/usr/bin/mosquitto_passwd", ["-U", passwords])
    try #require(hashed.status == 0, "\(hashed)")
    let broker = try Broker(settings: ["allow_anonymous false", "password_file \(passwords)"])
    let running = try await broker.start()
    let right = try daemon.directory.file("right", "secret\n")
    let wrong = try daemon.directory.file("wrong", "guess\n")
    let refused = try bridge(daemon, broker, ["--user", "user", "--password-file", wrong])
    try await refused.prints("not authorised")
    try await refused.prints("other users can read \(wrong); chmod 600 \(wrong)")
    let anonymous = try await fleet(broker)
    #expect(anonymous.status == 1 && anonymous.errors.contains("not authorised"), "\(anonymous)")
    let accepted = try bridge(daemon, broker, ["--user", "user", "--password-file", right])
    try await accepted.prints("connected to the broker")
    let list = try await fleet(
      broker, ["--user", "user", "--password-file", right, "--wait", "20"])
    #expect(list.status == 0 && list.output.contains("\na  "), "\(list)")
    try await refused.end()
    try await accepted.end()
    withExtendedLifetime(running) {}
  }

  @Test(.enabled(if: access("/usr/bin/openssl", X_OK) == 0, "needs openssl"))
  func theBrokersCertificateIsChecked() async throws {
    let daemon = try await BridgeProgram.daemon()
    let folder = daemon.directory.path
    for name in ["own", "other"] {
      let made = try await finished(
        "/usr/bin/openssl",
        [
          "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
          "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "\(folder)/\(name).key", "-out",
          "\(folder)/\(name).pem",
        ])
      try #require(made.status == 0, "\(made)")
    }
    let broker = try Broker(settings: [
      "allow_anonymous true", "certfile \(folder)/own.pem", "keyfile \(folder)/own.key",
    ])
    let running = try await broker.start()
    let trusting = try bridge(daemon, broker, ["--ca-file", "\(folder)/own.pem"])
    try await trusting.prints("connected to the broker")
    for arguments in [["--ca-file", "\(folder)/other.pem"], ["--tls"], []] {
      let refusing = try bridge(daemon, broker, arguments)
      try await refusing.prints("retrying")
      #expect(!refusing.program.errors.contains("connected to the broker"))
      try await refusing.end()
    }
    let list = try await fleet(broker, ["--ca-file", "\(folder)/own.pem"])
    #expect(list.status == 0 && list.output.contains("\na  "), "\(list)")
    try await trusting.end()
    withExtendedLifetime(running) {}
  }

  @Test func aServerThatIsNoBrokerIsTriedAgain() async throws {
    let daemon = try await BridgeProgram.daemon()
    let port = try RealGPSD.freePort()
    let server = try LoopbackSocket.server(port: port)
    let bridge = try BridgeProgram(
      ["mqtt", "--broker", "127.0.0.1:\(port)", "--id", "a"],
      socketDirectory: daemon.directory.path)
    for answer in ["HTTP/1.1 400 Bad Request\r\n\r\n", "\u{20}\u{2}\u{0}\u{1}"] {
      let connection = try await eventually("a connection") { server.accepted() }
      // The second is a refusal: another version of MQTT (MQTT 3.1.1, table 3.1).
      connection.send(answer)
      try await eventually("the end of the connection") {
        connection.isClosed || !connection.received.isEmpty
      }
    }
    try await bridge.prints("retrying")
    #expect(bridge.program.status == nil)
    try await bridge.end()
  }

  @Test func aBrokerThatNeverAnswersDoesNotKeepItFromEnding() async throws {
    let daemon = try await BridgeProgram.daemon()
    let port = try RealGPSD.freePort()
    let server = try LoopbackSocket.server(port: port)
    let bridge = try BridgeProgram(
      ["mqtt", "--broker", "127.0.0.1:\(port)"], socketDirectory: daemon.directory.path)
    try await bridge.prints("connected to qiblad")
    try await bridge.end()
    let list = try await finished(
      "qibla-bridge", ["fleet", "--broker", "127.0.0.1:\(port)", "--wait", "1"])
    #expect(list.status == 1 && list.errors.contains("it does not answer"), "\(list)")
    withExtendedLifetime(server) {}
  }

  @Test func theFleetIsListedWithWhatIsWrong() async throws {
    let (daemon, broker) = (try await BridgeProgram.daemon(), try Broker())
    let running = try await broker.start()
    let empty = try await fleet(broker)
    #expect(empty.status == 0 && empty.output.hasSuffix("\n0 devices\n"), "\(empty)")
    let first = try bridge(daemon, broker, ["--name", "Main hall"])
    let second = try BridgeProgram(
      ["mqtt", "--broker", broker.address, "--id", "b"], socketDirectory: daemon.directory.path)
    let subscriber = try await broker.subscriber()
    for id in ["a", "b"] { _ = try await subscriber.message("qiblad/\(id)/state") }
    try await second.end()
    let list = try await fleet(broker)
    #expect(list.output.contains("Main hall") && list.output.contains("offline"), "\(list)")
    #expect(try await fleet(broker, ["--check"]).status == 1)
    let lines = Line.split(try await fleet(broker, ["--json"]).output)
    #expect(lines.map { $0.string("id") } == ["a", "b"])
    #expect(lines.map { $0.flag("online") } == [true, false])
    #expect(lines[0].number("age_s") != nil && lines[0].string("version") != nil)
    try await first.end()
    withExtendedLifetime(running) {}
  }

  @Test func aCheckThatSeesNoDeviceFailsAndSaysSo() async throws {
    let broker = try Broker()
    let running = try await broker.start()
    let checked = try await fleet(broker, ["--check"])
    #expect(checked.status == 1 && checked.output.hasSuffix("\n0 devices\n"), "\(checked)")
    #expect(checked.errors.contains("has no message of a device under qiblad/"), "\(checked)")
    withExtendedLifetime(running) {}
  }

  @Test func aSubscriptionThatTheBrokerRefusesIsAnError() async throws {
    let port = try RealGPSD.freePort()
    let server = try LoopbackSocket.server(port: port)
    let program = try Program("qibla-bridge", ["fleet", "--broker", "127.0.0.1:\(port)"])
    let connection = try await eventually("a connection") { server.accepted() }
    // MQTT 3.1.1, 3.2 and 3.9: the connection is accepted, the first subscription granted, the second refused.
    connection.send([0x20, 2, 0, 0])
    try await eventually("a subscription") { connection.received.contains("qiblad/+/state") }
    connection.send([0x90, 3, 0, 1, 0])
    connection.send([0x90, 3, 0, 2, 128])
    #expect(try await program.ended() == 1)
    #expect(program.errors.contains("it refuses the subscription"), "\(program.errors)")
  }

  @Test(arguments: [
    (["--broker", ""], "'' is not HOST or HOST:PORT"), (["--id", "a/b"], "'a/b' is not 1 to 64"),
    (["--topic-prefix", "a/#"], "must not have +, #"), (["--password-file", "x"], "needs --user"),
    (["--cert-file", "x", "--tls"], "--cert-file and --key-file are given together"),
    (["--rate", "61"], "--rate: 61.0 is not above 0 and up to 60"),
  ])
  func aWrongOptionIsNamed(arguments: [String], message: String) async throws {
    let run = try await finished("qibla-bridge", ["mqtt"] + arguments)
    #expect(run.status == 64 && run.errors.contains(message), "\(run)")
  }

  @Test(arguments: ["--ca-file", "--password-file"])
  func aFileThatCannotBeReadIsNamed(option: String) async throws {
    let run = try await finished(
      "qibla-bridge", ["mqtt", "--user", "u", option, "/nowhere/file"])
    #expect(run.status == 1 && run.errors.contains("/nowhere/file: No such file"), "\(run)")
  }
}
