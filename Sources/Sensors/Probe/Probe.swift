package import I2C
package import Threads

/// Identifies the chips on a bus by the values of their registers, before anything is written.
///
/// `AddressRule` decides which register numbers may be sent to an address. The only write is the
/// wake-up of a chip that cannot be identified while it sleeps. It is done only if no other chip
/// was identified at the address, if the registers are those of the sleeping chip, and if the rule
/// allows it.
package struct Probe {
  private let bus: any I2CBus
  private let clock: any MonotonicClock
  private let chips: [Chip]
  private let chosen: [ChosenChip]
  private let firmware: FirmwareSource
  /// The addresses at which a wake-up had no effect, because another chip answers there. It is not
  /// tried again.
  package private(set) var failedWakeUps: Set<UInt8>
  /// The chips that were found, by address and kind.
  package private(set) var found: [FoundChip] = []
  /// The results at each address at which a chip answered or a transfer failed with another error.
  package private(set) var evidence: [Evidence] = []

  /// - Parameters:
  ///   - chips: the supported chips, in the order of probing.
  ///   - chosen: the chips that the configuration names.
  ///   - firmware: the source of firmware.
  ///   - failedWakeUps: the same property of the bus's previous probe; empty for the first.
  package init(
    _ bus: any I2CBus, clock: any MonotonicClock, chips: [Chip] = Chip.supported,
    chosen: [ChosenChip] = [], firmware: @escaping FirmwareSource = { _ in nil },
    failedWakeUps: Set<UInt8> = []
  ) {
    self.failedWakeUps = failedWakeUps
    self.chosen = chosen
    self.firmware = firmware
    self.bus = bus
    self.clock = clock
    self.chips = chips
  }

  /// Probes all addresses, and then the auxiliary buses of chips that have one.
  package mutating func run() {
    let addresses = Set(chips.flatMap(\.openAddresses)).union(chosen.map(\.address))
    for address in addresses.sorted() { ask(at: address) }
    let hiding = found.filter { !$0.chip.bypass.isEmpty }
    for parent in hiding { lookBehind(parent, addresses) }
  }

  /// Connects the auxiliary bus of `parent` and probes the addresses at which nothing has answered.
  private mutating func lookBehind(_ parent: FoundChip, _ addresses: Set<UInt8>) {
    let silent = addresses.subtracting(evidence.filter(\.answered).map(\.address))
    do throws(ChipError) {
      try PolledChip(parent.chip, at: parent.address).openBypass(on: bus, clock: clock)
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
    let named = chosen.first { $0.address == address }
    var registerProbe = RegisterProbe(bus: bus, address: address, isNamed: named != nil)
    let candidates = named == nil ? chips.filter { $0.addresses.contains(address) } : []
    let match =
      named.flatMap { registerProbe.answers(for: $0.chip) ? $0.chip : nil }
      ?? candidates.first { registerProbe.identifies($0) && hasCompanion($0, &registerProbe) }
      ?? candidates.first { registerProbe.isOpen && wakes($0, &registerProbe) }
    if registerProbe.isSilence { failedWakeUps.remove(address) }
    if registerProbe.evidence.answered || !registerProbe.isSilence {
      registerProbe.evidence.chip = match?.name
      evidence.removeAll { $0.address == address }
      evidence.append(registerProbe.evidence)
    }
    if let match { found.append(FoundChip(match, at: address, on: bus, firmware: firmware)) }
  }

  private func hasCompanion(_ chip: Chip, _ registerProbe: inout RegisterProbe) -> Bool {
    guard let companion = chip.companion else { return true }
    return companion.addresses.contains {
      var other = RegisterProbe(bus: bus, address: $0)
      return other.reads([companion.identity], for: chip)
    }
  }

  private mutating func wakes(_ chip: Chip, _ registerProbe: inout RegisterProbe) -> Bool {
    guard let wakeUp = chip.wakeUp, registerProbe.reads(wakeUp.signature, for: chip) else {
      return false
    }
    guard AddressRule.at(registerProbe.address).mayWake else {
      if !registerProbe.looksLikeClock() {
        registerProbe.evidence.findings.append(.mayBeAsleep(driver: chip.driver, name: chip.name))
      }
      return false
    }
    guard !failedWakeUps.contains(registerProbe.address) else { return false }
    registerProbe.evidence.findings.append(.woken(asked: chip.name))
    let device = PolledChip(chip, at: registerProbe.address)
    do throws(ChipError) {
      try device.wake(wakeUp, on: bus, clock: clock)
    } catch {
      if case .bus(let busError) = error {
        registerProbe.evidence.findings.append(.failed(busError))
      }
      return false
    }
    guard registerProbe.reads(wakeUp.identity, for: chip) else {
      failedWakeUps.insert(registerProbe.address)
      return false
    }
    return true
  }
}
