/// An I²C bus with chips that have 8-bit registers: the transfers that every driver uses.
///
/// Use a bus from one thread only. The bus never repeats a failed transfer; the caller decides what
/// a failure means. After a failed write, the state of the chip is unknown.
package protocol I2CBus: AnyObject {
  /// Fills `bytes` from the registers from `register` on.
  ///
  /// On the wire: start, address, register, repeated start, address, bytes, stop. The chip
  /// increments the register number by itself. If that needs a bit in the register number, the
  /// caller sets it. An adapter without combined transfers splits the read, so that the chip can
  /// store a new measurement between two parts.
  ///
  /// - Parameters:
  ///   - address: 7 bits.
  ///   - bytes: not empty; unchanged or partly overwritten after a failure.
  func read(_ register: UInt8, of address: UInt8, into bytes: inout [UInt8]) throws(I2CError)

  /// Writes `bytes` to the registers from `register` on.
  ///
  /// On the wire: start, address, register, bytes, stop.
  ///
  /// - Parameters:
  ///   - address: 7 bits.
  ///   - bytes: not empty.
  func write(_ bytes: [UInt8], to register: UInt8, of address: UInt8) throws(I2CError)

  /// Reads from a chip without registers, without a write before.
  ///
  /// On the wire: start, address, bytes, stop.
  ///
  /// - Parameters:
  ///   - count: the number of bytes, from 1 to the size of `bytes`.
  ///   - bytes: filled from its beginning; unchanged or partly overwritten after a failure.
  /// - Throws: `.unsupported` if the adapter can only read registers.
  func receive(_ count: Int, from address: UInt8, into bytes: inout [UInt8]) throws(I2CError)

  /// Whether the adapter supports clock stretching. Without it, the adapter can read wrong bits
  /// without an error from a chip that holds the clock low.
  var canStretchClock: Bool { get }
}

extension I2CBus {
  package func receive(
    _ count: Int, from address: UInt8, into bytes: inout [UInt8]
  ) throws(I2CError) {
    throw .unsupported
  }

  package var canStretchClock: Bool { true }

  /// Reads one register. Allocates, so do not use it for sampling.
  package func read(_ register: UInt8, of address: UInt8) throws(I2CError) -> UInt8 {
    var byte: [UInt8] = [0]
    try read(register, of: address, into: &byte)
    return byte[0]
  }

  /// Writes one register. Allocates, so do not use it for sampling.
  package func write(_ value: UInt8, to register: UInt8, of address: UInt8) throws(I2CError) {
    try write([value], to: register, of: address)
  }
}
