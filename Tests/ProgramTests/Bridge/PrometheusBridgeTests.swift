import Glibc
import TestFiles
import TestReceiver
import Testing

/// `qibla-bridge prometheus`: the file and the page.
@Suite(.timeLimit(.minutes(5))) struct PrometheusBridgeTests {
  private static let promtool = "/usr/bin/promtool"

  /// The answer to one request on a connection of its own.
  private func answer(_ request: String, port: UInt16) async throws -> String {
    let client = try await eventually("the server") { LoopbackSocket.client(port: port) }
    client.send(request)
    var text = ""
    try await eventually("the end of the answer") {
      text = client.received
      return client.isClosed
    }
    return text + client.received.dropFirst(text.count)
  }

  private func get(_ path: String, port: UInt16) async throws -> String {
    try await answer(
      "GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", port: port)
  }

  @Test func thePageFollowsTheDaemon() async throws {
    let (directory, port) = (try TemporaryDirectory(), try RealGPSD.freePort())
    let bridge = try BridgeProgram(
      ["prometheus", "--http", "\(port)"], socketDirectory: directory.path)
    try await bridge.prints("metrics at http://127.0.0.1:\(port)/metrics")
    let before = try await get("/metrics", port: port)
    #expect(before.hasPrefix("HTTP/1.1 200 OK\r\n") && before.contains("\nqiblad_up 0\n"))
    let daemon = try await BridgeProgram.daemon(in: directory)
    var page = ""
    try await eventually("a heading on the page") {
      guard let client = LoopbackSocket.client(port: port) else { return false }
      client.send("GET /metrics HTTP/1.0\r\n\r\n")
      usleep(100_000)
      page = client.received
      return page.contains("\nqiblad_heading_degrees{north=\"true\"} ") && page.contains("_clients")
    }
    #expect(page.contains("\nqiblad_up 1\n") && page.contains("\nqiblad_simulated 1\n"))
    #expect(page.contains("Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n"))
    if access(Self.promtool, X_OK) == 0 {
      let body = try #require(page.firstRange(of: "\r\n\r\n"))
      let input = try PipeEnds()
      let bytes = Array(page[body.upperBound...].utf8)
      #expect(write(input.writing, bytes, bytes.count) == bytes.count)
      input.closeWriting()
      let check = try await finished(
        Self.promtool, ["check", "metrics"], input: .descriptor(input.reading))
      #expect(check.status == 0 && check.errors.isEmpty, "\(check)")
    }
    daemon.program.send(SIGKILL)
    try await eventually("the end of the daemon on the page") {
      guard let client = LoopbackSocket.client(port: port) else { return false }
      client.send("GET /metrics HTTP/1.0\r\n\r\n")
      usleep(100_000)
      page = client.received
      return page.contains("\nqiblad_up 0\n")
    }
    #expect(!page.contains("heading"))
    try await bridge.end()
  }

  @Test func whatIsNoRequestForMetricsIsAnsweredOrClosed() async throws {
    let (directory, port) = (try TemporaryDirectory(), try RealGPSD.freePort())
    let bridge = try BridgeProgram(
      ["prometheus", "--http", "\(port)"], socketDirectory: directory.path)
    #expect(try await get("/", port: port).hasPrefix("HTTP/1.1 404 Not Found\r\n"))
    #expect(try await get("/metrics?a=b", port: port).hasPrefix("HTTP/1.1 200 OK\r\n"))
    let post =
      "POST /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\nab"
    #expect(try await answer(post, port: port).hasPrefix("HTTP/1.1 405 Method Not Allowed\r\n"))
    let head = "HEAD /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    #expect(try await answer(head, port: port).hasSuffix("\r\n\r\n"))
    for garbage in ["\u{0}\u{1}\u{2}\r\n\r\n", "GET\r\n\r\n", "{\"do\":\"watch\"}\n\n"] {
      _ = try await answer(garbage, port: port)
    }
    let long = "GET /metrics HTTP/1.1\r\nX: " + String(repeating: "x", count: 300_000)
    _ = try await answer(long, port: port)
    #expect(bridge.program.status == nil)
    #expect(try await get("/metrics", port: port).hasPrefix("HTTP/1.1 200 OK\r\n"))
    try await bridge.end()
  }

  @Test func tooManyConnectionsAreClosed() async throws {
    let (directory, port) = (try TemporaryDirectory(), try RealGPSD.freePort())
    let bridge = try BridgeProgram(
      ["prometheus", "--http", "\(port)"], socketDirectory: directory.path)
    try await bridge.prints("metrics at")
    var clients: [LoopbackSocket] = []
    for _ in 0..<40 { clients.append(try #require(LoopbackSocket.client(port: port))) }
    try await eventually("the rest to be closed") { clients.count { $0.isClosed } == 24 }
    clients = []
    try await eventually("the server to serve again") {
      guard let client = LoopbackSocket.client(port: port) else { return false }
      client.send("GET /metrics HTTP/1.0\r\n\r\n")
      usleep(50_000)
      return client.received.contains("qiblad_up")
    }
    try await bridge.end()
  }

  @Test func theFileIsReplacedWholeAndRemovedAtTheEnd() async throws {
    let daemon = try await BridgeProgram.daemon()
    let path = daemon.directory.path + "/qiblad.prom"
    let bridge = try BridgeProgram(
      ["prometheus", "--textfile", path, "--interval", "1"],
      socketDirectory: daemon.directory.path)
    try await eventually("a heading in the file") {
      guard kind(of: path) != nil else { return false }
      let text = String(decoding: try contents(of: path), as: UTF8.self)
      // No reader sees half a file.
      #expect(text.hasSuffix("\n") && text.contains("qiblad_up "))
      return text.contains("qiblad_heading_degrees{")
    }
    try await bridge.end()
    #expect(kind(of: path) == nil && kind(of: path + ".tmp") == nil)
  }

  @Test func aFolderThatIsNotThereIsNamedAndTriedAgain() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/later/qiblad.prom"
    let bridge = try BridgeProgram(
      ["prometheus", "--textfile", path, "--interval", "1"], socketDirectory: directory.path)
    try await bridge.prints("cannot write \(path): No such file or directory; retrying")
    _ = try directory.directory("later")
    try await eventually("the file") { kind(of: path) != nil }
    try await bridge.end()
  }
}
