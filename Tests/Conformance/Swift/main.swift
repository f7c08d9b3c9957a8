// The client that scripts/conformance runs for QiblaClient: one line for each update.
//
//   conformance-client [--limited]    --limited: never waits long for an update, and waits again
import Glibc
import Quantities
import QiblaClient
import Wire

/// A number with three decimals; `-` where it is not known.
func fixed(_ value: Double?) -> String {
  guard let value else { return "-" }
  let thousandths = Int((value * 1000).rounded())
  let fraction = String(thousandths.magnitude % 1000)
  let zeros = String(repeating: "0", count: 3 - fraction.count)
  return (thousandths < 0 ? "-" : "") + "\(thousandths.magnitude / 1000).\(zeros)\(fraction)"
}

/// The line for a message; `nil` for none.
func line(_ message: Message) -> String? {
  switch message {
  case .reading(let reading):
    "reading seq=\(reading.sequence) t_us=\(reading.time.microseconds) "
      + "heading=\(fixed(reading.headingTrue?.degrees)) status=\(reading.status.rawValue)"
  case .event(let event): "event seq=\(event.sequence) name=\(event.name.rawValue)"
  case .state(let state, _): "state seq=\(state.sequence) status=\(state.status.rawValue)"
  case .qibla(let qibla): "qibla seq=\(qibla.sequence) target=\(qibla.target.name)"
  case .resync(let lost): "resync lost=\(lost)"
  case .bye(let bye): "bye reason=\(bye.reason)"
  default: nil
  }
}

let connection = ReconnectingConnection([
  .reading: WatchOptions(), .event: WatchOptions(), .state: WatchOptions(), .qibla: WatchOptions(),
])
let timeout: Duration? = CommandLine.arguments.contains("--limited") ? .milliseconds(100) : nil
var question: Int?
var isConnected = false
loop: do {
  while true {
    guard let update = try connection.next(timeout: timeout).value else { continue }
    switch update {
    case .connected(let hello, let isNewRun):
      isConnected = true
      print(
        "connected run=\(hello.runID) replay=\(hello.replay) simulated=\(hello.simulated) new_run=\(isNewRun)"
      )
      question = try connection.send(.get(.position))
    case .message(.reply(let reply), _) where reply.number == question: print("answer ok")
    case .message(.error(let error), _):
      print(error.number == question && question != nil ? "answer" : "error", error.code.rawValue)
    case .message(let message, let skipped):
      if let text = line(message) { print(text + (skipped > 0 ? " skipped=\(skipped)" : "")) }
      if case .bye(let bye) = message, bye.reason == "replay_ended" { break loop }
    case .disconnected:
      if isConnected { print("disconnected") }
      isConnected = false
    case .notUnderstood: break
    }
    fflush(nil)
  }
} catch {
  print("refused")
  let words = "conformance-client: \(error)\n"
  _ = words.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(1)
}
