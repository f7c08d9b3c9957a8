package import I2C

/// A bus of devices that are tables of registers, with faults by script.
package final class ScriptedBus: I2CBus {
  /// One transfer as a driver asked for it.
  package enum Transfer: Equatable, Sendable {
    case read(register: UInt8, count: Int, of: UInt8)
    case write([UInt8], to: UInt8, of: UInt8)
    case receive(count: Int, from: UInt8)
  }

  /// The 256 registers of each device on the bus, by address.
  package private(set) var devices: [UInt8: [UInt8]] = [:]
  /// How many dummy bytes a device sends before the data of each read; 0 by default.
  package var dummyBytes: [UInt8: Int] = [:]
  /// Which register follows one in a read, where it is not the next; by address and register.
  package var successors: [UInt8: [UInt8: UInt8]] = [:]
  /// Every transfer so far, failed ones too, in order.
  package private(set) var transfers: [Transfer] = []
  /// Called after each write was stored, to play a device that acts on it.
  package var onWrite: ((ScriptedBus, _ address: UInt8, _ register: UInt8, [UInt8]) -> Void)?
  /// The bytes that a device without registers sends, by address and number of bytes that are read;
  /// zeros follow where they are fewer.
  package var senders: [UInt8: (_ count: Int) -> [UInt8]] = [:]
  package var canStretchClock = true
  /// Called before each read is served, to play a device that changes by itself.
  package var onRead: ((ScriptedBus, _ address: UInt8, _ register: UInt8) -> Void)?

  private struct Fault {
    var error: I2CError
    var address: UInt8?
    var skip: Int
    var count: Int
  }
  private var faults: [Fault] = []

  package init() {}

  /// Puts a device on the bus: zeros but for `registers`.
  package func connect(_ address: UInt8, _ registers: [UInt8: UInt8] = [:]) {
    var table = [UInt8](repeating: 0, count: 256)
    for (register, value) in registers { table[Int(register)] = value }
    devices[address] = table
  }

  /// Takes a device off the bus.
  package func disconnect(_ address: UInt8) { devices[address] = nil }

  /// Sets the registers of a device on the bus, from `register` on.
  package func set(_ register: UInt8, of address: UInt8, to bytes: UInt8...) {
    set(register, of: address, to: bytes)
  }

  /// Sets the registers of a device on the bus, from `register` on.
  package func set(_ register: UInt8, of address: UInt8, to bytes: [UInt8]) {
    for (index, byte) in bytes.enumerated() {
      devices[address]?[Int(register &+ UInt8(truncatingIfNeeded: index))] = byte
    }
  }

  /// Lets transfers fail.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - address: at which device; `nil` means at each.
  ///   - skip: how many such transfers pass before.
  package func fail(_ error: I2CError, count: Int, at address: UInt8? = nil, after skip: Int = 0) {
    faults.append(Fault(error: error, address: address, skip: skip, count: count))
  }

  /// Ends every scripted fault.
  package func heal() { faults = [] }

  /// Removes the transfers so far.
  package func forgetTransfers() { transfers = [] }

  /// The writes so far, in order.
  package var writes: [Transfer] {
    transfers.filter { if case .write = $0 { true } else { false } }
  }

  package func read(
    _ register: UInt8, of address: UInt8, into bytes: inout [UInt8]
  ) throws(I2CError) {
    transfers.append(.read(register: register, count: bytes.count, of: address))
    try meetFault(at: address)
    onRead?(self, address, register)
    guard let table = devices[address] else { throw .noAcknowledge(address: address) }
    let dummies = dummyBytes[address] ?? 0
    let following = successors[address] ?? [:]
    var pointer = register
    for index in bytes.indices {
      guard index >= dummies else {
        bytes[index] = 0x7F
        continue
      }
      bytes[index] = table[Int(pointer)]
      pointer = following[pointer] ?? pointer &+ 1
    }
  }

  package func receive(
    _ count: Int, from address: UInt8, into bytes: inout [UInt8]
  ) throws(I2CError) {
    transfers.append(.receive(count: count, from: address))
    try meetFault(at: address)
    guard devices[address] != nil else { throw .noAcknowledge(address: address) }
    let sent = senders[address]?(count) ?? []
    for index in 0..<count { bytes[index] = index < sent.count ? sent[index] : 0 }
  }

  package func write(_ bytes: [UInt8], to register: UInt8, of address: UInt8) throws(I2CError) {
    transfers.append(.write(bytes, to: register, of: address))
    try meetFault(at: address)
    guard devices[address] != nil else { throw .noAcknowledge(address: address) }
    set(register, of: address, to: bytes)
    onWrite?(self, address, register, bytes)
  }

  private func meetFault(at address: UInt8) throws(I2CError) {
    for index in faults.indices where faults[index].address ?? address == address {
      if faults[index].skip > 0 {
        faults[index].skip -= 1
      } else if faults[index].count > 0 {
        faults[index].count -= 1
        throw faults[index].error
      }
    }
  }
}
