import I2C

/// Searches a bus in use for chips that were connected later: probes one address at a time.
///
/// It reads registers and writes nothing, so a chip that must be woken to be identified is found
/// only at the next start, or when the whole bus is probed again. An address at which something
/// answered is not probed again, because a read is not harmless for every chip.
struct HotplugScanner {
  private let chips: [Chip]
  private let chosen: [ChosenChip]
  private let firmware: FirmwareSource
  /// The addresses to probe; one at which something answers is left out from then on.
  private var remaining: [UInt8]
  private var next = 0

  /// - Parameters:
  ///   - known: the chips on the bus; their addresses are not probed.
  ///   - evidence: the results of probing all addresses; where something answered is not probed.
  ///   - firmware: the source of firmware.
  init(
    chips: [Chip] = Chip.supported, chosen: [ChosenChip], known: [FoundChip],
    evidence: [Evidence], firmware: @escaping FirmwareSource
  ) {
    self.chips = chips
    self.chosen = chosen
    self.firmware = firmware
    let taken = Set(known.map(\.address)).union(evidence.map(\.address))
    remaining = Set(chips.flatMap(\.openAddresses)).union(chosen.map(\.address)).subtracting(taken)
      .sorted()
  }

  /// How many addresses are probed until the first one is probed again.
  var round: Int { remaining.count }

  /// Probes the next address.
  ///
  /// - Returns: the results if a chip answers; otherwise `nil`.
  mutating func look(
    on bus: any I2CBus, among known: [FoundChip]
  ) -> (evidence: Evidence, found: FoundChip?)? {
    guard !remaining.isEmpty else { return nil }
    next %= remaining.count
    let address = remaining[next]
    let named = chosen.first { $0.address == address }
    var registerProbe = RegisterProbe(bus: bus, address: address, isNamed: named != nil)
    let match =
      named.flatMap { registerProbe.answers(for: $0.chip) ? $0.chip : nil }
      ?? chips.first {
        named == nil && $0.addresses.contains(address) && registerProbe.identifies($0)
          && hasCompanion($0, on: bus, among: known)
      }
    guard !registerProbe.isSilence else {
      next += 1
      return nil
    }
    remaining.remove(at: next)
    registerProbe.evidence.chip = match?.name
    return (
      registerProbe.evidence, match.map { FoundChip($0, at: address, on: bus, firmware: firmware) }
    )
  }

  /// Whether the chip's companion is among the known chips, or answers at one of the addresses to
  /// probe: both halves of a package are connected at once, and this one may be probed first. A
  /// chip in use is not asked.
  private func hasCompanion(
    _ chip: Chip, on bus: any I2CBus, among known: [FoundChip]
  ) -> Bool {
    guard let companion = chip.companion else { return true }
    let isKnown = known.contains {
      companion.addresses.contains($0.address) && $0.chip.identity.contains(companion.identity)
    }
    return isKnown
      || companion.addresses.contains { address in
        guard remaining.contains(address) else { return false }
        var other = RegisterProbe(bus: bus, address: address)
        return other.reads([companion.identity], for: chip)
      }
  }
}
