package import I2C
package import Threads

/// Finds the chips on a bus, by what they read before anything is written.
///
/// What may be sent to an address before a chip is known there says `AddressRule`. Beyond the numbers of
/// registers nothing is, but for the wake-up of a chip that cannot say who it is while it sleeps: only where
/// no other chip said who it is, only where what it reads is what that chip reads asleep, and only where the
/// rule allows it.
package struct Probe {
  private let bus: any I2CBus
  private let clock: any MonotonicClock
  private let chips: [Chip]
  private let chosen: [ChosenChip]
  private let firmware: FirmwareSource
  /// Where a wake-up was tried before, in vain, and something else answers: it is not tried again.
  package private(set) var vainWakeUps: Set<UInt8>
  /// What was found, by address and kind.
  package private(set) var found: [FoundChip] = []
  /// What was learned at each address where something answered, or failed otherwise than by silence.
  package private(set) var evidence: [Evidence] = []

  /// - Parameters:
  ///   - chips: in the order in which they are asked for.
  ///   - chosen: what is at their addresses if anything answers there.
  ///   - firmware: asked whether what a chip needs is there.
  ///   - vainWakeUps: what the probe of this bus before this one had, where there was one.
  package init(
    _ bus: any I2CBus, clock: any MonotonicClock, chips: [Chip] = Chip.supported,
    chosen: [ChosenChip] = [], firmware: @escaping FirmwareSource = { _ in nil },
    vainWakeUps: Set<UInt8> = []
  ) {
    self.vainWakeUps = vainWakeUps
    self.chosen = chosen
    self.firmware = firmware
    self.bus = bus
    self.clock = clock
    self.chips = chips
  }

  /// Asks at all addresses, and behind the chips that hide others.
  package mutating func run() {
    let addresses = Set(chips.flatMap(\.openAddresses)).union(chosen.map(\.address))
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
    let named = chosen.first { $0.address == address }
    var question = Question(bus: bus, address: address, isNamed: named != nil)
    let candidates = named == nil ? chips.filter { $0.addresses.contains(address) } : []
    let match =
      named.flatMap { question.answers(for: $0.chip) ? $0.chip : nil }
      ?? candidates.first { question.identifies($0) && hasCompanion($0, &question) }
      ?? candidates.first { question.isOpen && wakes($0, &question) }
    if question.isSilence { vainWakeUps.remove(address) }
    if question.evidence.answered || !question.isSilence {
      question.evidence.chip = match?.name
      evidence.removeAll { $0.address == address }
      evidence.append(question.evidence)
    }
    if let match { found.append(FoundChip(match, at: address, on: bus, firmware: firmware)) }
  }

  private func hasCompanion(_ chip: Chip, _ question: inout Question) -> Bool {
    guard let companion = chip.companion else { return true }
    return companion.addresses.contains {
      var other = Question(bus: bus, address: $0)
      return other.reads([companion.identity], for: chip)
    }
  }

  private mutating func wakes(_ chip: Chip, _ question: inout Question) -> Bool {
    guard let wakeUp = chip.wakeUp, question.reads(wakeUp.signature, for: chip) else {
      return false
    }
    guard AddressRule.at(question.address).mayWake else {
      if !question.looksLikeClock() {
        question.evidence.findings.append(.mayBeAsleep(driver: chip.driver, name: chip.name))
      }
      return false
    }
    guard !vainWakeUps.contains(question.address) else { return false }
    question.evidence.findings.append(.woken(asked: chip.name))
    let device = Device(chip, at: question.address)
    do throws(DeviceError) {
      try device.wake(wakeUp, on: bus, clock: clock)
    } catch {
      if case .bus(let busError) = error { question.evidence.findings.append(.failed(busError)) }
      return false
    }
    guard question.reads(wakeUp.identity, for: chip) else {
      vainWakeUps.insert(question.address)
      return false
    }
    return true
  }
}
