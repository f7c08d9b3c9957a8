internal import Glibc

/// A path as a socket's address.
struct UnixAddress {
  let path: String
  private let address: sockaddr_un

  /// - Throws: `pathTooLong`; a NUL must end the path within the address.
  init(_ path: String) throws(PublisherError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let limit = MemoryLayout.size(ofValue: address.sun_path) - 1
    let bytes = Array(path.utf8)
    guard bytes.count <= limit else {
      throw .pathTooLong(path: path, length: bytes.count, limit: limit)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    self.path = path
    self.address = address
  }

  /// The path that a socket is bound to, for messages; empty where it has none.
  static func path(of descriptor: Int32) -> String {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let status = withUnsafeMutableBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        getsockname(descriptor, $0.baseAddress, &length)
      }
    }
    guard status == 0 else { return "" }
    return withUnsafeBytes(of: address.sun_path) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// Calls `body` with the address as `bind` and `connect` take it.
  func withPointer<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
    withUnsafeBytes(of: address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { addresses in
        guard let start = addresses.baseAddress else {
          preconditionFailure("an address is not empty")
        }
        return body(start, socklen_t(bytes.count))
      }
    }
  }
}
