/// What a register has to read.
package struct RegisterMatch: Equatable, Sendable {
  package let register: UInt8
  /// The bits that count.
  package let mask: UInt8
  /// What they may be.
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

/// Registers that are read at once.
package struct RegisterBlock: Equatable, Sendable {
  /// The number that is sent, with the bit for counting up where the chip wants one.
  package let first: UInt8
  package let count: Int

  package init(_ first: UInt8, count: Int) {
    self.first = first
    self.count = count
  }
}

/// One step on the way to a chip that measures.
package enum Step: Equatable, Sendable {
  /// Writes to the registers from one on.
  case write([UInt8], to: UInt8)
  /// Reads registers for what reading them does.
  case touch(RegisterBlock)
  case wait(milliseconds: Int)
  /// Reads a register until it matches, for at most that long.
  case poll(RegisterMatch, milliseconds: Int)
  /// Sends the chip's firmware to one register, and to the two from `word` on where each piece belongs.
  case upload(to: UInt8, word: UInt8)
  /// Reads constants of this very chip, which decoding needs.
  case keep(RegisterBlock)
}

/// What another address reads where a chip is there too.
package struct Companion: Equatable, Sendable {
  /// Where it may answer; one of them is enough.
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

/// The only writes that may come before a chip is known.
package struct WakeUp: Equatable, Sendable {
  /// What the sleeping chip reads; nothing is written where this does not match.
  package let signature: [RegisterMatch]
  package let steps: [Step]
  /// What it reads then.
  package let identity: [RegisterMatch]
}
