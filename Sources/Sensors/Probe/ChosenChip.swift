private import I2C

/// A chip that the configuration names at an address. It is not identified, only checked to answer.
package struct ChosenChip: Sendable {
  package let chip: Chip
  /// The address on the bus, 7 bits.
  package let address: UInt8

  /// - Parameter text: a driver and an address, as in `hmc5883l@0x1E`.
  /// - Throws: `ChosenChipError`.
  package init(parsing text: String) throws(ChosenChipError) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].hasPrefix("0x"),
      let address = UInt8(parts[1].dropFirst(2), radix: 16), (0x08...0x77).contains(address)
    else { throw .notAChip(text) }
    guard let chip = Chip.supported.first(where: { $0.driver == parts[0].lowercased() }) else {
      throw .noDriver(String(parts[0]))
    }
    self.address = address
    self.chip = chip.takenOnTrust
  }
}

/// Why a text does not name a chip. The description is one line.
package enum ChosenChipError: Error, Equatable, Sendable, CustomStringConvertible {
  case notAChip(String)
  case noDriver(String)

  package var description: String {
    switch self {
    case .notAChip(let text):
      "\"\(text)\" is not a driver and an address as in \"hmc5883l@0x1E\""
    case .noDriver(let name):
      "there is no driver \"\(name)\"; the drivers are \(Chip.supported.map(\.driver).joined(separator: ", "))"
    }
  }
}

extension Chip {
  /// The same chip without identification registers.
  fileprivate var takenOnTrust: Chip {
    var chip = self
    chip.identity = []
    chip.companion = nil
    chip.soldAs = nil
    chip.stretchesClock = false
    return chip
  }
}
