import Glibc
import Testing

@testable import qibla_bridge

/// Lines into a socket whose reader is slow.
@Suite struct PendingBytesTests {
  private let ends: [Int32]

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    self.ends = ends
  }

  private func received() -> Int {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var count = 0
    while case let more = recv(ends[1], &buffer, buffer.count, Int32(MSG_DONTWAIT)), more > 0 {
      count += more
    }
    return count
  }

  @Test func nothingIsLostOrDoubledOfWhatWasTaken() {
    defer { for end in ends { close(end) } }
    var pending = PendingBytes()
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: 999) + [UInt8(ascii: "\n")]
    var taken = 0
    // Until the kernel takes no more and the own limit is reached as well.
    while pending.append(line) {
      taken += line.count
      _ = pending.flush(to: ends[0])
    }
    #expect(!pending.isEmpty && pending.stalled > .zero)
    var arrived = 0
    while !pending.isEmpty {
      arrived += received()
      _ = pending.flush(to: ends[0])
    }
    arrived += received()
    #expect(arrived == taken)
    #expect(pending.stalled == .zero)
  }

  @Test func aReaderThatIsGoneIsReported() {
    defer { close(ends[0]) }
    close(ends[1])
    var pending = PendingBytes()
    let isTaken = pending.append([1])
    #expect(isTaken)
    guard case .broken(EPIPE) = pending.flush(to: ends[0]) else {
      Issue.record("the end of the reader was not noticed")
      return
    }
  }
}
