import I2C
package import Quantities

/// Why a chip on a bus does not measure: the fault, and the error that caused it.
package struct ChipFault: Error, Equatable, Sendable {
  package let kind: SensorFault
  /// The operation that failed; `nil` for a fault that was detected in the counts or in their
  /// absence.
  package let cause: ChipError?

  /// A fault that was detected in the counts or in their absence.
  package init(_ kind: SensorFault) {
    self.kind = kind
    cause = nil
  }

  /// A fault from a failed operation on the chip.
  package init(cause: ChipError) {
    kind = cause.fault
    self.cause = cause
  }

  /// Whether nothing answers at the chip's address: it is absent or has no power.
  package var isAbsence: Bool {
    if case .bus(.noAcknowledge)? = cause { true } else { false }
  }

  /// The error of the bus that caused it; `nil` for other causes.
  var busError: I2CError? {
    if case .bus(let error)? = cause { error } else { nil }
  }

  /// What is wrong, as a sentence with the subject `it`.
  package var reason: String { cause?.reason ?? "it \(kind.predicate)" }

  /// What a user can do about it.
  package var remedy: String { cause?.remedy ?? kind.advice }
}

extension ChipFault: CustomStringConvertible {
  /// One line for the log: what is wrong, what the daemon does and what a user can do.
  package var description: String {
    if let busError { return "\(busError)" }
    // What the chip needs first is named; setting it up before that does not help.
    let action = cause?.remedy == nil ? "it is set up again; " : ""
    return "\(reason); \(action)\(remedy)"
  }
}
