import Foundation
import Glibc
import Quantities
import Testing

@testable import PageServer

@Suite struct PlaceWatcherTests {
  @Test(.timeLimit(.minutes(2)))
  func aLineThatIsNoneOfADaemonIsInTheLogAndTheNextConnectionHasThePlace() async throws {
    let daemon = try FakeDaemon()
    let log = RecordedLog()
    let watcher = PlaceWatcher(socketDirectory: daemon.folder, logger: log.logger)
    let watching = Task { try await watcher.run() }
    var connections: [CInt] = []
    defer { for connection in connections { close(connection) } }
    for _ in 1...2 {
      connections.append(try await daemon.connection())
      send(connections[connections.count - 1], Array(repeating: UInt8(ascii: "x"), count: 70_000))
    }
    let next = try await daemon.connection()
    connections.append(next)
    #expect(log.messages == ["the daemon's position cannot be read: a line is too long"])
    let line =
      #"{"type":"position","seq":0,"t_us":0,"status":"assumed","latitude_deg":21.4225,"longitude_deg":39.8262}"#
    send(next, Array((line + "\n").utf8))
    let kaaba = try Coordinates(latitude: 21.4225, longitude: 39.8262)
    for _ in 0..<1000 where watcher.place != kaaba { try await Task.sleep(for: .milliseconds(20)) }
    #expect(watcher.place == kaaba)
    watching.cancel()
    await #expect(throws: CancellationError.self) { try await watching.value }
  }

  private func send(_ descriptor: CInt, _ bytes: [UInt8]) {
    // The watcher may have closed it before the end.
    _ = Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))
  }
}

/// A socket in a folder of its own where the daemon's would be.
private final class FakeDaemon: Sendable {
  let folder: String
  private let listener: CInt

  init() throws {
    // A socket's path may have 107 bytes.
    folder = "/tmp/page-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0)
    try #require(listener >= 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array("\(folder)/stream.sock".utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    try #require(isBound && listen(listener, 4) == 0)
  }

  deinit {
    close(listener)
    _ = try? FileManager.default.removeItem(atPath: folder)
  }

  /// The next connection; the caller closes it.
  func connection() async throws -> CInt {
    var descriptor: CInt = -1
    for _ in 0..<1000 where descriptor < 0 {
      descriptor = accept(listener, nil, nil)
      if descriptor < 0 { try await Task.sleep(for: .milliseconds(20)) }
    }
    try #require(descriptor >= 0)
    return descriptor
  }
}
