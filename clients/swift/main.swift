// A compass in Swift: prints what qiblad streams, until Ctrl-C or the end of a recording.
import Glibc
import Quantities
import QiblaClient
import Wire

func text(_ value: Double?) -> String { value.map { "\($0)" } ?? "unknown" }

var kind = ""
for try await update in Updates([.reading: WatchOptions(rateHz: 10), .event: WatchOptions()]) {
  switch update {
  case .connected(let hello, _):
    kind = hello.replay ? "  REPLAY" : hello.simulated ? "  SIMULATED" : ""
  case .message(.reading(let reading), _):  // what is not known is nil
    let heading = "heading \(text(reading.headingTrue?.degrees)) ± \(text(reading.error68Degrees))"
    print("\(heading)  Qibla \(text(reading.pointer?.degrees))  \(reading.status)\(kind)")
  case .message(.event(let event), _): print("event \(event.name.rawValue)")
  case .message(.bye(let bye), _) where bye.reason == "replay_ended": exit(0)
  case .disconnected(let reason, _):
    print("no compass: \(reason.map { "\($0)" } ?? "the daemon closed the connection")")
  case .message, .notUnderstood: break
  }
  fflush(nil)
}
