import Glibc
import QiblaClient
import TestFiles
import Testing
import Wire

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

  @Test func nothingToReadIsATimeout() async throws {
    let server = try await Server()
    let client = try server.connect()
    #expect(try client.nextLine(timeout: .zero) == .timeout)
    #expect(try client.nextMessage(timeout: .milliseconds(1)) == .timeout)
    await server.stop()
  }

  /// A connection whose server is this test.
  private func pair() throws -> (connection: Connection, server: Int32, TemporaryDirectory) {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/s"
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    withUnsafeBytes(of: address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        _ = bind(listener, $0.baseAddress, socklen_t(bytes.count))
      }
    }
    listen(listener, 1)
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
