/// Which probes are safe at an address, because other kinds of chips can answer there, too.
///
/// A read of a register begins with a write of its number. A chip with registers interprets that
/// byte as the position to read from. A port expander without registers sets its outputs to that
/// byte; a relay board executes it as a command. `docs/hardware/chips.md` has the review, address
/// by address.
///
/// A chip that the configuration names at an address is exempt.
struct AddressRule: Sendable {
  /// What may be sent to an address before the chip is identified.
  enum AllowedProbe: Equatable, Sendable {
    /// Register numbers in this range.
    case registers(ClosedRange<UInt8>)
    /// No register number, only reads without a write before.
    case plainReads
    /// Nothing, unless the configuration names a chip at the address.
    case onlyWhenNamed
  }

  /// The addresses, 7 bits, to which the rule applies.
  let addresses: ClosedRange<UInt8>
  let allowed: AllowedProbe
  /// Whether a chip may be woken by a write in order to identify it.
  let mayWake: Bool

  private init(_ addresses: ClosedRange<UInt8>, _ allowed: AllowedProbe, mayWake: Bool = false) {
    self.addresses = addresses
    self.allowed = allowed
    self.mayWake = mayWake
  }

  private static let anyRegister: AllowedProbe = .registers(0x00...0xFF)

  /// The addresses that were reviewed.
  private static let reviewed: [AddressRule] = [
    // Converters and encoders; all have registers that may be read.
    AddressRule(0x0C...0x0F, anyRegister, mayWake: true),
    // Relay boards: registers 1 to 4 of 52Pi's EP-0099 are its relays, 0x10 to 0x12 of Seeed's its
    // commands.
    AddressRule(0x10...0x13, .registers(0x20...0xFF)),
    // Touch panels, and the PiJuice: registers that may be read.
    AddressRule(0x14...0x15, anyRegister, mayWake: true),
    // Relays of SparkFun: 0x00 switches off, 0x01 on, up to 0x05 are commands.
    AddressRule(0x18...0x19, .registers(0x06...0xFF)),
    // Accelerometers and thermometers.
    AddressRule(0x1C...0x1E, anyRegister, mayWake: true),
    // PCF8574 and PCF8575: relays, keypads, character displays. Each byte sets the pins.
    AddressRule(0x20...0x27, .onlyWhenNamed),
    // Potentiometers: an MCP46xx takes 4 to 11 (in the lower four bits) for a step of its wiper.
    AddressRule(0x28...0x2B, .registers(0x00...0x03)),
    // Potentiometers, too. In an AD5245, bit 6 of the first byte resets the wiper, and bit 5 shuts
    // it down. Higher registers are read only from a chip that reads 0x80.
    AddressRule(0x2C...0x2F, .registers(0x00...0x1F)),
    // The commands that protect a memory module's EEPROM against writes; the segment of a
    // display's.
    AddressRule(0x30...0x37, anyRegister),
    // PCF8574A as above; displays.
    AddressRule(0x38...0x3F, .onlyWhenNamed),
    // PCF8591: the first byte switches its output. MAX9744: the only byte is the volume.
    AddressRule(0x48...0x4F, .plainReads),
    // EEPROMs: a register number is the position to read from; a further byte would be stored.
    AddressRule(0x50...0x57, anyRegister),
    // Clocks: the same.
    AddressRule(0x68...0x69, anyRegister),
    // MCP3424: the first byte starts a conversion, and disturbs one that runs.
    AddressRule(0x6A...0x6B, anyRegister, mayWake: true),
    // Multiplexers, whose first byte chooses the channels; displays (HT16K33).
    AddressRule(0x70...0x77, .onlyWhenNamed),
  ]

  /// The rule of an address. To one without a review nothing is sent, unless the configuration names a chip there.
  static func at(_ address: UInt8) -> AddressRule {
    reviewed.first { $0.addresses.contains(address) }
      ?? AddressRule(address...address, .onlyWhenNamed)
  }

  /// Whether nothing is sent to the address unless the configuration names a chip there.
  var isOnlyWhenNamed: Bool { allowed == .onlyWhenNamed }

  /// Whether the number of a register may be sent.
  func allows(register: UInt8) -> Bool {
    if case .registers(let range) = allowed { range.contains(register) } else { false }
  }
}

extension Chip {
  /// The addresses at which it is probed without being named in the configuration.
  package var openAddresses: [UInt8] { addresses.filter { !AddressRule.at($0).isOnlyWhenNamed } }

  /// Whether it is probed only if the configuration names it.
  package var isAskedOnlyWhenNamed: Bool { openAddresses.isEmpty }

  /// Whether a sleeping chip is woken only if the configuration names it.
  package var isWokenOnlyWhenNamed: Bool {
    wakeUp != nil && !openAddresses.contains { AddressRule.at($0).mayWake }
  }
}
