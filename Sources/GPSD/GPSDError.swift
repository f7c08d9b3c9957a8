private import Glibc

/// Why there is no connection to gpsd.
enum GPSDError: Error, Equatable, CustomStringConvertible {
  /// The host's name has no address; the text is the resolver's.
  case unknownHost(reason: String)
  /// The system refused, or the connection broke: an `errno`.
  case system(errno: Int32)
  /// The host did not answer within so many s.
  case noAnswer(seconds: Int)
  /// The other end has closed it.
  case closed
  /// The caller ended the attempt to connect.
  case stopped
  /// gpsd sent nothing for long, and does not answer a request either.
  case silent
  /// The server sent lines that are not gpsd's, and none that is.
  case notGPSD(reason: String)

  var description: String {
    switch self {
    case .unknownHost(let reason): reason
    case .system(let errno): String(cString: strerror(errno))
    case .noAnswer(let seconds): "the host did not answer within \(seconds) s"
    case .closed: "the connection was closed"
    case .stopped: "the attempt was ended"
    case .silent: "it does not answer"
    case .notGPSD(let reason): "what answers there is not gpsd: \(reason)"
    }
  }

  /// The kind of obstacle, on which the user's remedy depends.
  var obstacle: GPSDStatus.Obstacle {
    switch self {
    case .unknownHost: .unknownHost
    case .noAnswer, .system(EHOSTUNREACH), .system(ENETUNREACH), .system(ETIMEDOUT): .noAnswer
    case .system(ECONNREFUSED): .refused
    case .notGPSD: .notGPSD
    case .system, .closed, .stopped, .silent: .other
    }
  }
}
