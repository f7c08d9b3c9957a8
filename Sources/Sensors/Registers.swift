/// A register and the values that it must have.
package struct RegisterMatch: Equatable, Sendable {
  package let register: UInt8
  /// The bits that are compared.
  package let mask: UInt8
  /// The allowed values of these bits.
  package let values: [UInt8]

  /// - Parameters:
  ///   - values: not empty, without bits outside `mask`.
  package init(_ register: UInt8, mask: UInt8 = 0xFF, is values: UInt8...) {
    self.init(register, mask: mask, anyOf: values)
  }

  package init(_ register: UInt8, mask: UInt8 = 0xFF, anyOf values: [UInt8]) {
    precondition(!values.isEmpty && values.allSatisfy { $0 & ~mask == 0 }, "can never match")
    self.register = register
    self.mask = mask
    self.values = values
  }

  package func matches(_ byte: UInt8) -> Bool { values.contains(byte & mask) }
}

/// Registers that are read in one transfer.
package struct RegisterBlock: Equatable, Sendable {
  /// The register number to send, including the increment bit for chips that need one.
  package let first: UInt8
  package let count: Int

  package init(_ first: UInt8, count: Int) {
    self.first = first
    self.count = count
  }
}

/// One step of a chip's set-up.
package enum Step: Equatable, Sendable {
  /// Writes to the registers from `to` on.
  case write([UInt8], to: UInt8)
  /// Reads registers for the side effect of the read.
  case touch(RegisterBlock)
  case wait(milliseconds: Int)
  /// Reads a register until it matches, at most for `milliseconds`.
  case poll(RegisterMatch, milliseconds: Int)
  /// Writes the chip's firmware in pieces to the register `to`, and the position of each piece to
  /// the two registers from `word` on.
  case upload(to: UInt8, word: UInt8)
  /// Reads constants of this individual chip, which decoding needs.
  case keep(RegisterBlock)
}

/// Another chip in the same package, and how to identify it.
package struct Companion: Equatable, Sendable {
  /// Its possible addresses.
  package let addresses: [UInt8]
  package let identity: RegisterMatch

  package init(addresses: [UInt8], identity: RegisterMatch) {
    self.addresses = addresses
    self.identity = identity
  }

  package init(address: UInt8, identity: RegisterMatch) {
    self.init(addresses: [address], identity: identity)
  }
}

/// How to wake a chip that cannot be identified while it sleeps. These are the only writes to a
/// chip that is not identified yet.
package struct WakeUp: Equatable, Sendable {
  /// The registers of the sleeping chip; nothing is written unless they match.
  package let signature: [RegisterMatch]
  package let steps: [Step]
  /// The registers of the chip after the wake-up.
  package let identity: [RegisterMatch]
}
