import Glibc
import JSON
import QiblaClient
import Testing
import Wire

@testable import Publisher

struct ConnectionLimitTests {
  @Test func aUserWithTooManyConnectionsIsToldSo() async throws {
    let server = try await Server(limits: PublisherLimits(clientsPerUser: 2, unlimitedUsers: []))
    var clients = [try server.connect(), try server.connect()]
    let third = try server.connect()
    let error = try #require(try third.object())
    #expect(error["code"] == .string("busy"))
    #expect(error["message"] == .string("user \(getuid()) has 2 connections already"))
    #expect(error["hint"]?.string?.contains("clients_per_user") == true)
    #expect(try third.nextLine(timeout: .seconds(20)) == .ended)
    clients.removeLast()
    try await server.waitForClients(1)
    #expect(try server.connect().ping() != nil)
    await server.stop()
  }

  // It has closed its side and reads none of its answers: the daemon keeps the connection for a while.
  @Test func aClientThatOnlyAsksAndNeverReadsIsCountedUntilItsConnectionIsClosed() async throws {
    let server = try await Server(limits: PublisherLimits(clientsPerUser: 2, unlimitedUsers: []))
    var silent: [Connection] = []
    for _ in 0..<2 {
      let client = try Connection(paths: [server.path])
      try client.send(text: String(repeating: "{\"do\":\"ping\"}\n", count: 20))
      #expect(shutdown(client.fileDescriptor, Int32(SHUT_WR)) == 0)
      silent.append(client)
    }
    try await server.waitForClients(2)
    try await Task.sleep(for: .milliseconds(200))
    #expect(server.publisher.clientCount == 2)
    #expect(try server.connect().object()?["code"] == .string("busy"))
    silent = []
    try await server.waitForClients(0)
    await server.stop()
  }

  @Test func theDaemonsOwnUserMayHaveAllConnections() async throws {
    let server = try await Server(limits: PublisherLimits(clientsPerUser: 1))
    let clients = [try server.connect(), try server.connect(), try server.connect()]
    for client in clients { #expect(try client.ping() != nil) }
    await server.stop()
  }

  // The error, and not a broken pipe: with a request unread the connection would be reset.
  @Test func aClientThatWritesFirstReadsWhyItIsNotLetIn() async throws {
    // Time enough for a client that writes while the machine is busy.
    let server = try await Server(limits: PublisherLimits(clients: 1, refusal: .seconds(60)))
    let first = try server.connect()
    for _ in 0..<20 {
      let client = try Connection(paths: [server.path])
      for _ in 0..<5 {
        try client.send(text: "watch\n")
        try await Task.sleep(for: .milliseconds(1))
      }
      #expect(try client.message() == .hello(Server.hello))
      guard case .error(let error) = try client.message() else {
        Issue.record("it was let in")
        continue
      }
      #expect(error.code == .busy)
      #expect(try client.nextLine(timeout: .seconds(20)) == .ended)
    }
    #expect(try first.ping() != nil)
    await server.stop()
  }

  // Front ends that all start at once: none of them has to try again.
  @Test func hundredsMayConnectBeforeTheFirstIsAccepted() async throws {
    let server = try await Server()
    let address = try UnixAddress(server.path)
    var descriptors: [Int32] = []
    defer { for descriptor in descriptors { close(descriptor) } }
    let kind = [SOCK_STREAM, SOCK_NONBLOCK, SOCK_CLOEXEC].reduce(0) { $0 | Int32($1.rawValue) }
    for _ in 0..<500 {
      let descriptor = socket(AF_UNIX, kind, 0)
      descriptors.append(descriptor)
      #expect(address.withPointer { connect(descriptor, $0, $1) } == 0)
    }
    try await server.waitForClients(500)
    await server.stop()
  }

  @Test func oneThatIsNotLetInAndStaysIsClosed() async throws {
    let server = try await Server(
      limits: PublisherLimits(clients: 1, refusal: .milliseconds(100)))
    let first = try server.connect()
    // More of them than are told at one time.
    var clients: [Connection] = []
    for _ in 0..<40 { clients.append(try Connection(paths: [server.path])) }
    for client in clients {
      #expect(try client.message() == .hello(Server.hello))
      #expect(try client.object()?["code"] == .string("busy"))
      #expect(try client.nextLine(timeout: .seconds(20)) == .ended)
    }
    let client = clients[0]
    let error = await #expect(throws: ConnectionError.self) {
      for _ in 0..<2000 {
        try client.send(text: "watch\n")
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    #expect(error == .broken(call: "send", errno: EPIPE))
    #expect(try first.ping() != nil)
    await server.stop()
  }
}
