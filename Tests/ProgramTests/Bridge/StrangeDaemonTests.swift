import Glibc
import JSON
import TestFiles
import TestReceiver
import Testing

/// What comes from the daemon's socket and is not what a daemon of today sends.
@Suite(.timeLimit(.minutes(5))) struct StrangeDaemonTests {
  private static let hello =
    #"{"type":"hello","protocol":{"major":1,"minor":0},"server":"qiblad","version":"9.9.9","#
    + #""run_id":"a","topics":[],"verbs":[],"control":false,"limits":{},"replay":false,"#
    + #""simulated":false}"# + "\n"

  private static func reading(_ members: String) -> String {
    #"{"type":"reading","seq":1,"t_us":1,"axis":"x","source":"mag","status":"accurate","why":[],"#
      + #""alignment":"unknown",\#(members)}"# + "\n"
  }

  @Test(arguments: [
    ("another version of the protocol", hello.replacing("\"major\":1", with: "\"major\":2")),
    ("no hello", reading(#""heading_magnetic_deg":90,"error68_deg":1"#)),
    ("noise", "\u{0}\u{1}\u{FF}}{][\n\n\n\"\n"),
    ("a line without an end", String(repeating: "x", count: 40_000)),
  ])
  func noHeadingComesFromAServerThatIsNotUnderstood(what: String, bytes: String) async throws {
    let daemon = try FakeDaemon()
    let bridge = try BridgeProgram(["nmea"], socketDirectory: daemon.directory.path)
    // `no hello` is silence for this client until it gives up after 10 s; the others are tried again.
    let wanted = what == "no hello" ? 1 : 3
    try await eventually("\(wanted) connections") { daemon.serve(Array(bytes.utf8)) >= wanted }
    #expect(bridge.lines.isEmpty, "\(what)")
    #expect(bridge.program.status == nil)
    try await bridge.end()
  }

  // After its hello it says why it serves no further client, and ends the connection.
  @Test func aFullDaemonIsTriedMoreAndMoreSeldomAndNamedOnce() async throws {
    let busy =
      #"{"type":"error","code":"busy","message":"there are 1024 clients already","hint":"come again"}"#
    let daemon = try FakeDaemon()
    let bridge = try BridgeProgram(["nmea"], socketDirectory: daemon.directory.path)
    let bytes = Array((Self.hello + busy + "\n").utf8)
    try await eventually("a connection") { daemon.serve(bytes, ends: true) > 0 }
    let end = ContinuousClock.now + .seconds(4)
    var count = 0
    while ContinuousClock.now < end {
      count = daemon.serve(bytes, ends: true)
      try await Task.sleep(for: .milliseconds(5))
    }
    // After 0.1, 0.3, 0.7, 1.5 and 3.1 s; with the first pause each time it would be forty.
    #expect((3...7).contains(count))
    #expect(bridge.program.errors.split(separator: "\n").count == 1, "\(bridge.program.errors)")
    try await bridge.prints("the daemon refuses: there are 1024 clients already; come again")
    let served = Self.hello + Self.reading(#""heading_magnetic_deg":90,"error68_deg":1"#)
    try await eventually("a heading") {
      daemon.serve(Array(served.utf8))
      return !bridge.lines.isEmpty
    }
    try await bridge.end()
  }

  /// Numbers that no compass measures, by member. A reading with one of `refused` is not understood: a declination is
  /// within 180°, a bearing below 360°.
  private static let extremes: [(members: [String], taken: [String], refused: [String])] = {
    let huge = ["1e308", "-1e308", "9007199254740993"]
    let tiny = ["1e-308", "-0.0"]
    return [
      (["turn_rate_dps", "pitch_deg", "roll_deg"], huge + tiny + ["359.99999"], []),
      (["declination_deg"], tiny, huge + ["359.99999"]),
      (["qibla_deg"], tiny + ["359.99999"], huge),
    ]
  }()

  private static func extremeReading(_ member: String, _ value: String) -> [UInt8] {
    Array(
      reading(
        #""heading_magnetic_deg":359.99,"heading_true_deg":0.01,"error68_deg":1,"\#(member)":\#(value)"#
      ).utf8)
  }

  // Of several readings that have arrived a bridge takes the newest only, so each is sent when the one before it is printed.
  @Test func extremeValuesAreLeftOutAndBreakNothing() async throws {
    let (daemon, port) = (try FakeDaemon(), try RealGPSD.freePort())
    let folder = daemon.directory.path
    let nmea = try BridgeProgram(["nmea"], socketDirectory: folder)
    let signalk = try BridgeProgram(["signalk"], socketDirectory: folder)
    let metrics = try BridgeProgram(
      ["prometheus", "--textfile", folder + "/q.prom", "--interval", "1"], socketDirectory: folder)
    let mqtt = try BridgeProgram(
      ["mqtt", "--broker", "127.0.0.1:\(port)"], socketDirectory: folder)
    let hello = Array(Self.hello.utf8)
    try await eventually("four bridges") { daemon.serve(hello) >= 4 }
    func sends(_ reading: [UInt8], _ what: String) async throws {
      let (sentences, deltas) = (nmea.lines.count, signalk.lines.count)
      daemon.send(reading)
      try await eventually("what is printed of \(what)") {
        daemon.serve(hello + reading)  // one that was silent for long has connected again
        return nmea.lines.count > sentences && signalk.lines.count > deltas
      }
    }
    for (members, taken, refused) in Self.extremes {
      for member in members {
        for value in refused { daemon.send(Self.extremeReading(member, value)) }
        for value in taken {
          try await sends(Self.extremeReading(member, value), "\(member) \(value)")
        }
      }
    }
    // A message of a newer daemon.
    daemon.send(Array(#"{"type":"comet","seq":1}"#.utf8) + [UInt8(ascii: "\n")])
    try await sends(
      Array(Self.reading(#""heading_magnetic_deg":90,"error68_deg":1"#).utf8), "the last")
    try await eventually("the last heading") {
      nmea.lines.contains { $0.hasPrefix("$HCHDM,90.0,M*") }
    }
    let sentences = String(decoding: nmea.program.output, as: UTF8.self).split(separator: "\r\n")
    #expect(sentences.allSatisfy(isSentence), "\(sentences.first { !isSentence($0) } ?? "")")
    for line in signalk.lines { _ = try JSONValue(parsing: Array(line.utf8)[...]) }
    try await eventually("the metrics") {
      guard kind(of: folder + "/q.prom") != nil else { return false }
      let text = String(decoding: try contents(of: folder + "/q.prom"), as: UTF8.self)
      return text.contains("qiblad_build_info{version=\"9.9.9\"} 1")
    }
    for bridge in [nmea, signalk, metrics, mqtt] { try await bridge.end() }
  }
}
