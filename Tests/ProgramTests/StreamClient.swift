import Foundation
import Glibc
import Synchronization
import Testing

/// A client of the stream socket, on bare system calls: what a front end in any language is.
final class StreamClient: Sendable {
  /// How it reads.
  enum Appetite {
    case everything
    /// So many bytes at the most, then a pause of so many µs; 0 bytes: all that is there.
    case bites(upTo: Int, pause: UInt32)
    case nothing
  }

  private struct State {
    var bytes: [UInt8] = []
    var hasEnded = false
    /// When the first and the last bytes came.
    var arrivals: (first: ContinuousClock.Instant, last: ContinuousClock.Instant)?
  }

  /// Shared with the thread that reads.
  private final class Received: Sendable {
    let state = Mutex(State())
  }

  private let descriptor: Int32
  private let received = Received()

  /// Connects; there must be a daemon.
  init(_ path: String, _ appetite: Appetite = .everything) throws {
    descriptor = try connected(path)
    // The thread has a descriptor of its own, so that no number is closed under it.
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    switch appetite {
    case .nothing: Glibc.close(own)
    case .everything: Self.read(own, 65_536, 0, received)
    case .bites(let size, let pause): Self.read(own, size, pause, received)
    }
  }

  deinit { close() }

  private static func read(_ descriptor: Int32, _ size: Int, _ pause: UInt32, _ into: Received) {
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: size)
      while case let count = recv(descriptor, &buffer, size, 0), count > 0 {
        into.state.withLock { state in
          state.bytes += buffer[..<count]
          let now = ContinuousClock.now
          state.arrivals = (state.arrivals?.first ?? now, now)
        }
        if pause > 0 { usleep(pause) }
      }
      Glibc.close(descriptor)
      into.state.withLock { $0.hasEnded = true }
    }
  }

  func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    try #require(Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
  }

  /// Asks for every line of these topics.
  func watch(_ topics: [String] = ["reading", "event", "state", "qibla", "position"]) throws {
    let members = topics.map { "\"\($0)\":{}" }.joined(separator: ",")
    try send("{\"id\":1,\"do\":\"watch\",\"topics\":{\(members)}}\n")
  }

  /// Says that no request follows.
  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Goes away in both directions.
  func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// The server has closed the connection.
  var hasEnded: Bool { received.state.withLock { $0.hasEnded } }

  /// From the first bytes to the last so far; not the time in which a busy test did not look.
  var duration: Duration {
    received.state.withLock { state in state.arrivals.map { $0.last - $0.first } ?? .zero }
  }

  /// Every whole line so far.
  var lines: [Line] {
    let bytes = received.state.withLock { $0.bytes }
    return Line.split(bytes)
  }

  /// Every line, once the server has closed the connection.
  func linesToTheEnd(
    within limit: Duration = patience, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [Line] {
    try await eventually("the connection's end", within: limit, sourceLocation: sourceLocation) {
      hasEnded
    }
    return lines
  }

  /// The lines so far, once they are as `are` says.
  func lines(
    _ what: String, within limit: Duration = patience,
    sourceLocation: SourceLocation = #_sourceLocation, when are: ([Line]) -> Bool
  ) async throws -> [Line] {
    try await eventually(what, within: limit, sourceLocation: sourceLocation) {
      let lines = self.lines
      return are(lines) ? lines : nil
    }
  }
}

/// A connection to the socket at `path`.
private func connected(_ path: String) throws -> Int32 {
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  try #require(descriptor >= 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  let status = withUnsafeBytes(of: address) { bytes in
    bytes.withMemoryRebound(to: sockaddr.self) {
      connect(descriptor, $0.baseAddress, socklen_t(bytes.count))
    }
  }
  guard status == 0 else {
    let reason = String(cString: strerror(errno))
    Glibc.close(descriptor)
    throw NotConnected(reason: "\(path): \(reason)")
  }
  return descriptor
}

struct NotConnected: Error { let reason: String }
