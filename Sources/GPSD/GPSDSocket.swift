private import Glibc

/// A TCP connection whose reads and writes never block; closed when it is deallocated.
final class GPSDSocket {
  /// s for one address of the host: its first request and two repetitions go out in this time (RFC
  /// 6298: after 1 s and 3 s).
  static let longestConnect = 5

  private let descriptor: Int32

  /// Connects to the first address of the host that answers, whether of IPv4 or IPv6.
  ///
  /// Blocks while the name is looked up, which the system does for minutes where no name server
  /// answers; then for `longestConnect` at most for each address.
  ///
  /// - Parameter isStopped: asked ten times a second; true ends the attempt with `stopped`.
  init(host: String, port: UInt16, isStopped: () -> Bool) throws(GPSDError) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let failure = getaddrinfo(host, String(port), &hints, &list)
    guard failure == 0 else {
      throw .unknownHost(reason: String(cString: gai_strerror(failure)))
    }
    defer { freeaddrinfo(list) }
    var (next, error) = (list, GPSDError.unknownHost(reason: "it has no address"))
    while let address = next?.pointee {
      next = address.ai_next
      do throws(GPSDError) {
        descriptor = try Self.connected(to: address, isStopped)
        return
      } catch let other {
        guard other != .stopped else { throw other }
        error = other
      }
    }
    throw error
  }

  deinit { close(descriptor) }

  private static func connected(
    to address: addrinfo, _ isStopped: () -> Bool
  ) throws(GPSDError) -> Int32 {
    let flags = Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(address.ai_family, address.ai_socktype | flags, address.ai_protocol)
    guard descriptor >= 0 else { throw .system(errno: errno) }
    do throws(GPSDError) {
      let status = connect(descriptor, address.ai_addr, address.ai_addrlen)
      if status != 0 {
        guard errno == EINPROGRESS else { throw .system(errno: errno) }
        try waitUntilConnected(descriptor, isStopped)
      }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func waitUntilConnected(
    _ descriptor: Int32, _ isStopped: () -> Bool
  ) throws(GPSDError) {
    for _ in 0..<(longestConnect * 10) {
      guard !isStopped() else { throw .stopped }
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&request, 1, 100) > 0 else { continue }
      var (code, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
      guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else {
        throw .system(errno: errno)
      }
      guard code == 0 else { throw .system(errno: code) }
      return
    }
    throw .noAnswer(seconds: longestConnect)
  }

  /// Waits up to `milliseconds` for bytes; true where there are any, also at the end of the stream.
  func wait(milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }

  /// Reads the bytes that have arrived into `buffer`.
  ///
  /// - Returns: how many bytes; 0 where none has arrived.
  func read(into buffer: inout [UInt8]) throws(GPSDError) -> Int {
    let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
    guard count != 0 else { throw .closed }
    guard count < 0 else { return count }
    guard errno == EAGAIN || errno == EINTR else { throw .system(errno: errno) }
    return 0
  }

  /// Sends a request of some bytes, for which a connection always has room unless the other end
  /// hangs. Then the request is not sent, and the timeout ends the connection.
  func send(_ text: String) throws(GPSDError) {
    let bytes = Array(text.utf8)
    let sent = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    guard sent != bytes.count else { return }
    guard sent < 0 else { throw .closed }
    guard errno == EAGAIN else { throw .system(errno: errno) }
  }
}
