internal import Glibc

/// s. A server that runs accepts at once; one that hangs lets its queue of connections fill. Source: chosen.
private let longestConnect = 1

/// Opens a connection to the Unix socket at `path`.
///
/// - Returns: the descriptor, which is closed on exec, or the error of the system: EAGAIN where the server has accepted
///   nothing for a second and more connections wait than it allows.
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
  limitWrites(of: descriptor, seconds: longestConnect)
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
  limitWrites(of: descriptor, seconds: 0)
  return .success(descriptor)
}

/// Sets how long a call may wait to write, which for a Unix socket is also how long `connect` waits (socket(7)); 0 for ever.
private func limitWrites(of descriptor: Int32, seconds: Int) {
  var limit = timeval(tv_sec: seconds, tv_usec: 0)
  // It fails for no socket; where it did, the call would wait.
  setsockopt(
    descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
}

/// The error of the system if there is no connection.
struct ConnectFailure: Error {
  var errno: Int32
}
