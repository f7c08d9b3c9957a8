/// How chips may be asked at an address, because of what else may answer there.
///
/// A read of a register begins with a write of its number. A device with registers takes that byte for the
/// place to read from. A port expander without registers takes it for the levels of its outputs, a relay board
/// for a command. `docs/hardware/chips.md` has the review, address by address.
///
/// A chip that the configuration names at an address is exempt: the user says what is there.
struct AddressRule: Sendable {
  /// What may be sent to an address before it is known who answers there.
  enum Question: Equatable, Sendable {
    /// The numbers of registers, these only.
    case registers(ClosedRange<UInt8>)
    /// No register number: a read that begins without a write is all.
    case plainReads
    /// Nothing, unless the configuration names a chip at that address.
    case onlyWhenNamed
  }

  /// Of 7 bits.
  let addresses: ClosedRange<UInt8>
  let question: Question
  /// Whether a chip may be woken by a write to find out who it is.
  let mayWake: Bool

  private init(_ addresses: ClosedRange<UInt8>, _ question: Question, mayWake: Bool = false) {
    self.addresses = addresses
    self.question = question
    self.mayWake = mayWake
  }

  private static let anyRegister: Question = .registers(0x00...0xFF)

  /// Each address at which more than devices with registers may answer.
  private static let special: [AddressRule] = [
    // Relay boards: registers 1 to 4 of 52Pi's EP-0099 are its relays, 0x10 to 0x12 of Seeed's its commands.
    AddressRule(0x10...0x13, .registers(0x20...0xFF)),
    // Relays of SparkFun: 0x00 switches off, 0x01 on, up to 0x05 are commands.
    AddressRule(0x18...0x19, .registers(0x06...0xFF)),
    // PCF8574 and PCF8575: relays, keypads, character displays. Each byte sets the pins.
    AddressRule(0x20...0x27, .onlyWhenNamed),
    // Potentiometers: an MCP46xx takes 4 to 11 (in the lower four bits) for a step of its wiper.
    AddressRule(0x28...0x2B, .registers(0x00...0x03)),
    // The same, but for a register that only what reads 0x80 is asked; in an AD5245 bit 6 of the first byte resets the wiper, bit 5 shuts it down.
    AddressRule(0x2C...0x2F, .registers(0x00...0x1F)),
    // The commands that protect a memory module's EEPROM against writes; the segment of a display's.
    AddressRule(0x30...0x37, anyRegister),
    // PCF8574A as above; displays.
    AddressRule(0x38...0x3F, .onlyWhenNamed),
    // PCF8591: the first byte switches its output. MAX9744: the only byte is the volume.
    AddressRule(0x48...0x4F, .plainReads),
    // EEPROMs: a register number is the place to read from; a byte behind it would be stored.
    AddressRule(0x50...0x57, anyRegister),
    // Clocks: the same.
    AddressRule(0x68...0x69, anyRegister),
    // Multiplexers, of which the first byte chooses the channels; displays (HT16K33).
    AddressRule(0x70...0x77, .onlyWhenNamed),
  ]

  /// The rule of an address.
  static func at(_ address: UInt8) -> AddressRule {
    special.first { $0.addresses.contains(address) }
      ?? AddressRule(address...address, anyRegister, mayWake: true)
  }

  /// Whether nothing is sent to the address unless the configuration names a chip there.
  var isOnlyWhenNamed: Bool { question == .onlyWhenNamed }

  /// Whether the number of a register may be sent.
  func allows(register: UInt8) -> Bool {
    if case .registers(let allowed) = question { allowed.contains(register) } else { false }
  }
}

extension Chip {
  /// Where it may be asked for without being named.
  package var openAddresses: [UInt8] { addresses.filter { !AddressRule.at($0).isOnlyWhenNamed } }

  /// Whether it is looked for only where the configuration names it.
  package var isAskedOnlyWhenNamed: Bool { openAddresses.isEmpty }

  /// Whether it is found asleep only where the configuration names it.
  package var isWokenOnlyWhenNamed: Bool {
    wakeUp != nil && !openAddresses.contains { AddressRule.at($0).mayWake }
  }
}
