package import I2C
import Quantities
package import Threads

extension PolledChip {
  /// Checks that the chip is still the same one, and sets it up. Blocks for the waits of its steps.
  ///
  /// - Throws: `.bus`, or another `ChipError`.
  package func setUp(on bus: any I2CBus, clock: any MonotonicClock) throws(ChipError) {
    restart()
    guard !chip.stretchesClock || bus.canStretchClock else { throw .noClockStretching }
    if let reports = chip.hub { return try setUpHub(reports, on: bus, clock: clock) }
    var isTheChip = try matches(chip.identity, on: bus)
    if !isTheChip { isTheChip = try isAsleep(on: bus) }
    guard isTheChip else { throw .notTheChip }
    let firmware = try firmware()
    for step in chip.setUp { try run(step, on: bus, clock: clock, firmware: firmware) }
    for match in chip.verified {
      try require(match, on: bus, else: .configurationLost(match.register))
    }
    try triggerNext(on: bus, clock: clock)
  }

  /// Wakes the chip, so that it can be identified.
  package func wake(
    _ wakeUp: WakeUp, on bus: any I2CBus, clock: any MonotonicClock
  ) throws(ChipError) {
    for step in wakeUp.steps { try run(step, on: bus, clock: clock) }
  }

  /// Connects the chips on this chip's auxiliary bus to the main bus.
  package func openBypass(on bus: any I2CBus, clock: any MonotonicClock) throws(ChipError) {
    for step in chip.bypass { try run(step, on: bus, clock: clock) }
  }

  private func isAsleep(on bus: any I2CBus) throws(ChipError) -> Bool {
    guard let wakeUp = chip.wakeUp else { return false }
    return try matches(wakeUp.signature, on: bus)
  }

  private func matches(
    _ matches: [RegisterMatch], on bus: any I2CBus
  ) throws(ChipError) -> Bool {
    for match in matches where !match.matches(try read(match.register, on: bus)) { return false }
    return true
  }

  func run(
    _ step: Step, on bus: any I2CBus, clock: any MonotonicClock, firmware: [UInt8] = []
  ) throws(ChipError) {
    switch step {
    case .write(let bytes, let register):
      try onBus(bus) { bus throws(I2CError) in
        try bus.write(bytes, to: register, of: address)
      }
    case .touch(let block): _ = try bytes(of: block, on: bus)
    case .wait(let milliseconds):
      clock.sleep(until: clock.now.advanced(byMicroseconds: Int64(milliseconds) * 1000))
    case .poll(let match, let milliseconds):
      try waitFor(match, milliseconds, on: bus, clock: clock)
    case .upload(let port, let word): try upload(firmware, to: port, word: word, on: bus)
    case .keep(let block): keep(try bytes(of: block, on: bus))
    }
  }

  private func bytes(
    of block: RegisterBlock, on bus: any I2CBus
  ) throws(ChipError) -> ArraySlice<UInt8> {
    var bytes = [UInt8](repeating: 0, count: chip.dummyBytes + block.count)
    try onBus(bus) { bus throws(I2CError) in
      try bus.read(block.first, of: address, into: &bytes)
    }
    return bytes.dropFirst(chip.dummyBytes)
  }

  private func waitFor(
    _ match: RegisterMatch, _ milliseconds: Int, on bus: any I2CBus, clock: any MonotonicClock
  ) throws(ChipError) {
    let end = clock.now.advanced(byMicroseconds: Int64(milliseconds) * 1000)
    while !match.matches(try read(match.register, on: bus)) {
      guard clock.now < end else { throw .notReady(match.register) }
      clock.sleep(until: clock.now.advanced(byMicroseconds: 500))
    }
  }
}
