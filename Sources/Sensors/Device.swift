package import I2C
package import Quantities
package import Threads

/// A chip at its address: sets it up, polls it, watches whether it still is what was set up.
///
/// Blocks while it uses the bus; one thread has it. Polling allocates nothing.
package final class Device {
  package let chip: Chip
  /// Of 7 bits.
  package let address: UInt8
  /// What set-up kept.
  private(set) var constants: [UInt8] = []
  /// Where a read puts its bytes: dummies and block, and dummies and one register.
  var block: [UInt8]
  private var register: [UInt8]
  /// The block without dummies, where there are any.
  private var data: [UInt8]
  /// The bytes of the field that was handed on last, where `slowField` says which these are.
  private var lastField: [UInt8]
  private var nextVerified = 0
  /// When the measurement that will be read next was asked for.
  private var asked: Timestamp?
  /// Of a chip whose film can be reversed.
  private var bridge = BridgeOffset()
  /// The conversation with a hub.
  var hub = HubSession()
  /// Where its firmware comes from.
  let source: FirmwareSource

  /// - Parameter source: asked at each set-up of a chip that needs firmware.
  package init(
    _ chip: Chip, at address: UInt8, firmware source: @escaping FirmwareSource = { _ in nil }
  ) {
    self.chip = chip
    self.address = address
    self.source = source
    block = [UInt8](repeating: 0, count: chip.dummyBytes + chip.block.count)
    register = [UInt8](repeating: 0, count: chip.dummyBytes + 1)
    data = [UInt8](repeating: 0, count: chip.block.count)
    lastField = [UInt8](repeating: 0, count: chip.slowField?.count ?? 0)
  }

  /// Reads a measurement, if there is a new one, and asks for the next.
  ///
  /// - Returns: `nil` where nothing new was measured; without a field where what was measured only told the
  ///   offset of the bridge.
  package func poll(on bus: any I2CBus, clock: any MonotonicClock) throws(DeviceError) -> Polled? {
    if let reports = chip.hub { return try pollHub(reports, on: bus, clock: clock) }
    var status: UInt8 = 0
    if let ready = chip.ready {
      status = try read(ready.register, on: bus)
      guard ready.matches(status) else { return nil }
    }
    let start = clock.now
    try onBus(bus) { bus throws(I2CError) in
      try bus.read(chip.block.first, of: address, into: &block)
    }
    let end = clock.now
    let time = start.advanced(byMicroseconds: end.microseconds(since: start) / 2)
    let decoded: Measurement?
    do {
      decoded = try decode(status)
    } catch {
      try askForNext(on: bus, clock: clock, pulse: bridge.missed())
      throw error
    }
    guard var measurement = decoded else { return nil }
    let delay = delay(at: time)
    let pulse = takeOffset(off: &measurement, at: time)
    try askForNext(on: bus, clock: clock, pulse: pulse)
    if !takeNewField() { measurement.magneticField = nil }
    return Polled(time: time, measurement: measurement, delay: delay)
  }

  /// µs by which a measurement that is read at `time` is older; `nil` where that is unknown.
  ///
  /// One that was asked for may have waited until it was read. One of a chip that measures by itself is read
  /// within a sixteenth of its period, which is left out.
  private func delay(at time: Timestamp) -> Int64? {
    guard let conversion = chip.conversionTime else { return chip.averagingDelay }
    guard let asked, let averaging = chip.averagingDelay else { return nil }
    return averaging + max(time.microseconds(since: asked) - conversion, 0)
  }

  /// Takes the bridge's offset off a field, or the field out of a measurement that only tells the offset.
  private func takeOffset(
    off measurement: inout Measurement, at time: Timestamp
  ) -> BridgeOffset.Pulse? {
    guard chip.film != nil, let measured = measurement.magneticField else { return nil }
    let (field, pulse) = bridge.take(measured.microtesla, at: time)
    measurement.magneticField = field.map { MagneticField(microtesla: $0) }
    return pulse
  }

  func askForNext(
    on bus: any I2CBus, clock: any MonotonicClock, pulse: BridgeOffset.Pulse? = nil
  ) throws(DeviceError) {
    do throws(DeviceError) {
      if let film = chip.film, let pulse {
        for step in pulse == .forward ? film.forward : film.reverse {
          try run(step, on: bus, clock: clock)
        }
      }
      asked = nil
      for step in chip.trigger { try run(step, on: bus, clock: clock) }
      asked = clock.now
    } catch {
      if pulse != nil { bridge.pulseFailed() }
      throw error
    }
  }

  /// Whether the field of the block is a new measurement.
  private func takeNewField() -> Bool {
    guard let range = chip.slowField else { return true }
    guard !block[range].elementsEqual(lastField) else { return false }
    for (index, byte) in zip(lastField.indices, block[range]) { lastField[index] = byte }
    return true
  }

  /// Re-reads one of the registers that have to stay as set up, the next one with each call.
  ///
  /// - Throws: `.configurationLost` where it did not; `.bus`.
  package func verifyNext(on bus: any I2CBus) throws(DeviceError) {
    guard !chip.verified.isEmpty else { return }
    let match = chip.verified[nextVerified]
    nextVerified = (nextVerified + 1) % chip.verified.count
    try require(match, on: bus, else: .configurationLost(match.register))
  }

  /// Forgets what an earlier set-up left.
  func restart() {
    constants = []
    nextVerified = 0
    bridge = BridgeOffset()
    asked = nil
  }

  /// Keeps constants of this very chip for decoding.
  func keep(_ bytes: ArraySlice<UInt8>) { constants += bytes }

  /// The bytes of the last block that are counts of the sensor.
  package var counts: ArraySlice<UInt8> {
    chip.dummyBytes == 0 ? block[chip.counts] : data[chip.counts]
  }

  func decode(_ status: UInt8) throws(DeviceError) -> Measurement? {
    do throws(DecodingError) {
      guard chip.dummyBytes > 0 else { return try chip.decode(status, block, constants) }
      for index in data.indices { data[index] = block[index + chip.dummyBytes] }
      return try chip.decode(status, data, constants)
    } catch { throw .overflow }
  }

  func require(
    _ match: RegisterMatch, on bus: any I2CBus, else error: DeviceError
  ) throws(DeviceError) {
    guard match.matches(try read(match.register, on: bus)) else { throw error }
  }

  func read(_ number: UInt8, on bus: any I2CBus) throws(DeviceError) -> UInt8 {
    try onBus(bus) { bus throws(I2CError) in
      try bus.read(number, of: address, into: &register)
    }
    return register[chip.dummyBytes]
  }

  func onBus(
    _ bus: any I2CBus, _ transfer: (any I2CBus) throws(I2CError) -> Void
  ) throws(DeviceError) {
    do throws(I2CError) { try transfer(bus) } catch { throw .bus(error) }
  }
}

/// A measurement and when it was read.
package struct Polled: Equatable, Sendable {
  /// The middle of the transfer.
  package let time: Timestamp
  package let measurement: Measurement
  /// µs by which what was measured is older than `time`; `nil` where that is unknown.
  package let delay: Int64?
}

/// Why a chip gives no measurement.
package enum DeviceError: Error, Equatable, Sendable {
  case bus(I2CError)
  /// Another chip answers, or this one no longer says who it is.
  case notTheChip
  /// What the chip has to be given at each start is not there; nothing was written.
  case noFirmware(Firmware)
  /// It holds the clock down, and the bus does not wait for it; nothing was written.
  case noClockStretching
  /// A hub has started anew: what it measures has to be asked for again.
  case restarted
  /// A register did not become ready in time during set-up.
  case notReady(UInt8)
  /// A register is no longer as set up: the chip lost its power for a moment.
  case configurationLost(UInt8)
  /// The field, or the motion, is beyond the range.
  case overflow
}
