import I2C
import Sensors
import ServiceManager
import Threads

/// A bus whose transfers count as progress of its thread: one that does not return, or a thread that makes none
/// any more, is so noticed by the watchdog.
final class WatchedBus: I2CBus {
  private let bus: any I2CBus
  private let heartbeat: Heartbeat

  init(_ bus: any I2CBus, _ heartbeat: Heartbeat) {
    (self.bus, self.heartbeat) = (bus, heartbeat)
  }

  func read(_ register: UInt8, of address: UInt8, into bytes: inout [UInt8]) throws(I2CError) {
    defer { heartbeat.beat() }
    try bus.read(register, of: address, into: &bytes)
  }

  func write(_ bytes: [UInt8], to register: UInt8, of address: UInt8) throws(I2CError) {
    defer { heartbeat.beat() }
    try bus.write(bytes, to: register, of: address)
  }

  func receive(_ count: Int, from address: UInt8, into bytes: inout [UInt8]) throws(I2CError) {
    defer { heartbeat.beat() }
    try bus.receive(count, from: address, into: &bytes)
  }

  var canStretchClock: Bool { bus.canStretchClock }
}

extension BusThread {
  /// A thread whose loop the watchdog knows from its first round on: where the system refuses the thread, no loop is
  /// there that could make progress.
  ///
  /// - Parameter makeRunner: called on the thread, with what counts its rounds.
  convenience init(
    of bus: SampledBus, gate: Gate, loops: Heartbeats,
    _ makeRunner: @escaping @Sendable (Heartbeat) -> BusRunner
  ) {
    let heartbeat = Heartbeat("the thread of I2C bus \(bus.place.label)")
    self.init(gate: gate, whileClosed: heartbeat.beat) {
      loops.add(heartbeat)
      return makeRunner(heartbeat)
    }
  }
}
