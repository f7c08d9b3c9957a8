/// A bus with devices that have registers of eight bits: the wire contract of every driver.
///
/// One thread uses a bus. No call is repeated by the bus itself: whoever sets up or samples a device
/// decides what a failure means. What a failed write did to the device is unknown.
package protocol I2CBus: AnyObject {
  /// Reads as many bytes as `bytes` has into it, beginning at `register`.
  ///
  /// On the wire: start, address, register, repeated start, address, bytes, stop. The device counts
  /// its registers up by itself; where it wants a bit in the register number for that, the caller
  /// sets it. An adapter without combined transfers splits the read into pieces, so that the device
  /// may put a new measurement between two of them.
  ///
  /// - Parameters:
  ///   - address: of 7 bits.
  ///   - bytes: not empty; unchanged or partly overwritten after a failure.
  func read(_ register: UInt8, of address: UInt8, into bytes: inout [UInt8]) throws(I2CError)

  /// Writes `bytes` to the registers from `register` on.
  ///
  /// On the wire: start, address, register, bytes, stop.
  ///
  /// - Parameters:
  ///   - address: of 7 bits.
  ///   - bytes: not empty.
  func write(_ bytes: [UInt8], to register: UInt8, of address: UInt8) throws(I2CError)

  /// Reads from a device without registers: nothing is sent to it before.
  ///
  /// On the wire: start, address, bytes, stop.
  ///
  /// - Parameters:
  ///   - count: how many; from 1 on and not more than `bytes` has.
  ///   - bytes: filled from its beginning; unchanged or partly overwritten after a failure.
  /// - Throws: `.unsupported` where the adapter can only read registers.
  func receive(_ count: Int, from address: UInt8, into bytes: inout [UInt8]) throws(I2CError)

  /// Whether the adapter waits for a device that holds the clock down. One that does not may read wrong bits
  /// from such a device without an error.
  var canStretchClock: Bool { get }
}

extension I2CBus {
  package func receive(
    _ count: Int, from address: UInt8, into bytes: inout [UInt8]
  ) throws(I2CError) {
    throw .unsupported
  }

  package var canStretchClock: Bool { true }

  /// Reads one register; allocates, and so is not for sampling.
  package func read(_ register: UInt8, of address: UInt8) throws(I2CError) -> UInt8 {
    var byte: [UInt8] = [0]
    try read(register, of: address, into: &byte)
    return byte[0]
  }

  /// Writes one register; allocates, and so is not for sampling.
  package func write(_ value: UInt8, to register: UInt8, of address: UInt8) throws(I2CError) {
    try write([value], to: register, of: address)
  }
}
