import Glibc
import Publisher
import TestFiles
import Testing
import Wire

@testable import QiblaClient

struct ConnectionTests {
  @Test func withoutADaemonEveryPlaceThatWasTriedIsNamed() throws {
    let directory = try TemporaryDirectory()
    let paths = ["a", "b"].map { directory.path + "/\($0)" }
    let error = try #require(throws: ConnectionError.self) { try Connection(paths: paths) }
    #expect(error == .noDaemon(paths.map { .init(path: $0, errno: ENOENT) }))
    for path in paths { #expect(error.description.contains(path)) }
    #expect(error.description.contains("start one with qiblad"))
  }

  @Test func theFirstDaemonThatAnswersIsTaken() async throws {
    let directory = try TemporaryDirectory()
    let server = try await Server()
    let connection = try Connection(paths: [directory.path + "/none", server.path])
    #expect(connection.path == server.path)
    #expect(try Connection(socketDirectory: server.directory.path).path == server.path)
    await server.stop()
  }

  // In /tmp anybody can make the directory first, with a compass in it that lies.
  @Test func inAPublicPlaceOnlyTheUsersOwnDirectoryIsTrusted() async throws {
    let parent = try TemporaryDirectory()
    let path = parent.path + "/qiblad-1"
    mkdir(path, 0o700)
    let publisher = Publisher(
      hello: Server.hello, socket: Server.place(path), lossless: false, logger: .quiet)
    let socket = try await publisher.start()
    func connect(
      _ origin: SocketDirectory.Origin = .temporary, at path: String = path, user: UInt32 = getuid()
    ) throws -> Connection {
      try Connection(candidates: [SocketDirectory(path: path, origin: origin)], user: user)
    }
    func danger(at path: String = path, user: UInt32 = getuid()) -> SocketDirectory.Danger? {
      let error = #expect(throws: ConnectionError.self) { try connect(at: path, user: user) }
      guard case .noDaemon(let attempts) = error,
        case .notTrusted(path, let danger) = attempts.first?.reason
      else { return nil }
      return danger
    }
    #expect(try connect().path == socket)
    #expect(danger(user: getuid() + 1) == .foreign(owner: getuid()))
    // Whoever names a directory knows it.
    #expect(try connect(.option, user: getuid() + 1).path == socket)
    chmod(path, 0o770)
    #expect(danger() == .writableByOthers)
    chmod(path, 0o755)
    #expect(try connect().path == socket)
    symlink(path, parent.path + "/link")
    #expect(danger(at: parent.path + "/link") == .notADirectory)
    await publisher.stop(reason: "shutting_down")
  }

  @Test func aPublicDirectoryThatIsNotThereIsNoDanger() throws {
    let directory = SocketDirectory(path: "/nowhere/qiblad-1", origin: .temporary)
    let error = #expect(throws: ConnectionError.self) {
      try Connection(candidates: [directory], user: getuid())
    }
    #expect(error == .noDaemon([.init(path: directory.streamSocket, errno: ENOENT)]))
  }

  @Test func nothingToReadIsATimeout() async throws {
    let server = try await Server()
    let client = try server.connect()
    #expect(try client.nextLine(timeout: .zero) == .timeout)
    #expect(try client.nextMessage(timeout: .milliseconds(1)) == .timeout)
    await server.stop()
  }

  /// A socket at `path` with room for so many connections that are not accepted, and one more.
  private func listener(_ path: String, room: Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    withUnsafeBytes(of: address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        _ = bind(listener, $0.baseAddress, socklen_t(bytes.count))
      }
    }
    listen(listener, room)
    return listener
  }

  // A server that hangs: unix(7) lets `connect` wait for ever.
  @Test func aServerThatAcceptsNothingIsGivenUp() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/s"
    let listener = listener(path, room: 0)
    defer { close(listener) }
    let first = try Connection(paths: [path])
    #expect(throws: ConnectionError.noDaemon([.init(path: path, errno: EAGAIN)])) {
      try Connection(paths: [path])
    }
    withExtendedLifetime(first) {}
  }

  /// A connection whose server is this test.
  private func pair() throws -> (connection: Connection, server: Int32, TemporaryDirectory) {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/s"
    let listener = listener(path, room: 1)
    defer { close(listener) }
    let connection = try Connection(paths: [path])
    return (connection, accept(listener, nil, nil), directory)
  }

  private func write(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
  }

  @Test func linesComeByteForByteHoweverTheyAreCut() throws {
    let (connection, server, directory) = try pair()
    defer { _ = directory }
    for piece in ["{\"a\"", ":1}\n{}", "\n\n", "é", "\n{\"cut\":"] { write(piece, to: server) }
    close(server)
    for line in ["{\"a\":1}\n", "{}\n", "\n", "é\n"] {
      #expect(try connection.nextLine() == .value(Array(line.utf8)))
    }
    #expect(try connection.nextLine() == .ended)  // half a line is none
    #expect(try connection.nextLine() == .ended)
  }

  @Test func aLineThatIsNotUnderstoodDoesNotEndTheConnection() throws {
    let (connection, server, directory) = try pair()
    defer { _ = directory }
    write("nonsense\n{\"type\":\"bye\",\"reason\":\"a\"}\n", to: server)
    #expect(throws: ConnectionError.self) { try connection.nextMessage() }
    #expect(try connection.nextMessage() == .value(.bye(Bye(reason: "a"))))
    close(server)
  }

  @Test func aLineWithoutEndIsNotKept() throws {
    let (connection, server, directory) = try pair()
    defer { _ = directory }
    write(String(repeating: "a", count: Limits.lineBytes - 1) + "\n", to: server)
    #expect(try connection.nextLine().value?.count == Limits.lineBytes)
    write(String(repeating: "a", count: Limits.lineBytes + 1), to: server)
    #expect(throws: ConnectionError.lineTooLong) { try connection.nextLine() }
    close(server)
  }

  @Test func aServerThatIsGoneIsAnErrorAndNoSignal() throws {
    let (connection, server, directory) = try pair()
    defer { _ = directory }
    close(server)
    #expect(throws: ConnectionError.broken(call: "send", errno: EPIPE)) {
      try connection.send(.ping)
    }
  }
}
