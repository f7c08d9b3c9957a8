import Glibc
import Publisher
import Randomness
import TestFiles
import Testing
import Wire

@testable import QiblaClient

/// The client library that connects again, with real sockets. scripts/conformance has the awkward cases.
struct ReconnectingTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func server(_ runID: String) async throws -> Publisher {
    let hello = Hello(version: "0.1.0", runID: runID, replay: false, simulated: true)
    let publisher = Publisher(
      hello: hello, socket: Server.place(directory.path), control: nil, lossless: false,
      logger: .quiet, limits: PublisherLimits())
    _ = try await publisher.start()
    return publisher
  }

  /// The next update other than an attempt to connect that failed, or the reply to `watch`.
  private func next(_ connection: ReconnectingConnection) throws -> Update? {
    while case .value(let update) = try connection.next(timeout: .seconds(20)) {
      switch update {
      case .disconnected(.some, _), .message(.reply, _): continue
      default: return update
      }
    }
    return nil
  }

  @Test func aDaemonThatStartsAgainIsANewRunOnce() async throws {
    let connection = ReconnectingConnection(
      [.state: WatchOptions()], socketDirectory: directory.path)
    guard case .value(.disconnected(.noDaemon, _)) = try connection.next(timeout: .seconds(20))
    else {
      Issue.record("there is no daemon yet")
      return
    }
    for (runID, isNew) in [("a", false), ("b", true), ("b", false)] {
      let publisher = try await server(runID)
      publisher.publish(topic: .state, sequence: 3, line: state(3).line)
      guard case .connected(let hello, let isNewRun) = try next(connection) else {
        Issue.record("it did not connect to \(runID)")
        return
      }
      #expect(hello.runID == runID && hello.simulated && isNewRun == isNew)
      #expect(try next(connection) == .message(.state(state(3), live: nil), skipped: 0))
      await publisher.stop(reason: "shutting_down")
      #expect(try next(connection) == .message(.bye(Bye(reason: "shutting_down")), skipped: 0))
      guard case .disconnected(nil, _) = try connection.next(timeout: .seconds(20)).value else {
        Issue.record("the end of the connection was not reported")
        return
      }
    }
  }

  @Test func aRequestIsAnsweredWithItsID() async throws {
    let publisher = try await server("a")
    let connection = ReconnectingConnection([:], socketDirectory: directory.path)
    #expect(try connection.send(.ping) == nil)
    _ = try next(connection)
    let number = try #require(try connection.send(.ping))
    while case .value(let update) = try connection.next(timeout: .seconds(20)) {
      guard case .message(.reply(let reply), _) = update, reply.number == number else { continue }
      #expect(reply.outcome == .pong(nil))
      break
    }
    await publisher.stop(reason: "shutting_down")
  }

  @Test func noCallWaitsLongerForAHelloThanItIsAllowed() throws {
    let daemon = try SilentDaemon(directory)
    let connection = ReconnectingConnection([:], socketDirectory: directory.path)
    let start = ContinuousClock.now
    for _ in 0..<3 { #expect(try connection.next(timeout: .zero) == .timeout) }
    #expect(ContinuousClock.now - start < .seconds(4), "a daemon may take 5 s")
    let hello = Hello(version: "0.1.0", runID: "a", replay: false, simulated: true)
    try daemon.accept(sending: hello.line)
    #expect(try next(connection) == .connected(hello, isNewRun: false))
    withExtendedLifetime(daemon) {}
  }

  @Test func aDaemonThatSaysNothingIsGivenUpAlsoInShortWaits() throws {
    let daemon = try SilentDaemon(directory)
    let connection = ReconnectingConnection([:], socketDirectory: directory.path)
    let start = ContinuousClock.now
    var update: Update?
    while update == nil, ContinuousClock.now - start < .seconds(20) {
      update = try connection.next(timeout: .milliseconds(50)).value
    }
    guard case .disconnected(.noHello, _) = update else {
      Issue.record("instead of the loss: \(String(describing: update))")
      return
    }
    #expect(ContinuousClock.now - start >= .seconds(5))
    withExtendedLifetime(daemon) {}
  }

  @Test func aTaskGetsUpdatesUntilItIsCancelled() async throws {
    let publisher = try await server("a")
    publisher.publish(topic: .state, sequence: 1, line: state(1).line)
    let updates = Updates([.state: WatchOptions()], socketDirectory: directory.path)
    let (seen, continuation) = AsyncStream.makeStream(of: Update.self)
    let task = Task {
      for try await update in updates { continuation.yield(update) }
    }
    for await update in seen {
      if case .message(.state(let message, _), _) = update {
        #expect(message == state(1))
        break
      }
    }
    task.cancel()
    try await task.value
    await publisher.stop(reason: "shutting_down")
  }

  @Test(arguments: [
    (#"{"type":"reading","skipped":7}"#, 7),
    (#"{"type":"reading","skipped":12345678901}"#, 12_345_678_901),
    (#"{"type":"reading"}"#, 0), (#"{"type":"a","b":"x,\"skipped\":5}"}"#, 0),
    (#"{"type":"a","b":{"c":1,"skipped":5}}"#, 0), (#"{"type":"a","b":"}","c":5}"#, 0), ("{}", 0),
    ("", 0),
    (#"{"skipped":5}"#, 0), (#"{"type":"a","skipped":99999999999999999999}"#, 0),
  ])
  func skippedIsTheLastMemberOfTheLine(text: String, count: Int) {
    #expect(Update.skipped(of: Array(text.utf8)) == count)
    #expect(Update.skipped(of: Array((text + "\n").utf8)) == count)
  }

  @Test func thePauseDoublesFromAQuarterOfASecondToEightSeconds() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<100 {
      var pause = ReconnectPause()
      for bound in [0.25, 0.5, 1, 2, 4, 8, 8, 8] {
        let seconds = pause.next(using: &generator) / .seconds(1)
        #expect((bound / 2...bound).contains(seconds))
      }
      pause.reset()
      #expect(pause == ReconnectPause())
    }
  }
}

/// A socket at the place of a daemon's that connects each client and sends nothing by itself.
private final class SilentDaemon {
  private let listener: Int32
  private var clients: [Int32] = []

  init(_ directory: TemporaryDirectory) throws {
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array((directory.path + "/stream.sock").utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let status = withUnsafeBytes(of: address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        bind(listener, $0.baseAddress, socklen_t(bytes.count))
      }
    }
    try #require(status == 0 && listen(listener, 8) == 0)
  }

  deinit { for descriptor in clients + [listener] { close(descriptor) } }

  /// Sends bytes to the client that waits.
  func accept(sending bytes: [UInt8]) throws {
    let client = Glibc.accept(listener, nil, nil)
    try #require(client >= 0)
    clients.append(client)
    try #require(send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
  }
}
