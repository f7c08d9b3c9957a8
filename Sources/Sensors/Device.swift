package import I2C
package import Quantities

/// A chip at its address: sets it up, polls it, watches whether it still is what was set up.
///
/// Blocks while it uses the bus; one thread has it. Polling allocates nothing.
package final class Device {
  package let chip: Chip
  /// Of 7 bits.
  package let address: UInt8
  /// What set-up kept.
  private var constants: [UInt8] = []
  /// Where a read puts its bytes: dummies and block, and dummies and one register.
  private var block: [UInt8]
  private var register: [UInt8]
  /// The block without dummies, where there are any.
  private var data: [UInt8]
  private var nextVerified = 0

  package init(_ chip: Chip, at address: UInt8) {
    self.chip = chip
    self.address = address
    block = [UInt8](repeating: 0, count: chip.dummyBytes + chip.block.count)
    register = [UInt8](repeating: 0, count: chip.dummyBytes + 1)
    data = [UInt8](repeating: 0, count: chip.block.count)
  }

  /// Checks that the chip is still the one, and sets it up; takes as long as its steps wait.
  ///
  /// - Throws: `.bus`, or what the chip did not do.
  package func setUp(on bus: any I2CBus, clock: any SensorClock) throws(DeviceError) {
    constants = []
    nextVerified = 0
    var isTheChip = try matches(chip.identity, on: bus)
    if !isTheChip { isTheChip = try isAsleep(on: bus) }
    guard isTheChip else { throw .notTheChip }
    for step in chip.setUp { try run(step, on: bus, clock: clock) }
    for match in chip.verified {
      try require(match, on: bus, else: .configurationLost(match.register))
    }
    for step in chip.trigger { try run(step, on: bus, clock: clock) }
  }

  /// Wakes the chip so that it can say who it is.
  package func wake(
    _ wakeUp: WakeUp, on bus: any I2CBus, clock: any SensorClock
  ) throws(DeviceError) {
    for step in wakeUp.steps { try run(step, on: bus, clock: clock) }
  }

  /// Lets the chips behind this one onto the bus.
  package func openBypass(on bus: any I2CBus, clock: any SensorClock) throws(DeviceError) {
    for step in chip.bypass { try run(step, on: bus, clock: clock) }
  }

  /// Reads a measurement, if there is a new one, and asks for the next.
  ///
  /// - Returns: `nil` where nothing new was measured.
  package func poll(on bus: any I2CBus, clock: any SensorClock) throws(DeviceError) -> Polled? {
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
    let measurement: Measurement?
    do {
      measurement = try decode(status)
    } catch {
      try askForNext(on: bus, clock: clock)
      throw error
    }
    guard let measurement else { return nil }
    try askForNext(on: bus, clock: clock)
    let time = start.advanced(byMicroseconds: end.microseconds(since: start) / 2)
    return Polled(time: time, measurement: measurement)
  }

  private func askForNext(on bus: any I2CBus, clock: any SensorClock) throws(DeviceError) {
    for step in chip.trigger { try run(step, on: bus, clock: clock) }
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

  /// The bytes of the last block that are counts of the sensor.
  package var counts: ArraySlice<UInt8> {
    chip.dummyBytes == 0 ? block[chip.counts] : data[chip.counts]
  }

  private func decode(_ status: UInt8) throws(DeviceError) -> Measurement? {
    do throws(DecodingError) {
      guard chip.dummyBytes > 0 else { return try chip.decode(status, block, constants) }
      for index in data.indices { data[index] = block[index + chip.dummyBytes] }
      return try chip.decode(status, data, constants)
    } catch { throw .overflow }
  }

  private func isAsleep(on bus: any I2CBus) throws(DeviceError) -> Bool {
    guard let wakeUp = chip.wakeUp else { return false }
    return try matches(wakeUp.signature, on: bus)
  }

  private func matches(
    _ matches: [RegisterMatch], on bus: any I2CBus
  ) throws(DeviceError) -> Bool {
    for match in matches where !match.matches(try read(match.register, on: bus)) { return false }
    return true
  }

  private func require(
    _ match: RegisterMatch, on bus: any I2CBus, else error: DeviceError
  ) throws(DeviceError) {
    guard match.matches(try read(match.register, on: bus)) else { throw error }
  }

  private func read(_ number: UInt8, on bus: any I2CBus) throws(DeviceError) -> UInt8 {
    try onBus(bus) { bus throws(I2CError) in
      try bus.read(number, of: address, into: &register)
    }
    return register[chip.dummyBytes]
  }

  private func onBus(
    _ bus: any I2CBus, _ transfer: (any I2CBus) throws(I2CError) -> Void
  ) throws(DeviceError) {
    do throws(I2CError) { try transfer(bus) } catch { throw .bus(error) }
  }

  private func run(
    _ step: Step, on bus: any I2CBus, clock: any SensorClock
  ) throws(DeviceError) {
    switch step {
    case .write(let bytes, let register):
      try onBus(bus) { bus throws(I2CError) in
        try bus.write(bytes, to: register, of: address)
      }
    case .touch(let register): _ = try read(register, on: bus)
    case .wait(let milliseconds):
      clock.sleep(until: clock.now.advanced(byMicroseconds: Int64(milliseconds) * 1000))
    case .poll(let match, let milliseconds):
      try waitFor(match, milliseconds, on: bus, clock: clock)
    case .keep(let block):
      var bytes = [UInt8](repeating: 0, count: chip.dummyBytes + block.count)
      try onBus(bus) { bus throws(I2CError) in
        try bus.read(block.first, of: address, into: &bytes)
      }
      constants += bytes.dropFirst(chip.dummyBytes)
    }
  }

  private func waitFor(
    _ match: RegisterMatch, _ milliseconds: Int, on bus: any I2CBus, clock: any SensorClock
  ) throws(DeviceError) {
    let end = clock.now.advanced(byMicroseconds: Int64(milliseconds) * 1000)
    while !match.matches(try read(match.register, on: bus)) {
      guard clock.now < end else { throw .notReady(match.register) }
      clock.sleep(until: clock.now.advanced(byMicroseconds: 500))
    }
  }
}

/// A measurement and when it was read.
package struct Polled: Equatable, Sendable {
  /// The middle of the transfer.
  package let time: Timestamp
  package let measurement: Measurement
}

/// Why a chip gives no measurement.
package enum DeviceError: Error, Equatable, Sendable {
  case bus(I2CError)
  /// Another chip answers, or this one no longer says who it is.
  case notTheChip
  /// A register did not become ready in time during set-up.
  case notReady(UInt8)
  /// A register is no longer as set up: the chip lost its power for a moment.
  case configurationLost(UInt8)
  /// The field, or the motion, is beyond the range.
  case overflow
}
