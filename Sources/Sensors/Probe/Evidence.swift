package import I2C
import Quantities

/// What was learned at one address.
package struct Evidence: Equatable, Sendable {
  /// What came of a question.
  package enum Finding: Equatable, Sendable {
    /// A register read so; `asked` is the chip for whose sake.
    case read(register: UInt8, value: UInt8, asked: String)
    /// What came of a plain read, where a hub without registers may be; `asked` is the chip for whose sake.
    case received([UInt8], asked: String)
    /// A chip was woken to ask it; nothing else is written before a chip is known.
    case woken(asked: String)
    /// It reads like that chip asleep, and is not woken, for a clock, an EEPROM or a relay board may be at the address.
    case mayBeAsleep(driver: String, name: String)
    /// A transfer failed.
    case failed(I2CError)
    /// What reads like a clock: nothing is written there.
    case looksLikeClock
  }

  /// Of 7 bits.
  package let address: UInt8
  package internal(set) var findings: [Finding] = []
  /// The chip that it is, by name; `nil` where it is none that is known.
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

extension Evidence: CustomStringConvertible {
  /// One line.
  package var description: String {
    let place = hexadecimal(address)
    if let chip { return "\(place): \(chip), because \(Self.join(reads(for: chip)))" }
    if let error = failure, !answered { return "\(place): \(error)" }
    return
      "\(place): something answers that is no chip that is known: \(Self.join(reads(for: nil)))"
  }

  /// The registers that were read, as `0x0D=0xFF`, each once; for one chip's sake, or for any.
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
      case .looksLikeClock where chip == nil: "its first registers read like a clock's"
      case .mayBeAsleep(let driver, let name) where chip == nil:
        "if it is \(FoundChip.article(name)) \(name), say so: [sensors] chips = \"\(driver)@\(hexadecimal(address))\""
      case .failed(let error) where chip == nil: "\(error)"
      default: nil
      }
    }
  }

  /// Each once.
  private static func join(_ parts: [String]) -> String {
    var once: [String] = []
    for part in parts where !once.contains(part) { once.append(part) }
    return once.joined(separator: ", ")
  }
}

/// A chip that was found.
package struct FoundChip: Sendable {
  package let chip: Chip
  /// Of 7 bits.
  package let address: UInt8
  /// Why it measures nothing; `nil` where nothing speaks against it.
  package var missing: Obstacle?

  /// What a user is told: what it is, when that may not be what the board's label says, what reads it,
  /// and what it lacks.
  package var sentence: String {
    let label = chip.soldAs.map { " Boards marked \($0) often carry it." } ?? ""
    return "\(hexadecimal(address)) is \(Self.article(chip.name)) \(chip.name).\(label)"
      + " Using driver \(chip.driver)." + lack + doubt
  }

  /// What is open about the axes of a magnetometer; an inertial chip shows by gravity how it lies.
  private var doubt: String {
    guard let text = chip.openAxes else { return "" }
    return " How its axes lie is open (\(text)): check with qiblactl mount check."
  }

  private var lack: String {
    missing.map { " It cannot measure yet: \($0); \($0.remedy)." } ?? ""
  }

  /// As a letter's name is said: an HMC, an MPU, a QMC.
  static func article(_ name: String) -> String {
    guard let first = name.first else { return "a" }
    return "AEFHILMNORSX".contains(first) ? "an" : "a"
  }
}

extension FoundChip {
  /// - Parameters:
  ///   - bus: that it is on.
  ///   - source: where what it has to be given at each start may be.
  init(_ chip: Chip, at address: UInt8, on bus: any I2CBus, firmware source: FirmwareSource) {
    let firmware = chip.firmware.flatMap { source($0.file) == nil ? $0 : nil }
    let isTooFast = chip.stretchesClock && !bus.canStretchClock
    self.init(
      chip: chip, address: address,
      missing: isTooFast ? .clockStretching : firmware.map(Obstacle.firmware))
  }

  /// What drives it.
  func polledChip(firmware source: @escaping FirmwareSource) -> PolledChip {
    PolledChip(chip, at: address, firmware: source)
  }
}
