import Glibc

/// A host and a port of the command line: `HOST:PORT`, `[IPv6]:PORT` or `PORT`.
struct NetworkAddress: Equatable, CustomStringConvertible {
  /// A name or an address.
  let host: String
  let port: UInt16

  var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  init(host: String, port: UInt16) { (self.host, self.port) = (host, port) }

  /// - Parameters:
  ///   - defaultHost: for a text that is a port only; `nil` where a host is needed.
  ///   - defaultPort: for a text that is a host only; `nil` where a port is needed.
  /// - Returns: `nil` for anything else.
  init?(parsing text: String, defaultHost: String? = nil, defaultPort: UInt16? = nil) {
    if let defaultHost, let port = Self.port(text[...]) {
      self.init(host: defaultHost, port: port)
      return
    }
    var rest = text[...]
    let host: Substring
    if rest.first == "[" {
      guard let end = rest.firstIndex(of: "]") else { return nil }
      host = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
    } else {
      host = rest.prefix { $0 != ":" }
      rest = rest.dropFirst(host.count)
    }
    guard !host.isEmpty, host.utf8.count <= 253, host.unicodeScalars.allSatisfy({ $0.value > 0x20 })
    else { return nil }
    if rest.isEmpty, let defaultPort {
      self.init(host: String(host), port: defaultPort)
    } else if rest.first == ":", let port = Self.port(rest.dropFirst()) {
      self.init(host: String(host), port: port)
    } else {
      return nil
    }
  }

  private static func port(_ text: Substring) -> UInt16? {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let port = UInt16(text), port > 0
    else { return nil }
    return port
  }

  /// An address of a socket, as the system calls take it.
  struct Resolved {
    private var storage = sockaddr_storage()
    private let length: socklen_t

    fileprivate init(_ address: UnsafePointer<sockaddr>, _ length: socklen_t) {
      self.length = length
      withUnsafeMutableBytes(of: &storage) {
        $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(length)))
      }
    }

    var family: Int32 { Int32(storage.ss_family) }

    /// Calls `body` with a pointer for `bind`, `connect` or `sendto`.
    func withAddress<R>(_ body: (UnsafePointer<sockaddr>?, socklen_t) -> R) -> R {
      withUnsafeBytes(of: storage) { bytes in
        bytes.withMemoryRebound(to: sockaddr.self) { body($0.baseAddress, length) }
      }
    }
  }

  /// Asks the system for the addresses of the host. Blocks while a name server does not answer.
  ///
  /// - Parameter kind: SOCK_STREAM or SOCK_DGRAM.
  /// - Returns: at least one, the one to try first in front.
  /// - Throws: `CommandFailure` with the reason of the system.
  func resolved(_ kind: __socket_type) throws(CommandFailure) -> [Resolved] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(kind.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, "\(port)", &hints, &list)
    defer { if let list { freeaddrinfo(list) } }
    var addresses: [Resolved] = []
    var entry = list
    while let info = entry?.pointee {
      if let address = info.ai_addr { addresses.append(Resolved(address, info.ai_addrlen)) }
      entry = info.ai_next
    }
    guard status == 0, !addresses.isEmpty else {
      throw CommandFailure("\(self): \(String(cString: gai_strerror(status)))")
    }
    return addresses
  }
}

/// A socket that is closed on exec and never blocks; −1 with `errno` where the system refuses it.
func openSocket(_ family: Int32, _ kind: __socket_type) -> Int32 {
  socket(family, Int32(kind.rawValue) | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
}

/// As `openSocket` for a descriptor that comes from another call.
func closeOnExecWithoutBlocking(_ descriptor: Int32) {
  _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
}
