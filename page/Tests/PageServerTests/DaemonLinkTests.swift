import Glibc
import NIOCore
import Testing

@testable import PageServer

/// A connection to a daemon that hangs.
@Suite struct DaemonLinkTests {
  private struct Enough: Error {}

  // Else no browser would get the bell, and no browser that has left would be noticed.
  @Test(.timeLimit(.minutes(2)))
  func aDaemonThatSendsNothingIsAnEmptyBufferEachSecondAndItsNextBytesAreHandedOver() async throws {
    let daemon = try FakeDaemon()
    let link = try DaemonLink("{}\n", socketDirectory: daemon.folder)
    let connection = try await daemon.connection()
    defer { close(connection) }
    let begun = ContinuousClock.now
    var sizes: [Int] = []
    do {
      try await link.withBytes { bytes in
        sizes.append(bytes.readableBytes)
        if sizes.count == 2 { _ = send(connection, "abc", 3, CInt(MSG_NOSIGNAL)) }
        if bytes.readableBytes > 0 { throw Enough() }
      }
    } catch is Enough {}
    #expect(sizes.prefix(2) == [0, 0] && sizes.last == 3, "\(sizes)")
    #expect(ContinuousClock.now - begun >= .milliseconds(1900))
  }
}
