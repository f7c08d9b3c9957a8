package import I2C

/// A bus that counts the transfers, bytes and clocks of another one.
package final class MeteredBus: I2CBus {
  /// Transfers, also those that failed.
  package private(set) var transfers = 0
  /// Transfers that no device acknowledged.
  package private(set) var refused = 0
  /// Bytes on the wire: addresses, register numbers and data.
  package private(set) var bytes = 0
  /// Clocks of the bus: nine for each byte, one for each start and stop.
  package private(set) var clocks = 0

  private let bus: any I2CBus
  private let spend: (_ clocks: Int) -> Void

  /// - Parameters:
  ///   - bus: carries the transfers.
  ///   - spend: called after each transfer with its clocks.
  package init(_ bus: any I2CBus, spend: @escaping (_ clocks: Int) -> Void = { _ in }) {
    self.bus = bus
    self.spend = spend
  }

  package func read(
    _ register: UInt8, of address: UInt8, into bytes: inout [UInt8]
  ) throws(I2CError) {
    let failure = attempt { () throws(I2CError) in
      try bus.read(register, of: address, into: &bytes)
    }
    try count(bytes: 3 + bytes.count, starts: 2, failure)
  }

  package func write(_ bytes: [UInt8], to register: UInt8, of address: UInt8) throws(I2CError) {
    let failure = attempt { () throws(I2CError) in
      try bus.write(bytes, to: register, of: address)
    }
    try count(bytes: 2 + bytes.count, starts: 1, failure)
  }

  package func receive(
    _ count: Int, from address: UInt8, into bytes: inout [UInt8]
  ) throws(I2CError) {
    let failure = attempt { () throws(I2CError) in
      try bus.receive(count, from: address, into: &bytes)
    }
    try self.count(bytes: 1 + count, starts: 1, failure)
  }

  package var canStretchClock: Bool { bus.canStretchClock }

  private func attempt(_ transfer: () throws(I2CError) -> Void) -> I2CError? {
    do throws(I2CError) {
      try transfer()
      return nil
    } catch { return error }
  }

  private func count(bytes: Int, starts: Int, _ failure: I2CError?) throws(I2CError) {
    var (bytes, starts) = (bytes, starts)
    if case .noAcknowledge? = failure {
      // The address, and the end.
      (bytes, starts) = (1, 1)
      refused += 1
    }
    let clocks = 9 * bytes + starts + 1
    transfers += 1
    self.bytes += bytes
    self.clocks += clocks
    spend(clocks)
    if let failure { throw failure }
  }
}
