import I2C
import ServiceManager

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
