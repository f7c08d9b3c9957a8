internal import Glibc

/// Opens a connection to the Unix socket at `path`.
///
/// - Returns: the descriptor, which is closed on exec, or the error of the system.
func connectedSocket(_ path: String) -> Result<Int32, ConnectFailure> {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  let bytes = Array(path.utf8)
  guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
    return .failure(ConnectFailure(errno: ENAMETOOLONG))
  }
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
  let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
  let descriptor = socket(AF_UNIX, kind, 0)
  guard descriptor >= 0 else { return .failure(ConnectFailure(errno: errno)) }
  let status = withUnsafeBytes(of: address) { bytes in
    bytes.withMemoryRebound(to: sockaddr.self) {
      connect(descriptor, $0.baseAddress, socklen_t(bytes.count))
    }
  }
  guard status == 0 else {
    let failure = ConnectFailure(errno: errno)
    close(descriptor)
    return .failure(failure)
  }
  return .success(descriptor)
}

/// The error of the system if there is no connection.
struct ConnectFailure: Error {
  var errno: Int32
}
