import I2C

/// Reads registers at one address, each at most once, and stores their values.
struct RegisterProbe {
  let address: UInt8
  var evidence: Evidence
  private let bus: any I2CBus
  /// The rule for the address; `nil` if the configuration names its chip.
  private let rule: AddressRule?

  /// - Parameter isNamed: whether the configuration names the chip at the address.
  init(bus: any I2CBus, address: UInt8, isNamed: Bool = false) {
    self.bus = bus
    self.address = address
    rule = isNamed ? nil : AddressRule.at(address)
    evidence = Evidence(address: address)
  }

  /// Whether to go on: a chip answered, and no kernel driver uses it.
  var isOpen: Bool { evidence.answered }

  /// Whether no chip answered.
  var isSilence: Bool {
    evidence.findings.allSatisfy {
      if case .failed(.noAcknowledge) = $0 { true } else { false }
    }
  }

  /// Whether a transfer failed: the chip may be absent or disturb the bus, and is not probed further.
  private var hasFailed: Bool {
    evidence.findings.contains { if case .failed = $0 { true } else { false } }
  }

  /// Whether all registers match. Registers with all ones alone do not count, because a bus without
  /// a chip reads all ones.
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

  /// Where clocks such as the DS3231 answer, and how many of its first registers hold the time.
  private static let clock = (address: UInt8(0x68), registers: UInt8(7))

  /// Whether the registers identify this chip.
  mutating func identifies(_ chip: Chip) -> Bool {
    guard chip.hub == nil else { return answersSHTP(for: chip) }
    guard reads(chip.identity, for: chip) else { return false }
    // The seconds of a clock are a BMI270's identity once a minute.
    let mayBeTime = chip.identity.allSatisfy { $0.register < Self.clock.registers }
    return address != Self.clock.address || !mayBeTime || !looksLikeClock()
  }

  /// Whether a sensor hub answers: the read gives a valid header of a packet, and then that whole
  /// packet. Nothing is sent, because the address can belong to other chips.
  private mutating func answersSHTP(for chip: Chip) -> Bool {
    guard let header = received(SHTPHeader.size, for: chip).map({ SHTPHeader($0) }),
      header.isPlausible, let packet = received(header.length, for: chip)
    else { return false }
    switch SHTPPacket(packet, announcedBy: header) {
    case .reports, .restart: return true
    // The bytes of a part of a packet are not checked: a converter that repeats 02 81 would pass.
    case .other: return !header.isContinuation && header.channel == SHTPChannel.control
    case .malformed: return false
    }
  }

  /// `count` bytes of a read without a register number; `nil` if it fails.
  private mutating func received(_ count: Int, for chip: Chip) -> [UInt8]? {
    guard !hasFailed else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    do throws(I2CError) {
      try bus.receive(count, from: address, into: &bytes)
    } catch .unsupported {
      return nil  // the adapter can read registers only, so nothing was read
    } catch {
      evidence.findings.append(.failed(error))
      return nil
    }
    if count == SHTPHeader.size { evidence.findings.append(.received(bytes, asked: chip.name)) }
    return bytes
  }

  /// Whether any chip answers.
  mutating func answers(for chip: Chip) -> Bool {
    if chip.hub != nil { return received(SHTPHeader.size, for: chip) != nil }
    return value(of: chip.block.first, for: chip) != nil
  }

  /// The value of a register; `nil` if it cannot or must not be read.
  private mutating func value(of register: UInt8, for chip: Chip) -> UInt8? {
    if let rule, !rule.allows(register: register) { return nil }
    guard !hasFailed else { return nil }
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

  /// Reads, and repeats a failed read once: a chip that is missed now is not found for a long time.
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
      return true  // a chip that cannot be read is treated as a clock: nothing is written
    }
    let limits: [(mask: UInt8, range: ClosedRange<UInt8>)] = [
      (0x7F, 0...59), (0x7F, 0...59), (0x3F, 0...23), (0x07, 1...7), (0x3F, 1...31),
      (0x1F, 1...12), (0xFF, 0...99),
    ]
    for (byte, limit) in zip(bytes, limits) {
      // Hours can be in 12-hour form: then bit 6 is set, and bit 5 means p.m.
      let digits = byte & limit.mask
      guard digits & 0x0F <= 9, limit.range.contains(digits >> 4 * 10 + digits & 0x0F) else {
        return false
      }
    }
    evidence.findings.append(.looksLikeClock)
    return true
  }
}
