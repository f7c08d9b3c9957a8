import I2C

/// Reads registers at one address, and keeps each value as evidence.
struct RegisterProbe {
  let address: UInt8
  var evidence: Evidence
  private let bus: any I2CBus
  /// The registers that may be read at the address; `nil` where the configuration names the chip.
  private let rule: AddressRule?

  /// - Parameter isNamed: whether the configuration names the chip at the address.
  init(bus: any I2CBus, address: UInt8, isNamed: Bool = false) {
    self.bus = bus
    self.address = address
    rule = isNamed ? nil : AddressRule.at(address)
    evidence = Evidence(address: address)
  }

  /// Whether more registers can be read: a chip answered, and no driver of the kernel owns it.
  var isOpen: Bool { evidence.answered }

  /// Whether nothing answered at all.
  var isSilence: Bool {
    evidence.findings.allSatisfy {
      if case .failed(.noAcknowledge) = $0 { true } else { false }
    }
  }

  /// Whether all registers match. All ones alone are no identity: a bus without a chip reads so.
  mutating func reads(_ matches: [RegisterMatch], for chip: Chip) -> Bool {
    var hasZero = false
    for match in matches {
      guard let value = value(of: match.register, for: chip), match.matches(value) else {
        return false
      }
      if value != 0xFF { hasZero = true }
    }
    return hasZero
  }

  /// Whether the identity registers are those of this chip.
  mutating func identifies(_ chip: Chip) -> Bool {
    chip.hub == nil ? reads(chip.identity, for: chip) : speaksSHTP(for: chip)
  }

  /// Whether a sensor hub answers: the header of a packet, and then that packet without an error. Nothing is
  /// sent, because other chips use the address too.
  private mutating func speaksSHTP(for chip: Chip) -> Bool {
    guard let header = received(SHTPHeader.size, for: chip), SHTPHeader(header).isPlausible,
      let packet = received(SHTPHeader(header).length, for: chip)
    else { return false }
    guard SHTPHeader(packet) == SHTPHeader(header) else { return false }
    switch SHTPPacket(packet) {
    case .reports, .restart: return true
    case .other: return SHTPHeader(packet).channel == SHTPChannel.control
    case .malformed: return false
    }
  }

  /// Receives `count` bytes without sending a register number; `nil` where the transfer fails.
  private mutating func received(_ count: Int, for chip: Chip) -> [UInt8]? {
    if case .failed? = evidence.findings.first { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    do throws(I2CError) {
      try bus.receive(count, from: address, into: &bytes)
    } catch .unsupported {
      return nil  // an adapter that reads registers only: no evidence
    } catch {
      evidence.findings.append(.failed(error))
      return nil
    }
    if count == SHTPHeader.size { evidence.findings.append(.received(bytes, asked: chip.name)) }
    return bytes
  }

  /// Whether a chip of any kind answers.
  mutating func answers(for chip: Chip) -> Bool {
    if chip.hub != nil { return received(SHTPHeader.size, for: chip) != nil }
    return value(of: chip.block.first, for: chip) != nil
  }

  /// The value of a register; `nil` where it cannot or must not be read.
  private mutating func value(of register: UInt8, for chip: Chip) -> UInt8? {
    if let rule, !rule.allows(register: register) { return nil }
    // After one failure nothing more is read: the chip is absent.
    if case .failed? = evidence.findings.first { return nil }
    var bytes = [UInt8](repeating: 0, count: chip.dummyBytes + 1)
    do throws(I2CError) {
      try readTwice(register, into: &bytes)
    } catch {
      evidence.findings.append(.failed(error))
      return nil
    }
    let value = bytes[chip.dummyBytes]
    evidence.findings.append(.read(register: register, value: value, asked: chip.name))
    return value
  }

  /// Reads a register, and once more after a disturbed transfer: a chip that is missed now is not looked for
  /// again soon.
  private func readTwice(_ register: UInt8, into bytes: inout [UInt8]) throws(I2CError) {
    do throws(I2CError) {
      try bus.read(register, of: address, into: &bytes)
    } catch {
      switch error {
      case .timedOut, .shortRead, .adapter: try bus.read(register, of: address, into: &bytes)
      default: throw error
      }
    }
  }

  /// Whether the first seven registers hold a time of day and a date in binary-coded decimals, as
  /// the clocks DS1307, DS3231 and PCF-like ones at 0x68 do.
  mutating func looksLikeClock() -> Bool {
    if let rule, !rule.allows(register: 0) { return false }
    var bytes = [UInt8](repeating: 0, count: 7)
    do throws(I2CError) {
      try bus.read(0, of: address, into: &bytes)
    } catch {
      evidence.findings.append(.failed(error))
      return true  // nothing is written to what cannot be read
    }
    let limits: [(mask: UInt8, range: ClosedRange<UInt8>)] = [
      (0x7F, 0...59), (0x7F, 0...59), (0x3F, 0...23), (0x07, 1...7), (0x3F, 1...31),
      (0x1F, 1...12), (0xFF, 0...99),
    ]
    for (byte, limit) in zip(bytes, limits) {
      // Hours may be of twelve: bit 6 is set then, and bit 5 is the afternoon.
      let digits = byte & limit.mask
      guard digits & 0x0F <= 9, limit.range.contains(digits >> 4 * 10 + digits & 0x0F) else {
        return false
      }
    }
    evidence.findings.append(.looksLikeClock)
    return true
  }
}
