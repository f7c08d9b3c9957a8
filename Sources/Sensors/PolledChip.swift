package import I2C
package import Quantities
package import Threads

/// A chip at its address: sets it up, polls it, and verifies that its settings are unchanged.
///
/// Blocks while it uses the bus. Use it from one thread only. Polling does not allocate.
package final class PolledChip {
  package let chip: Chip
  /// The address on the bus, 7 bits.
  package let address: UInt8
  /// The bytes that set-up kept for decoding.
  private(set) var constants: [UInt8] = []
  /// Buffers for reads: dummy bytes and block, and dummy bytes and one register.
  var block: [UInt8]
  private var register: [UInt8]
  /// The buffer for the chip's second block; empty without one.
  private var secondBlock: [UInt8]
  /// The block without its dummy bytes, and the second block; used if the chip has one of them.
  private var data: [UInt8]
  /// The field's bytes (`slowField`) of the last measurement that was passed on.
  private var lastField: [UInt8]
  /// The block that was last taken as a new measurement, of a chip whose `ready` outlasts the read,
  /// and when it was read; `nil` after set-up.
  private var lastBlock: [UInt8]
  private var lastRead: Timestamp?
  private var nextVerified = 0
  /// When the next measurement was triggered; `nil` if none is.
  private var asked: Timestamp?
  /// Whether the last read of the data failed. A chip may then hold its data, and show nothing new, until all
  /// of it is read (AKM's data sheets, "Data Skip"; LOCK of the HMC5883L).
  private var isReadUnfinished = false
  /// The bridge's offset, for a chip whose film can be reversed.
  private var bridge = BridgeOffset()
  /// The state of the protocol with a hub.
  var hub = HubSession()
  /// The source of its firmware.
  let source: FirmwareSource

  /// The largest age of a measurement that is delivered, µs.
  /// Source: the largest delay that the heading filter uses (`SensorDelays.largest`).
  private static let largestDelay: Int64 = 150_000

  /// - Parameter source: called at each set-up of a chip that needs firmware.
  package init(
    _ chip: Chip, at address: UInt8, firmware source: @escaping FirmwareSource = { _ in nil }
  ) {
    self.chip = chip
    self.address = address
    self.source = source
    block = [UInt8](repeating: 0, count: chip.dummyBytes + chip.block.count)
    register = [UInt8](repeating: 0, count: chip.dummyBytes + 1)
    let more = chip.secondBlock?.count ?? 0
    secondBlock = [UInt8](repeating: 0, count: more)
    data = [UInt8](repeating: 0, count: chip.block.count + more)
    lastField = [UInt8](repeating: 0, count: chip.slowField?.count ?? 0)
    lastBlock = [UInt8](
      repeating: 0, count: chip.readyOutlastsRead ? chip.dummyBytes + chip.block.count : 0)
  }

  /// Reads a measurement, if there is a new one, and triggers the next.
  ///
  /// - Returns: `nil` if there is no new measurement. A measurement that was only for the bridge's
  ///   offset has no field. One that waited too long to be read, because of a suspend or of another
  ///   chip that held the bus, has no quantity.
  package func poll(on bus: any I2CBus, clock: any MonotonicClock) throws(ChipError)
    -> TimedMeasurement?
  {
    if let reports = chip.hub { return try pollHub(reports, on: bus, clock: clock) }
    // The last trigger failed: without another one the chip would be silent.
    guard chip.trigger.isEmpty || asked != nil else {
      try triggerNext(on: bus, clock: clock)
      return nil
    }
    var status: UInt8 = 0
    var isReady = true
    if let ready = chip.ready {
      status = try read(ready.register, on: bus)
      isReady = ready.matches(status)
      guard isReady || isReadUnfinished else { return nil }
    }
    let start = clock.now
    isReadUnfinished = true
    try onBus(bus) { bus throws(I2CError) in
      try bus.read(chip.block.first, of: address, into: &block)
      if let next = chip.secondBlock { try bus.read(next.first, of: address, into: &secondBlock) }
    }
    isReadUnfinished = false
    guard isReady else {
      try triggerNext(on: bus, clock: clock, pulse: bridge.missed())
      return nil
    }
    let end = clock.now
    let time = start.advanced(byMicroseconds: end.microseconds(since: start) / 2)
    guard !isRepeat(at: time) else { return nil }
    let decoded: Measurement?
    do {
      decoded = try decode(status)
    } catch {
      try triggerNext(on: bus, clock: clock, pulse: bridge.missed())
      throw error
    }
    guard var measurement = decoded else { return nil }
    let delay = delay(at: time)
    guard delay ?? 0 <= Self.largestDelay else {
      try triggerNext(on: bus, clock: clock, pulse: bridge.missed())
      return TimedMeasurement(time: time, measurement: Measurement(), delay: nil)
    }
    let pulse = takeOffset(off: &measurement, at: time)
    try triggerNext(on: bus, clock: clock, pulse: pulse)
    if !takeNewField() { measurement.magneticField = nil }
    return TimedMeasurement(time: time, measurement: measurement, delay: delay)
  }

  /// When the measurement ends that was triggered last, by the chip's `conversionTime`; `nil` for a chip that
  /// measures continuously, and if none is triggered.
  var conversionEnd: Timestamp? {
    guard let asked, let conversion = chip.conversionTime else { return nil }
    return asked.advanced(byMicroseconds: conversion)
  }

  /// The age of a measurement that is read at `time`, µs; `nil` if it is not known.
  ///
  /// A triggered measurement may have waited to be read. A chip that measures continuously is read
  /// within a sixteenth of its period, which is neglected.
  private func delay(at time: Timestamp) -> Int64? {
    guard let conversion = chip.conversionTime else { return chip.averagingDelay }
    guard let asked, let averaging = chip.averagingDelay else { return nil }
    return averaging + max(time.microseconds(since: asked) - conversion, 0)
  }

  /// Subtracts the bridge's offset from the field. Removes the field from a measurement that was
  /// only for the offset.
  private func takeOffset(
    off measurement: inout Measurement, at time: Timestamp
  ) -> BridgeOffset.Pulse? {
    guard chip.film != nil, let measured = measurement.magneticField else { return nil }
    let (field, pulse) = bridge.take(measured.microtesla, at: time)
    measurement.magneticField = field.map { MagneticField(microtesla: $0) }
    return pulse
  }

  func triggerNext(
    on bus: any I2CBus, clock: any MonotonicClock, pulse: BridgeOffset.Pulse? = nil
  ) throws(ChipError) {
    asked = nil
    do throws(ChipError) {
      if let film = chip.film, let pulse {
        for step in pulse == .forward ? film.forward : film.reverse {
          try run(step, on: bus, clock: clock)
        }
      }
      for step in chip.trigger { try run(step, on: bus, clock: clock) }
      asked = clock.now
    } catch {
      if pulse != nil { bridge.pulseFailed() }
      throw error
    }
  }

  /// Whether the block is the measurement that was read before: the same bytes, within five quarters
  /// of the chip's period.
  ///
  /// Later the chip has measured again: the bytes are a new measurement, also of a chip that is stuck.
  /// With a noise of 0.8 counts (`Chip.hmc5883L`) 5 % of the measurements repeat the one before, and
  /// are read about a quarter of a period late.
  private func isRepeat(at time: Timestamp) -> Bool {
    guard chip.readyOutlastsRead else { return false }
    let isSame = block.elementsEqual(lastBlock)
    let longest = Int64(1_250_000 / chip.rateHz)
    if isSame, let lastRead, time.microseconds(since: lastRead) < longest { return true }
    if !isSame {
      for index in block.indices { lastBlock[index] = block[index] }
    }
    lastRead = time
    return false
  }

  /// Whether the field in the block is a new measurement.
  private func takeNewField() -> Bool {
    guard let range = chip.slowField else { return true }
    guard !block[range].elementsEqual(lastField) else { return false }
    for (index, byte) in zip(lastField.indices, block[range]) { lastField[index] = byte }
    return true
  }

  /// Re-reads one of the verified registers, the next one with each call.
  ///
  /// - Throws: `.configurationLost` if its value has changed; `.bus`.
  package func verifyNext(on bus: any I2CBus) throws(ChipError) {
    guard !chip.verified.isEmpty else { return }
    let match = chip.verified[nextVerified]
    nextVerified = (nextVerified + 1) % chip.verified.count
    try require(match, on: bus, else: .configurationLost(match.register))
  }

  /// Discards the state of an earlier set-up.
  func restart() {
    constants = []
    nextVerified = 0
    bridge = BridgeOffset()
    (asked, lastRead, isReadUnfinished) = (nil, nil, false)
  }

  /// Stores constants of this individual chip for decoding.
  func keep(_ bytes: ArraySlice<UInt8>) { constants += bytes }

  /// The bytes of the last block that are counts of the sensor.
  package var counts: ArraySlice<UInt8> {
    chip.dummyBytes == 0 ? block[chip.counts] : data[chip.counts]
  }

  func decode(_ status: UInt8) throws(ChipError) -> Measurement? {
    do throws(DecodingError) {
      guard chip.dummyBytes > 0 || !secondBlock.isEmpty else {
        return try chip.decode(status, block, constants)
      }
      let count = chip.block.count
      for index in 0..<count { data[index] = block[index + chip.dummyBytes] }
      for index in secondBlock.indices { data[count + index] = secondBlock[index] }
      return try chip.decode(status, data, constants)
    } catch { throw .overflow }
  }

  func require(
    _ match: RegisterMatch, on bus: any I2CBus, else error: ChipError
  ) throws(ChipError) {
    guard match.matches(try read(match.register, on: bus)) else { throw error }
  }

  func read(_ number: UInt8, on bus: any I2CBus) throws(ChipError) -> UInt8 {
    try onBus(bus) { bus throws(I2CError) in
      try bus.read(number, of: address, into: &register)
    }
    return register[chip.dummyBytes]
  }

  func onBus(
    _ bus: any I2CBus, _ transfer: (any I2CBus) throws(I2CError) -> Void
  ) throws(ChipError) {
    do throws(I2CError) { try transfer(bus) } catch { throw .bus(error) }
  }
}

/// A measurement with the time at which it was read.
package struct TimedMeasurement: Equatable, Sendable {
  /// The middle of the transfer.
  package let time: Timestamp
  package let measurement: Measurement
  /// The age of the measurement at `time`, µs; `nil` if it is not known.
  package let delay: Int64?
}
