import Glibc
import Testing

@testable import qibla_bridge

/// A socket that is bound to a free port of the loopback, and that port.
func loopbackSocket(_ type: __socket_type) throws -> (descriptor: Int32, port: UInt16) {
  let descriptor = openSocket(AF_INET, type)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  let isBound = withUnsafeMutableBytes(of: &address) { bytes in
    bytes.withMemoryRebound(to: sockaddr.self) {
      bind(descriptor, $0.baseAddress, size) == 0
        && getsockname(descriptor, $0.baseAddress, &size) == 0
    }
  }
  try #require(isBound, "errno \(errno)")
  return (descriptor, UInt16(bigEndian: address.sin_port))
}
