package import I2C

/// Finds the chips on a bus, by what they read before anything is written.
///
/// Nothing is written to an address before a chip matches there, but for the wake-up of a chip that
/// cannot say who it is while it sleeps: only where no other chip said who it is, only where what it
/// reads is what that chip reads asleep, and never where an EEPROM or a clock may be.
package struct Probe {
  /// EEPROMs: those of memory modules and displays too, which a stray write ruins.
  private static let neverWoken: ClosedRange<UInt8> = 0x50...0x57
  private static let clockAddress: UInt8 = 0x68

  private let bus: any I2CBus
  private let clock: any SensorClock
  private let chips: [Chip]
  private let chosen: [ChosenChip]
  private let firmware: FirmwareSource
  /// What was found, by address and kind.
  package private(set) var found: [FoundChip] = []
  /// What was learned at each address where something answered, or failed otherwise than by silence.
  package private(set) var evidence: [Evidence] = []

  /// - Parameters:
  ///   - chips: in the order in which they are asked for.
  ///   - chosen: what is at their addresses if anything answers there.
  ///   - firmware: asked whether what a chip needs is there.
  package init(
    _ bus: any I2CBus, clock: any SensorClock, chips: [Chip] = Chip.supported,
    chosen: [ChosenChip] = [], firmware: @escaping FirmwareSource = { _ in nil }
  ) {
    self.chosen = chosen
    self.firmware = firmware
    self.bus = bus
    self.clock = clock
    self.chips = chips
  }

  /// Asks at all addresses, and behind the chips that hide others.
  package mutating func run() {
    let addresses = Set(chips.flatMap(\.addresses)).union(chosen.map(\.address))
    for address in addresses.sorted() { ask(at: address) }
    let hiding = found.filter { !$0.chip.bypass.isEmpty }
    for parent in hiding { lookBehind(parent, addresses) }
  }

  /// Lets the chips behind `parent` onto the bus and asks where nobody answered.
  private mutating func lookBehind(_ parent: FoundChip, _ addresses: Set<UInt8>) {
    let silent = addresses.subtracting(evidence.filter(\.answered).map(\.address))
    do throws(DeviceError) {
      try Device(parent.chip, at: parent.address).openBypass(on: bus, clock: clock)
    } catch {
      guard case .bus(let busError) = error else { return }
      note(.failed(busError), at: parent.address)
      return
    }
    for address in silent.sorted() { ask(at: address) }
  }

  private mutating func note(_ finding: Evidence.Finding, at address: UInt8) {
    if let index = evidence.firstIndex(where: { $0.address == address }) {
      evidence[index].findings.append(finding)
    } else {
      evidence.append(Evidence(address: address, findings: [finding]))
    }
  }

  private mutating func ask(at address: UInt8) {
    var question = Question(bus: bus, address: address)
    let candidates = chips.filter { $0.addresses.contains(address) }
    let match =
      chosen.first { $0.address == address && question.answers(for: $0.chip) }?.chip
      ?? candidates.first { question.identifies($0) && hasCompanion($0, &question) }
      ?? candidates.first { question.isOpen && wakes($0, &question) }
    if question.evidence.answered || !question.isSilence {
      question.evidence.chip = match?.name
      evidence.removeAll { $0.address == address }
      evidence.append(question.evidence)
    }
    if let match { found.append(FoundChip(match, at: address, on: bus, firmware: firmware)) }
  }

  private func hasCompanion(_ chip: Chip, _ question: inout Question) -> Bool {
    guard let companion = chip.companion else { return true }
    var other = Question(bus: bus, address: companion.address)
    return other.reads([companion.identity], for: chip)
  }

  private func wakes(_ chip: Chip, _ question: inout Question) -> Bool {
    guard let wakeUp = chip.wakeUp, !Self.neverWoken.contains(question.address),
      question.reads(wakeUp.signature, for: chip)
    else { return false }
    if question.address == Self.clockAddress, question.looksLikeClock() { return false }
    question.evidence.findings.append(.woken(asked: chip.name))
    let device = Device(chip, at: question.address)
    do throws(DeviceError) {
      try device.wake(wakeUp, on: bus, clock: clock)
    } catch {
      if case .bus(let busError) = error { question.evidence.findings.append(.failed(busError)) }
      return false
    }
    return question.reads(wakeUp.identity, for: chip)
  }
}
