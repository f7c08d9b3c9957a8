package import I2C
import Quantities

/// The results of probing one address.
package struct Evidence: Equatable, Sendable {
  /// The result of one step of the probe.
  package enum Finding: Equatable, Sendable {
    /// The value of a register; `asked` is the chip for which it was read.
    case read(register: UInt8, value: UInt8, asked: String)
    /// The bytes of a read without a register number, for a possible hub; `asked` is that hub.
    case received([UInt8], asked: String)
    /// A chip was woken to identify it; nothing else is written before a chip is identified.
    case woken(asked: String)
    /// The registers are those of this chip asleep. It is not woken, because the address can belong
    /// to a clock, an EEPROM or a relay board.
    case mayBeAsleep(driver: String, name: String)
    /// A transfer failed.
    case failed(I2CError)
    /// The registers are those of a real-time clock; nothing is written to it.
    case looksLikeClock
  }

  /// The address on the bus, 7 bits.
  package let address: UInt8
  package internal(set) var findings: [Finding] = []
  /// The name of the identified chip; `nil` for an unknown chip.
  package internal(set) var chip: String?

  /// Whether anything answered.
  package var answered: Bool {
    findings.contains {
      switch $0 {
      case .read, .received, .woken, .mayBeAsleep, .looksLikeClock: true
      case .failed: false
      }
    }
  }
}

extension Evidence {
  /// What identifies an answer. The values of registers are left out: some change by themselves, as
  /// the seconds of a clock do.
  struct Answer: Equatable {
    let address: UInt8
    /// The name of the identified chip; `nil` for an unknown chip.
    let chip: String?
    let errors: [I2CError]
  }

  /// What identifies the answer at the address.
  var answer: Answer {
    Answer(
      address: address, chip: chip,
      errors: findings.compactMap { if case .failed(let error) = $0 { error } else { nil } })
  }
}

extension Evidence: CustomStringConvertible {
  /// The results in one line.
  package var description: String {
    let place = hexadecimal(address)
    if let chip { return "\(place): \(chip), because \(Self.join(reads(for: chip)))" }
    if let error = failure, !answered { return "\(place): \(error)" }
    return
      "\(place): an unknown chip answers: \(Self.join(reads(for: nil)))"
  }

  /// The values of registers, as `0x0D=0xFF`, without duplicates: those read for `chip`, or all for
  /// `nil`.
  package func readings(for chip: String?) -> [String] {
    var readings: [String] = []
    for finding in findings {
      let reading: String
      switch finding {
      case .read(let register, let value, let asked) where chip ?? asked == asked:
        reading = "\(hexadecimal(register))=\(hexadecimal(value))"
      case .received(let bytes, let asked) where chip ?? asked == asked:
        reading = "sends \(bytes.map(hexadecimal).joined(separator: " "))"
      default: continue
      }
      if !readings.contains(reading) { readings.append(reading) }
    }
    return readings
  }

  private var failure: I2CError? {
    for finding in findings {
      if case .failed(let error) = finding { return error }
    }
    return nil
  }

  private func reads(for chip: String?) -> [String] {
    findings.compactMap {
      switch $0 {
      case .read(let register, let value, let asked) where chip == nil || asked == chip:
        "register \(hexadecimal(register)) reads \(hexadecimal(value))"
      case .received(let bytes, let asked) where chip == nil || asked == chip:
        "it sends \(bytes.map(hexadecimal).joined(separator: " "))"
      case .looksLikeClock where chip == nil: "its first registers are those of a real-time clock"
      case .mayBeAsleep(let driver, let name) where chip == nil:
        "if it is \(FoundChip.article(name)) \(name), name it: [sensors] chips = \"\(driver)@\(hexadecimal(address))\""
      case .failed(let error) where chip == nil: "\(error)"
      default: nil
      }
    }
  }

  /// Joins the parts without duplicates.
  private static func join(_ parts: [String]) -> String {
    var once: [String] = []
    for part in parts where !once.contains(part) { once.append(part) }
    return once.joined(separator: ", ")
  }
}
