import Dial
import Glibc
import QiblaClient
import Wire

/// How long a view waits for a line before it redraws, so that a silent daemon is shown.
let peekTimeout = Duration.milliseconds(200)

/// The value of an environment variable.
func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// The terminal's properties for the dial and the plain lines.
var terminalStyle: Style {
  var variables: [String: String] = [:]
  for name in ["NO_COLOR", "TERM", "COLORTERM", "LC_ALL", "LC_CTYPE", "LANG"] {
    variables[name] = environment(name)
  }
  return Style(environment: variables)
}

/// Seconds since the first call, by the monotonic clock.
func now() -> Double {
  let elapsed = ContinuousClock.now - start
  return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
}

private let start = ContinuousClock.now

extension Connection {
  /// From connecting to the `hello`: a daemon that has sent none by then does not answer. Source: chosen; one that runs
  /// sends it at once.
  static let greetingTimeout = Duration.seconds(5)

  /// The next message. Lines that this program cannot decode, from a newer daemon, are skipped.
  ///
  /// - Throws: `CommandFailure` for the `hello` of another protocol, else `ConnectionError`.
  func nextUnderstood(timeout: Duration) throws -> Received<Message> {
    do throws(ConnectionError) { return try nextMessage(timeout: timeout) } catch {
      guard case .notUnderstood(let reason) = error else { throw error }
      if case .otherProtocol = reason { throw CommandFailure("\(path): \(reason)") }
      return .interrupted
    }
  }
}

/// The message of a line; `nil` for one that this program cannot decode, as of a newer daemon.
func understood(_ line: [UInt8]) -> Message? {
  do throws(MessageError) { return try Message(parsing: line) } catch { return nil }
}
