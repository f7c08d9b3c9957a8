import Glibc
import Logging
import ServiceManager
import Synchronization
import TestFiles
import Testing

@testable import Publisher

/// Sockets that the service manager made.
struct PassedSocketsTests {
  /// What the publisher logs for a passed socket.
  ///
  /// - Parameters:
  ///   - present: the socket's mode.
  ///   - configured: that of `[stream] mode`.
  private func lines(present: UInt32, configured: UInt32) async throws -> [String] {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/stream.sock"
    let socket = try BoundSocket(path: path, in: directory.path, mode: present)
    var passed = PassedSockets()
    passed.stream = socket.descriptor
    var place = Server.place(directory.path)
    place.mode = configured
    let kept = ClientLogTests.Keeper.Lines()
    let publisher = Publisher(
      hello: Server.hello, socket: place, passed: passed, lossless: false,
      logger: Logger(label: "test") { _ in ClientLogTests.Keeper(lines: kept) })
    let served = try await publisher.start()
    await publisher.stop(reason: "shutting_down")
    #expect(served == path && mode(of: path) == S_IFSOCK | present)
    withExtendedLifetime(directory) {}
    return kept.all.withLock { $0 }
  }

  @Test func aModeThatHasNoEffectIsAWarningWithTheUnitsSetting() async throws {
    let said = try await lines(present: 0o666, configured: 0o660)
    let warning = try #require(said.first { $0.hasPrefix("warning: ") })
    #expect(warning.contains("[stream] mode is 0660 and has no effect"))
    #expect(warning.contains("with mode 0666") && warning.contains("SocketMode=0660"))
  }

  @Test(arguments: [(0o666, 0o666), (0o660, 0o660), (0o660, 0o666)] as [(UInt32, UInt32)])
  func aSocketThatIsNoMoreOpenThanTheModeIsNone(present: UInt32, configured: UInt32) async throws {
    let said = try await lines(present: present, configured: configured)
    #expect(!said.contains { $0.hasPrefix("warning: ") })
  }
}
