import Glibc
import JSON
import Publisher
import QiblaClient
import TestFiles
import Testing
import Wire

struct ControlSocketTests {
  /// A server with a control socket, and what answers there.
  private struct Controlled {
    let server: Server
    let commands = Commands()

    init(limits: PublisherLimits = PublisherLimits(), group: UInt32? = nil) async throws {
      server = try await Server(
        limits: limits, control: ControlSocket(group: group, handler: commands))
    }

    /// A control client that has read its `hello`.
    func connect() throws -> Connection {
      let connection = try Connection(paths: [server.controlPath])
      var hello = Server.hello
      hello.control = true
      try #require(try connection.message() == .hello(hello))
      return connection
    }
  }

  private let done = ControlReply(["action": .string("rescan")])

  private func answer(_ number: Int, _ reply: ControlReply) -> Message {
    .reply(Reply(id: RequestID(number), outcome: .control(.devices, reply)))
  }

  @Test func theSocketIsForItsGroupAndGoesAtTheEnd() async throws {
    let own = try await Controlled()
    #expect(mode(of: own.server.controlPath) == S_IFSOCK | 0o600)
    await own.server.stop()
    #expect(mode(of: own.server.controlPath) == nil)
    let shared = try await Controlled(group: getgid())
    #expect(mode(of: shared.server.controlPath) == S_IFSOCK | 0o660)
    #expect(mode(of: shared.server.path) == S_IFSOCK | 0o666)
    await shared.server.stop()
  }

  // Only root may give a file to any group.
  @Test(.enabled(if: getuid() == 0)) func theFileGetsTheGroup() async throws {
    let controlled = try await Controlled(group: 12_345)
    var info = stat()
    try #require(stat(controlled.server.controlPath, &info) == 0)
    #expect(info.st_gid == 12_345 && info.st_uid == 0)
    await controlled.server.stop()
  }

  @Test func theHelloListsTheVerbs() async throws {
    let controlled = try await Controlled()
    let hello = try Connection(paths: [controlled.server.controlPath]).object()
    #expect(hello?["control"] == .bool(true))
    #expect(hello?["verbs"]?.array?.compactMap(\.string) == Request.controlVerbs)
    let stream = try Connection(paths: [controlled.server.path]).object()
    #expect(stream?["control"] == .bool(false))
    #expect(stream?["verbs"]?.array?.compactMap(\.string) == Request.verbs)
    await controlled.server.stop()
  }

  @Test func aCommandIsHandedOverWithItsUserAndAnswered() async throws {
    let controlled = try await Controlled()
    let client = try controlled.connect()
    let number = try client.send(.control(.rescan))
    let command = try #require(try await controlled.commands.next())
    #expect(command.request == .rescan)
    #expect(command.peer == PeerCredentials(pid: getpid(), uid: getuid(), gid: getgid()))
    command.answer(.success(done))
    #expect(try client.message() == answer(number, done))
    await controlled.server.stop()
  }

  @Test func anErrorOfTheHandlerGetsTheIDOfItsRequest() async throws {
    let controlled = try await Controlled()
    let client = try controlled.connect()
    let number = try client.send(.control(.reload))
    let error = RequestError(code: .busy, message: "too many", hint: "later")
    try #require(try await controlled.commands.next()).answer(.failure(error))
    guard case .error(let received) = try client.message() else {
      Issue.record("no error")
      return
    }
    #expect(received.number == number && received.code == .busy && received.hint == "later")
    await controlled.server.stop()
  }

  @Test func theStreamSocketHandsNothingOver() async throws {
    let controlled = try await Controlled()
    let client = try controlled.server.connect()
    try client.send(.control(.rescan))
    guard case .error(let error) = try client.message() else {
      Issue.record("no error")
      return
    }
    #expect(error.code == .notPermitted && error.hint.contains("control.sock"))
    #expect(controlled.commands.count == 0)
    await controlled.server.stop()
  }

  @Test func theControlSocketTakesTheRequestsOfTheStreamToo() async throws {
    let controlled = try await Controlled()
    let client = try controlled.connect()
    try client.watch([.reading: WatchOptions()])
    controlled.server.publishReading(1)
    #expect(try client.message() == .reading(reading(1)))
    await controlled.server.stop()
  }

  @Test func answersComeInTheOrderOfTheRequests() async throws {
    let controlled = try await Controlled()
    let client = try controlled.connect()
    let command = try client.send(.control(.rescan))
    let ping = try client.send(.ping)
    let waiting = try #require(try await controlled.commands.next())
    #expect(try client.nextLine(timeout: .milliseconds(100)) == .timeout)
    waiting.answer(.success(done))
    #expect(try client.message() == answer(command, done))
    #expect(try client.message() == .reply(Reply(id: RequestID(ping), outcome: .pong(nil))))
    await controlled.server.stop()
  }

  @Test func whileOneWaitsTheOthersAreServed() async throws {
    let controlled = try await Controlled()
    let waiting = try controlled.connect()
    let (other, reader) = (try controlled.connect(), try controlled.server.connect())
    try waiting.send(.control(.reload))
    let held = try #require(try await controlled.commands.next())
    #expect(try reader.ping() != nil)
    let number = try other.send(.control(.rescan))
    try #require(try await controlled.commands.next()).answer(.success(done))
    #expect(try other.message() == answer(number, done))
    held.answer(.success(done))
    #expect(try waiting.message() != nil)
    await controlled.server.stop()
  }

  @Test func whatWatchesGetsItsLinesWhileItWaits() async throws {
    let controlled = try await Controlled()
    let client = try controlled.connect()
    try client.watch([.reading: WatchOptions()])
    try client.send(.control(.rescan))
    let held = try #require(try await controlled.commands.next())
    controlled.server.publishReading(1)
    #expect(try client.message() == .reading(reading(1)))
    held.answer(.success(done))
    #expect(try client.message() == answer(2, done))
    await controlled.server.stop()
  }

  @Test func aClientThatHasGoneIsNoError() async throws {
    let controlled = try await Controlled()
    var client: Connection? = try controlled.connect()
    try client?.send(.control(.rescan))
    let held = try #require(try await controlled.commands.next())
    client = nil
    try await controlled.server.waitForClients(0)
    held.answer(.success(done))
    #expect(try controlled.connect().ping() != nil)
    await controlled.server.stop()
  }

  @Test func aSecondAnswerIsIgnored() async throws {
    let controlled = try await Controlled()
    let client = try controlled.connect()
    for number in 1...2 {
      try client.send(.control(.rescan))
      let held = try #require(try await controlled.commands.next())
      for _ in 0..<3 { held.answer(.success(done)) }
      #expect(try client.message() == answer(number, done))
    }
    #expect(try client.ping() == .reply(Reply(id: RequestID(3), outcome: .pong(nil))))
    await controlled.server.stop()
  }

  @Test func aClientThatEndsSendingGetsItsAnswer() async throws {
    let controlled = try await Controlled()
    let client = try controlled.connect()
    try client.send(.control(.rescan))
    try client.endSending()
    let held = try #require(try await controlled.commands.next())
    held.answer(.success(done))
    #expect(try client.message() == answer(1, done))
    #expect(try client.nextLine(timeout: .seconds(20)) == .ended)
    await controlled.server.stop()
  }

  @Test func whoWaitsAtTheEndIsTold() async throws {
    let controlled = try await Controlled()
    let client = try controlled.connect()
    let number = try client.send(.control(.reload))
    let held = try #require(try await controlled.commands.next())
    await controlled.server.stop()
    guard case .error(let error) = try client.message() else {
      Issue.record("no error")
      return
    }
    #expect(error.code == .shuttingDown && error.number == number)
    #expect(try client.message() == .bye(Bye(reason: "shutting_down")))
    held.answer(.success(done))  // the event loop has ended
  }

  @Test func anAnswerThatIsTooLongIsAnError() async throws {
    let controlled = try await Controlled()
    let client = try controlled.connect()
    try client.send(.control(.calibration(.list)))
    let held = try #require(try await controlled.commands.next())
    let text = String(repeating: "x", count: Limits.lineBytes)
    held.answer(.success(ControlReply(["text": .string(text)])))
    guard case .error(let error) = try client.message() else {
      Issue.record("no error")
      return
    }
    #expect(error.code == .notAvailable)
    await controlled.server.stop()
  }

  // What is not known is absent: never the last value.
  @Test func aMessageThatWasWithdrawnIsAnsweredNoMore() async throws {
    let server = try await Server()
    let client = try server.connect()
    func newest() throws -> Message? {
      _ = try client.ping()  // what was published before is there behind it
      try client.send(.get(.qibla))
      return try client.message()
    }
    try server.publishQibla(0)
    guard case .reply = try newest() else {
      Issue.record("no qibla")
      return
    }
    server.publisher.withdraw(.qibla)
    guard case .error(let error) = try newest() else {
      Issue.record("a withdrawn qibla")
      return
    }
    #expect(error.code == .notAvailable)
    // Who watches gets the next one, and nothing for the one that was withdrawn.
    try client.watch([.qibla: WatchOptions()])
    try server.publishQibla(1)
    #expect(try client.message() == .qibla(try qibla(1)))
    await server.stop()
  }

  // More users may read than control: with one limit for both, readers could use up every connection.
  @Test func readersDoNotKeepOutAControlClient() async throws {
    let controlled = try await Controlled(limits: PublisherLimits(clients: 2, controlClients: 2))
    let readers = [try controlled.server.connect(), try controlled.server.connect()]
    let first = try controlled.connect()
    let second = try controlled.connect()
    #expect(try second.ping() != nil)
    let third = try controlled.connect()
    guard case .error(let error) = try third.message() else {
      Issue.record("no error")
      return
    }
    #expect(error.code == .busy)
    #expect(try first.ping() != nil && readers.count == 2)
    await controlled.server.stop()
  }

  @Test func withoutARoomForTheControlSocketNothingIsLeft() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/control.sock"
    close(open(path, O_CREAT | O_WRONLY, 0o600))
    let publisher = Publisher(
      hello: Server.hello, socket: Server.place(directory.path),
      control: ControlSocket(group: nil, handler: Commands()), lossless: false, logger: .quiet)
    await #expect(throws: PublisherError.notASocket(path: path)) { try await publisher.start() }
    #expect(mode(of: directory.path + "/stream.sock") == nil)
    #expect(mode(of: path) == S_IFREG | 0o600)
  }
}
