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
