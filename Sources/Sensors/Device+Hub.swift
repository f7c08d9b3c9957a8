import I2C
import Quantities
import Threads

extension Device {
  /// Packets that are read in a row: three reports of each kind, or what a hub has to say after a start.
  private static let most = 9

  /// Asks a hub for its reports, or has it start anew where it had been asked before and something went wrong.
  /// Neither is waited for: the other chips of the bus go on.
  ///
  /// - Throws: `.notTheChip` where what answers speaks no SHTP; `.bus`.
  func setUpHub(
    _ reports: HubReports, on bus: any I2CBus, clock: any MonotonicClock
  ) throws(DeviceError) {
    let header = try readHeader(on: bus)
    guard header.length == 0 || header.isPlausible else { throw .notTheChip }
    guard hub.hasRestarted || hub.isRestarting else {
      hub.isRestarting = true
      return try send(hub.reset(), on: bus)
    }
    (hub.hasRestarted, hub.isRestarting) = (false, false)
    for _ in 0..<Self.most {
      guard try readPacket(on: bus) != nil else { break }
    }
    try send(hub.withoutCalibration(), on: bus)
    for number in reports.numbers {
      try send(hub.request(number, interval: reports.interval), on: bus)
    }
  }

  /// Reads what a hub has measured since it was asked last.
  ///
  /// - Throws: `.restarted`; `.bus`, also for a packet that makes no sense.
  func pollHub(
    _ reports: HubReports, on bus: any I2CBus, clock: any MonotonicClock
  ) throws(DeviceError) -> Polled? {
    let time = clock.now
    var came: UInt8 = 0
    for _ in 0..<Self.most {
      // On a bus so slow that there is always another one the rest waits for the next look.
      guard clock.now.microseconds(since: time) < Int64(reports.interval),
        let packet = try readPacket(on: bus)
      else { break }
      switch packet {
      case .reports(let start): came |= hub.take(reports, from: start, into: &block)
      case .restart:
        hub.hasRestarted = true
        throw .restarted
      case .other: break
      // As good as an answer that was cut short: the bus counts it among its errors.
      case .malformed: throw .bus(.shortRead(address: address))
      }
    }
    guard came != 0, let measurement = try decode(came) else { return nil }
    return Polled(time: time, measurement: measurement, delay: chip.averagingDelay)
  }

  private func readHeader(on bus: any I2CBus) throws(DeviceError) -> SHTPHeader {
    try onBus(bus) { bus throws(I2CError) in
      try bus.receive(SHTPHeader.size, from: address, into: &hub.packet)
    }
    return SHTPHeader(hub.packet)
  }

  /// Reads the next packet: its header first, which stays where it is, then all of it.
  ///
  /// - Returns: `nil` where there is none.
  private func readPacket(on bus: any I2CBus) throws(DeviceError) -> SHTPPacket? {
    let header = try readHeader(on: bus)
    guard header.length > 0 else { return nil }
    guard header.isPlausible else { return .malformed }
    try onBus(bus) { bus throws(I2CError) in
      try bus.receive(header.length, from: address, into: &hub.packet)
    }
    // Somebody else may have read in between.
    return SHTPHeader(hub.packet) == header ? SHTPPacket(hub.packet) : .malformed
  }

  private func send(_ message: [UInt8], on bus: any I2CBus) throws(DeviceError) {
    try onBus(bus) { bus throws(I2CError) in
      try bus.write(Array(message.dropFirst()), to: message[0], of: address)
    }
  }
}
