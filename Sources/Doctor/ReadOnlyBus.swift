package import I2C

/// A bus that refuses every write, to identify chips while another program samples them.
///
/// A chip that must be woken up before it can be identified remains unknown.
package final class ReadOnlyBus: I2CBus {
  private let bus: any I2CBus

  package init(_ bus: any I2CBus) { self.bus = bus }

  package func read(
    _ register: UInt8, of address: UInt8, into bytes: inout [UInt8]
  ) throws(I2CError) {
    try bus.read(register, of: address, into: &bytes)
  }

  package func receive(
    _ count: Int, from address: UInt8, into bytes: inout [UInt8]
  ) throws(I2CError) {
    try bus.receive(count, from: address, into: &bytes)
  }

  package var canStretchClock: Bool { bus.canStretchClock }

  /// - Throws: `.unsupported`, always.
  package func write(_ bytes: [UInt8], to register: UInt8, of address: UInt8) throws(I2CError) {
    throw .unsupported
  }
}
