import I2C

/// Looks on a bus that is in use for chips that were plugged in later: one address at a time, where nobody
/// answered before.
///
/// Registers are read and nothing is written: a chip that has to be woken to say who it is waits for the next
/// start. An address where something else answered is not asked again, since a read is not harmless to
/// everything.
struct HotplugScanner {
  private let chips: [Chip]
  private let chosen: [ChosenChip]
  private let firmware: FirmwareSource
  /// Where nobody has answered yet.
  private var silent: [UInt8]
  private var next = 0

  /// - Parameters:
  ///   - known: what is on the bus.
  ///   - evidence: what was learned when all addresses were asked.
  ///   - firmware: where what some chips need may be.
  init(
    chips: [Chip] = Chip.supported, chosen: [ChosenChip], known: [FoundChip],
    evidence: [Evidence], firmware: @escaping FirmwareSource
  ) {
    self.chips = chips
    self.chosen = chosen
    self.firmware = firmware
    let taken = Set(known.map(\.address)).union(evidence.map(\.address))
    silent = Set(chips.flatMap(\.openAddresses)).union(chosen.map(\.address)).subtracting(taken)
      .sorted()
  }

  /// Asks at the next address.
  ///
  /// - Returns: what was learned where something answers; `nil` where nobody does.
  mutating func look(
    on bus: any I2CBus, among known: [FoundChip]
  ) -> (evidence: Evidence, found: FoundChip?)? {
    guard !silent.isEmpty else { return nil }
    next %= silent.count
    let address = silent[next]
    let named = chosen.first { $0.address == address }
    var registerProbe = RegisterProbe(bus: bus, address: address, isNamed: named != nil)
    let match =
      named.flatMap { registerProbe.answers(for: $0.chip) ? $0.chip : nil }
      ?? chips.first {
        named == nil && $0.addresses.contains(address) && registerProbe.identifies($0)
          && Self.hasCompanion($0, among: known)
      }
    guard !registerProbe.isSilence else {
      next += 1
      return nil
    }
    silent.remove(at: next)
    registerProbe.evidence.chip = match?.name
    return (
      registerProbe.evidence, match.map { FoundChip($0, at: address, on: bus, firmware: firmware) }
    )
  }

  /// Whether what has to be there too is; it is in use, and not asked.
  private static func hasCompanion(_ chip: Chip, among known: [FoundChip]) -> Bool {
    guard let companion = chip.companion else { return true }
    return known.contains {
      companion.addresses.contains($0.address) && $0.chip.identity.contains(companion.identity)
    }
  }
}
