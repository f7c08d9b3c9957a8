import BridgeFormats
import Glibc
import Wire

/// Writes each reading as sentences to all outputs.
struct NMEABridge: Bridge {
  let format: NMEAFormat
  let outputs: LineOutputs
  var simulation: SimulationGuard
  var log: HeadingLog

  mutating func take(_ event: DaemonEvent) throws {
    switch event {
    case .connected(let hello): simulation.take(hello)
    case .message(.reading(let reading)):
      guard simulation.allows else { return }
      log.take(reading)
      try outputs.write(format.bytes(for: reading, isSimulated: simulation.isSimulated))
    case .message: break
    case .lost: try outputs.write(format.bytesWithoutReading)
    }
  }

  mutating func serve() throws { try outputs.serve() }
  var descriptors: [pollfd] { outputs.descriptors }
  var deadline: ContinuousClock.Instant? { outputs.deadline }
  mutating func end() {
    // An output that takes nothing now is not waited for.
    _ = try? outputs.write(format.bytesWithoutReading)
    outputs.end()
  }
}
