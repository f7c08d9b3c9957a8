import Dial
import Glibc
import QiblaClient
import Wire

/// How long a view waits for a line before it looks around, so that a silence is seen.
let peekTimeout = Duration.milliseconds(200)

/// A variable of the environment.
func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// What the dial and the plain lines need to know of the terminal.
var terminalStyle: Style {
  var variables: [String: String] = [:]
  for name in ["NO_COLOR", "TERM", "COLORTERM", "LC_ALL", "LC_CTYPE", "LANG"] {
    variables[name] = environment(name)
  }
  return Style(environment: variables)
}

/// Seconds since the program looked first, on a clock that only runs forwards.
func now() -> Double {
  let elapsed = ContinuousClock.now - start
  return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
}

private let start = ContinuousClock.now

extension Connection {
  /// The next message; a line that this program cannot read, from a newer daemon, is passed over.
  func nextUnderstood(timeout: Duration) throws -> Received<Message> {
    do { return try nextMessage(timeout: timeout) } catch .notUnderstood { return .interrupted }
  }
}
