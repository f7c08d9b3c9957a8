import Glibc
import TestFiles
import TestReceiver
import Testing

/// `qibla-bridge nmea`: its outputs, and what happens to them.
@Suite(.timeLimit(.minutes(5))) struct NMEABridgeTests {
  @Test func aSimulatedHeadingIsPassedOnOnlyOnRequest() async throws {
    let daemon = try await BridgeProgram.daemon()
    let refusing = try BridgeProgram(["nmea"], socketDirectory: daemon.directory.path)
    let bridge = try BridgeProgram(
      ["nmea", "--rate", "60"] + BridgeProgram.anyHeading, socketDirectory: daemon.directory.path)
    try await refusing.prints("--allow-simulated passes it on")
    try await eventually("sixty sentences") { bridge.lines.count > 60 }
    #expect(refusing.lines.isEmpty)
    let whole = bridge.lines.dropLast()
    #expect(whole.allSatisfy(isSentence), "\(whole.first { !isSentence($0) } ?? "")")
    for kind in ["$HCHDG,", "$HCHDM,", "$HCHDT,", "$HCTHS,", "$HCROT,"] {
      #expect(whole.contains { $0.hasPrefix(kind) }, "\(kind)")
    }
    #expect(whole.filter { $0.hasPrefix("$HCTHS") }.allSatisfy { $0.contains(",S*") })
    try await bridge.end()
    try await refusing.end()
  }

  @Test func withoutASensorNothingIsSentButWhatSaysSo() async throws {
    let directory = try TemporaryDirectory()
    let settings = try directory.file(
      "qiblad.toml", "[sensors]\nbus = \"none\"\n[gpsd]\nenabled = false\n")
    let daemon = try await RunningDaemon.start(
      ["--config", settings, "--state-dir", directory.path], in: directory)
    let silent = try BridgeProgram(["nmea"], socketDirectory: daemon.directory.path)
    let bridge = try BridgeProgram(["nmea", "--send-invalid"], socketDirectory: directory.path)
    try await eventually("ten sentences") { bridge.lines.count > 10 }
    #expect(bridge.lines.dropLast().allSatisfy { $0 == "$HCTHS,,V*12" })
    try await silent.prints("no heading is sent: the status is unavailable; No values arrive")
    #expect(silent.lines.isEmpty)
  }

  @Test(arguments: [false, true])
  func theEndOfTheBridgeIsAnInvalidHeadingWhereThatIsAskedFor(isAsked: Bool) async throws {
    let daemon = try await BridgeProgram.daemon()
    let bridge = try BridgeProgram(
      ["nmea"] + (isAsked ? ["--send-invalid"] : []) + BridgeProgram.anyHeading,
      socketDirectory: daemon.directory.path)
    try await eventually("headings") {
      bridge.lines.contains { $0.hasPrefix("$HCTHS,") && $0.contains(",S*") }
    }
    try await bridge.end()
    if isAsked {
      try await eventually("an end") { bridge.lines.last == "$HCTHS,,V*12" }
    } else {
      #expect(!bridge.lines.contains("$HCTHS,,V*12"))
    }
  }

  @Test func aDaemonThatComesLaterAndComesBackIsFound() async throws {
    let directory = try TemporaryDirectory()
    let bridge = try BridgeProgram(
      ["nmea"] + BridgeProgram.anyHeading, socketDirectory: directory.path)
    try await bridge.prints("no daemon answers")
    for _ in 0..<2 {
      let count = bridge.lines.count
      let daemon = try await BridgeProgram.daemon(in: directory)
      try await eventually("sentences") { bridge.lines.count > count + 5 }
      daemon.program.send(SIGKILL)
      _ = try await daemon.program.ended()
      try await bridge.prints("waiting for it")
    }
    #expect(bridge.program.errors.split(separator: "\n").count < 12, "\(bridge.program.errors)")
    try await bridge.end()
  }

  @Test func aClosedStandardOutputEndsItQuietly() async throws {
    let daemon = try await BridgeProgram.daemon()
    for arguments in [["nmea"] + BridgeProgram.anyHeading, ["nmea"], ["signalk"]] {
      let pipe = try PipeEnds()
      let bridge = try BridgeProgram(
        arguments, socketDirectory: daemon.directory.path, output: .descriptor(pipe.writing))
      pipe.closeWriting()
      try await bridge.prints("connected to qiblad")
      pipe.closeReading()
      #expect(try await bridge.program.ended() == 0)
      #expect(!bridge.program.errors.contains("cannot"), "\(bridge.program.errors)")
    }
  }

  // Nothing is written that would fail: the headings are simulated, and not allowed.
  @Test func aSocketForStandardOutputThatIsClosedEndsItQuietly() async throws {
    let daemon = try await BridgeProgram.daemon()
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    let bridge = try BridgeProgram(
      ["nmea"], socketDirectory: daemon.directory.path, output: .descriptor(ends[1]))
    close(ends[1])
    try await bridge.prints("connected to qiblad")
    close(ends[0])
    #expect(try await bridge.program.ended() == 0)
  }

  @Test func aReaderThatTakesNothingDoesNotKeepItFromEnding() async throws {
    let daemon = try await BridgeProgram.daemon()
    let pipe = try PipeEnds()
    let bridge = try BridgeProgram(
      ["nmea", "--rate", "60"] + BridgeProgram.anyHeading, socketDirectory: daemon.directory.path,
      output: .descriptor(pipe.writing))
    var waiting: Int32 = 0
    // A pipe holds 64 KiB (pipe(7)); the last PIPE_BUF bytes of it may stay free.
    try await eventually("a full pipe") {
      ioctl(pipe.reading, UInt(FIONREAD), &waiting) == 0 && waiting > 60_000
    }
    try await bridge.end()
  }

  // The second is the broadcast address of 127.0.0.0/8.
  @Test(arguments: ["127.0.0.1", "127.255.255.255"])
  func datagramsArrive(host: String) async throws {
    let (daemon, port) = (try await BridgeProgram.daemon(), try RealGPSD.freePort())
    let receiver = try LoopbackSocket.receiver(port: port)
    let bridge = try BridgeProgram(
      ["nmea", "--udp", "\(host):\(port)"] + BridgeProgram.anyHeading,
      socketDirectory: daemon.directory.path)
    try await eventually("datagrams") { receiver.received.split(separator: "\r\n").count > 20 }
    #expect(receiver.received.split(separator: "\r\n").allSatisfy(isSentence))
    #expect(bridge.lines.isEmpty, "standard output is used only without another output")
    try await bridge.end()
  }

  @Test func aFileGrowsByWholeSentences() async throws {
    let daemon = try await BridgeProgram.daemon()
    let path = try daemon.directory.file("log.nmea", "$before\r\n")
    let bridge = try BridgeProgram(
      ["nmea", "--file", path] + BridgeProgram.anyHeading, socketDirectory: daemon.directory.path)
    try await eventually("sentences") { try contents(of: path).count > 1000 }
    try await bridge.end()
    let lines = String(decoding: try contents(of: path), as: UTF8.self).split(separator: "\r\n")
    #expect(lines.first == "$before" && lines.dropFirst().allSatisfy(isSentence))
  }

  // An adapter that is not plugged in yet: a file in its place would only be in its way.
  @Test func aDeviceThatIsMissingAtTheStartIsWaitedFor() async throws {
    let daemon = try await BridgeProgram.daemon()
    let path = "/dev/qiblad-line-\(UInt32.random(in: 0...UInt32.max))"
    let bridge = try BridgeProgram(
      ["nmea", "--file", path] + BridgeProgram.anyHeading, socketDirectory: daemon.directory.path)
    try await bridge.prints("cannot open \(path): No such file or directory; waiting for it")
    try await bridge.prints("connected to qiblad")
    try await bridge.end()
    #expect(kind(of: path) == nil)
  }

  @Test func theServerServesManyRefusesTooManyAndDropsOneThatDoesNotRead() async throws {
    let (daemon, port) = (try await BridgeProgram.daemon(), try RealGPSD.freePort())
    let bridge = try BridgeProgram(
      ["nmea", "--tcp", "\(port)", "--rate", "60"] + BridgeProgram.anyHeading,
      socketDirectory: daemon.directory.path)
    try await bridge.prints("listening on 127.0.0.1:\(port)")
    let idle = try #require(LoopbackSocket.client(port: port, receiveBuffer: 4096))
    let reader = try #require(LoopbackSocket.client(port: port))
    reader.send("garbage\u{0}\r\n")
    try await eventually("sentences") { reader.received.split(separator: "\r\n").count > 50 }
    var others: [LoopbackSocket] = []
    for _ in 0..<30 { others.append(try #require(LoopbackSocket.client(port: port))) }
    let refused = try #require(LoopbackSocket.client(port: port))
    try await eventually("the 33rd client to be refused") { refused.isClosed }
    try await bridge.prints("32 are connected")
    try await bridge.prints("was dropped: it does not read")
    let count = reader.received.utf8.count
    try await eventually("that the reader is served on") { reader.received.utf8.count > count }
    #expect(reader.received.split(separator: "\r\n").dropLast().allSatisfy(isSentence))
    withExtendedLifetime((idle, others)) {}
    try await bridge.end()
  }

  @Test func aPortInUseIsOneClearError() async throws {
    let port = try RealGPSD.freePort()
    let server = try LoopbackSocket.server(port: port)
    let run = try await finished("qibla-bridge", ["nmea", "--tcp", "\(port)"])
    #expect(run.status == 1)
    #expect(
      run.errors == "qibla-bridge: cannot listen on 127.0.0.1:\(port): Address already in use\n")
    withExtendedLifetime(server) {}
  }

  @Test func thePseudoTerminalIsALinkForAsLongAsItRuns() async throws {
    let daemon = try await BridgeProgram.daemon()
    let link = daemon.directory.path + "/nmea"
    symlink("/nowhere", link)
    let bridge = try BridgeProgram(
      ["nmea", "--pty", link] + BridgeProgram.anyHeading, socketDirectory: daemon.directory.path)
    try await bridge.prints("\(link) is /dev/pts/")
    // Two seconds without a reader: what waits for it must stay bounded, and so recent.
    try await Task.sleep(for: .seconds(2))
    let reader = open(link, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    try #require(reader >= 0)
    defer { close(reader) }
    var waiting: Int32 = 0
    #expect(ioctl(reader, UInt(FIONREAD), &waiting) == 0 && waiting < 1500)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    try await eventually("sentences") {
      let count = read(reader, &buffer, buffer.count)
      if count > 0 { bytes += buffer[..<count] }
      return bytes.count > 3000
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
    #expect(lines.dropFirst().dropLast().allSatisfy(isSentence))
    try await bridge.end()
    #expect(kind(of: link) == nil)
  }

  @Test func aFileIsNotReplacedByALink() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("precious", "data")
    let run = try await finished("qibla-bridge", ["nmea", "--pty", path])
    #expect(run.status == 1 && run.errors.contains("is there and is no link"), "\(run)")
    #expect(try contents(of: path) == Array("data".utf8))
  }

  @Test(arguments: [
    (["--sentences", "hdg,xyz"], "'xyz' is not one of HDG, HDM, HDT, THS, ROT"),
    (["--talker", "PX"], "'PX' is not two capital letters"),
    (["--udp", "10110"], "'10110' is not HOST:PORT"),
    (["--tcp", "70000"], "'70000' is not HOST:PORT"),
    (["--rate", "0"], "--rate: 0.0 is not above 0 and up to 60"),
    (["--max-error", "nan"], "--max-error: nan is not above 0"),
  ])
  func aWrongOptionIsNamed(arguments: [String], message: String) async throws {
    let run = try await finished("qibla-bridge", ["nmea"] + arguments)
    #expect(run.status == 64 && run.errors.contains(message), "\(run)")
  }

  @Test(
    .enabled(if: RealGPSD.isThere, "needs gpsd and gpsfake: apt-get install gpsd gpsd-clients"),
    arguments: ["tcp", "udp", "pty"])
  func aRealGPSDReadsTheHeading(output: String) async throws {
    let daemon = try await BridgeProgram.daemon()
    let (port, own) = (try RealGPSD.freePort(), try RealGPSD.freePort())
    let link = daemon.directory.path + "/nmea"
    let target = output == "tcp" ? "\(port)" : output == "udp" ? "127.0.0.1:\(port)" : link
    let bridge = try BridgeProgram(
      ["nmea", "--\(output)", target] + BridgeProgram.anyHeading,
      socketDirectory: daemon.directory.path)
    try await bridge.prints(
      output == "udp" ? "sending to" : output == "tcp" ? "listening" : " is /dev")
    // gpsd opens the terminal itself: the link's directory is not for its user.
    let terminal = bridge.program.errors.firstRange(of: "/dev/pts/").map {
      String(bridge.program.errors[$0.lowerBound...].prefix { $0 != "\n" })
    }
    let source = output == "pty" ? try #require(terminal) : "\(output)://127.0.0.1:\(port)"
    let gpsd = try RealGPSD(port: own, sources: [source])
    defer { gpsd.end() }
    let client = try await eventually("gpsd") { LoopbackSocket.client(port: own) }
    client.send("?WATCH={\"enable\":true,\"json\":true};\n")
    // gpsd 3.22 reports HDT as the heading of `ATT`.
    let attitude = try await eventually("an attitude") {
      Line.split(client.received).last {
        $0.string("class") == "ATT" && $0.number("heading") != nil
      }
    }
    let heading = try #require(attitude.number("heading"))
    #expect((0..<360).contains(heading))
    try await bridge.end()
  }
}
