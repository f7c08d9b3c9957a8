import I2C
import Quantities
import Threads

extension PolledChip {
  /// The largest number of packets to read in one poll: three reports of each kind, or the messages
  /// of a hub after a start.
  private static let maximumPackets = 9

  /// Requests a hub's reports, or resets a hub that failed after an earlier request. Does not wait
  /// for either, so that the other chips of the bus are read meanwhile.
  ///
  /// - Throws: `.notTheChip` if the answer is not SHTP; `.bus`.
  func setUpHub(
    _ reports: HubReports, on bus: any I2CBus, clock: any MonotonicClock
  ) throws(ChipError) {
    let header = try readHeader(on: bus)
    guard header.length == 0 || header.isPlausible else { throw .notTheChip }
    guard hub.hasRestarted || hub.isRestarting else {
      hub.isRestarting = true
      return try send(hub.reset(), on: bus)
    }
    (hub.hasRestarted, hub.isRestarting) = (false, false)
    for _ in 0..<Self.maximumPackets {
      guard try readPacket(on: bus) != nil else { break }
    }
    try send(hub.withoutCalibration(), on: bus)
    for number in reports.numbers {
      try send(hub.request(number, interval: reports.interval), on: bus)
    }
  }

  /// Reads the reports that a hub has made since the last poll.
  ///
  /// - Throws: `.restarted`; `.bus`, also for a malformed packet.
  func pollHub(
    _ reports: HubReports, on bus: any I2CBus, clock: any MonotonicClock
  ) throws(ChipError) -> TimedMeasurement? {
    let time = clock.now
    var came: UInt8 = 0
    for _ in 0..<Self.maximumPackets {
      // On a slow bus there can always be another packet; the rest is read in the next poll.
      guard clock.now.microseconds(since: time) < Int64(reports.interval),
        let packet = try readPacket(on: bus)
      else { break }
      switch packet {
      case .reports(let start): came |= hub.take(reports, from: start, into: &block)
      case .restart:
        hub.hasRestarted = true
        throw .restarted
      case .other: break
      // Counted among the bus's errors, like an incomplete answer.
      case .malformed: throw .bus(.shortRead(address: address))
      }
    }
    guard came != 0, let measurement = try decode(came) else { return nil }
    return TimedMeasurement(time: time, measurement: measurement, delay: chip.averagingDelay)
  }

  private func readHeader(on bus: any I2CBus) throws(ChipError) -> SHTPHeader {
    try onBus(bus) { bus throws(I2CError) in
      try bus.receive(SHTPHeader.size, from: address, into: &hub.packet)
    }
    return SHTPHeader(hub.packet)
  }

  /// Reads the next packet. First its header is read, which leaves the packet in the hub, then all
  /// of it.
  ///
  /// - Returns: `nil` if there is no packet.
  private func readPacket(on bus: any I2CBus) throws(ChipError) -> SHTPPacket? {
    let header = try readHeader(on: bus)
    guard header.length > 0 else { return nil }
    guard header.isPlausible else { return .malformed }
    try onBus(bus) { bus throws(I2CError) in
      try bus.receive(header.length, from: address, into: &hub.packet)
    }
    // Another program may have read a packet in between; then it is malformed.
    return SHTPPacket(hub.packet, announcedBy: header)
  }

  private func send(_ message: [UInt8], on bus: any I2CBus) throws(ChipError) {
    try onBus(bus) { bus throws(I2CError) in
      try bus.write(Array(message.dropFirst()), to: message[0], of: address)
    }
  }
}
