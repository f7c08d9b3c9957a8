import Foundation
import GPSD
import Glibc
import Synchronization
import TestReceiver
import Testing

/// What listens on gpsd's port and is no gpsd.
@Suite(.serialized, .timeLimit(.minutes(10))) struct StrangeServerTests {
  /// Answers each connection with `bytes`, and then closes it or holds it open.
  private final class Server: Sendable {
    let port: UInt16
    private let accepted = Mutex(0)

    var connections: Int { accepted.withLock { $0 } }

    init(_ bytes: [UInt8], closes: Bool) throws {
      let listener: Int32
      (listener, port) = try Self.listening(backlog: 8)
      Thread.detachNewThread { [self] in
        while case let client = accept(listener, nil, nil), client >= 0 {
          accepted.withLock { $0 += 1 }
          _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
          if closes { close(client) }
        }
      }
    }

    /// A socket that listens on a port of the loopback.
    static func listening(backlog: Int32) throws -> (descriptor: Int32, port: UInt16) {
      let port = try RealGPSD.freePort()
      let listener = socket(
        AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      let status = withUnsafeBytes(of: address) { bytes in
        bytes.withMemoryRebound(to: sockaddr.self) {
          bind(listener, $0.baseAddress, socklen_t(bytes.count))
        }
      }
      try #require(status == 0 && listen(listener, backlog) == 0)
      return (listener, port)
    }
  }

  private static let strange: [(name: String, bytes: [UInt8])] = [
    ("nothing", []),
    ("another protocol", Array("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n".utf8)),
    ("a line without end", [UInt8](repeating: UInt8(ascii: "{"), count: 1_000_000)),
    ("zeros", [UInt8](repeating: 0, count: 100_000)),
    (
      "broken JSON",
      Array("{\"class\":\"TPV\",\"mode\":3,\"lat\":\n{\"class\":\"TPV\",\"mode\":9e99}\n".utf8)
    ),
    ("a class without a body", Array("{\"class\":\"TPV\"}\n{\"class\":\"SKY\"}\n{}\n[]\n\n".utf8)),
  ]

  // Pauses of 0.1 to 0.4 s leave at most an attempt for each 0.1 s, also where each looks like a success.
  @Test(arguments: strange.indices) func whatIsNoGPSDGivesNoFixAndIsTriedAgainAtLeisure(
    index: Int
  ) async throws {
    let server = try Server(Self.strange[index].bytes, closes: true)
    let start = ContinuousClock.now
    let listener = Listener(port: server.port)
    try await Task.sleep(for: .seconds(3))
    let connections = server.connections
    let most = 1 + Int((ContinuousClock.now - start) / .milliseconds(100))
    #expect((2...most).contains(connections), "\(Self.strange[index].name)")
    #expect(!listener.all.contains { $0.update.position != nil })
    #expect(listener.all.contains { $0.update.isUnreachable })
  }

  // Over and over, and a good report behind it each time.
  @Test func theLineThatHungLibgpsIsSkippedAndALaterReportGivesAFix() async throws {
    let bad =
      #"{"class":"SKY","device":"/dev/ttyS0","xdop":0.8,"satellites":[{"PRN":1,"el":45.0"#
      + #"{"class":"TPV","device":"/dev/ttyS0","mode":3,"lat":1.0,"lon":2.0}"#
    let good = #"{"class":"TPV","device":"/dev/ttyS0","mode":2,"lat":-33.8688,"lon":151.2093}"#
    let lines = String(repeating: bad + "\r\n" + good + "\r\n", count: 3)
    let server = try Server(Array(lines.utf8), closes: false)
    let listener = Listener(port: server.port)
    try await listener.waits(for: "the good report") { $0.isFix(at: -33.8688) }
    #expect(listener.all.contains { if case .refused(3, _) = $0.update { true } else { false } })
    listener.stop()
    try await listener.ends()
  }

  @Test func whatSpeaksAnotherProtocolIsSaidToBeNoGPSD() async throws {
    let server = try Server(Array("SSH-2.0-OpenSSH_9.2p1\r\n".utf8), closes: false)
    let listener = Listener(port: server.port)
    let told = try await listener.waits(for: "that it is no gpsd") { $0.isUnreachable }
    guard case .status(.unreachable(let reason, .notGPSD)) = told.update else {
      Issue.record("\(told)")
      return
    }
    #expect(reason.contains("what answers there is not gpsd"))
  }

  // 8,000 lines in 16 KiB, for as long as it is read: the client must see that it is to end.
  @Test func aFloodOfLinesDoesNotKeepItFromStopping() async throws {
    let server = try Server(
      Array(String(repeating: "{}\n", count: 4_000_000).utf8), closes: false)
    let listener = Listener(port: server.port)
    try await listener.waits(for: "refused lines") {
      if case .refused = $0 { true } else { false }
    }
    listener.stop()
    try await listener.ends()
  }

  // 5000 reports in 80 parts of 16 KiB: each part is one read, and gives one fix to the queue of samples.
  @Test func aFloodOfReportsIsAFixARead() async throws {
    let report = #"{"class":"TPV","device":"/dev/ttyS0","mode":2,"lat":-33.8688,"lon":151.2093}"#
    let flood = String(repeating: report + "\n", count: 5000)
    let last = #"{"class":"TPV","device":"/dev/ttyS0","mode":2,"lat":-33.8678,"lon":151.2093}"#
    let server = try Server(Array((flood + last + "\n").utf8), closes: false)
    let listener = Listener(port: server.port)
    try await listener.waits(for: "the last fix") { $0.isFix(at: -33.8678) }
    #expect(listener.all.count { $0.update.fix != nil } < 500)
  }

  // Where the queue of a listener is full Linux drops further requests: the host seems not to be there.
  @Test func aHostThatDoesNotAnswerIsGivenUpAfterFiveSecondsAndDoesNotKeepItFromStopping()
    async throws
  {
    let (descriptor, port) = try Server.listening(backlog: 0)
    defer { close(descriptor) }
    let fillers = (0..<3).map { _ in Listener(port: port) }
    try await Task.sleep(for: .seconds(1))
    let listener = Listener(port: port)
    let told = try await listener.waits(for: "that nothing answers") { $0.isUnreachable }
    guard case .status(.unreachable(let reason, .noAnswer)) = told.update else {
      Issue.record("\(told)")
      return
    }
    #expect(reason.hasSuffix("the host did not answer within 5 s"))
    for each in fillers + [listener] { each.stop() }
    for each in fillers + [listener] { try await each.ends() }
  }

  @Test func aStopDuringAnAttemptToConnectIsNoFailureOfGPSD() async throws {
    let (descriptor, port) = try Server.listening(backlog: 0)
    defer { close(descriptor) }
    let fillers = (0..<3).map { _ in Listener(port: port) }
    try await Task.sleep(for: .seconds(1))
    let listener = Listener(port: port)
    try await Task.sleep(for: .milliseconds(500))
    for each in fillers + [listener] { each.stop() }
    for each in fillers + [listener] { try await each.ends() }
    #expect(listener.all.isEmpty)
  }

  @Test func whatAcceptsAndIsSilentHangs() async throws {
    let server = try Server([], closes: false)
    let listener = Listener(port: server.port)
    try await listener.waits(for: "that it hangs") { $0 == .status(.hangs) }
  }
}
