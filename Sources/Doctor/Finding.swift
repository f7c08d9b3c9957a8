/// What one question about the device came to: one line, with the command that mends it.
package struct Finding: Equatable, Sendable {
  /// How bad it is.
  package enum Grade: String, Sendable {
    /// As it should be.
    case ok
    /// The daemon works, but not as well as it could.
    case warning
    /// Something is missing without which there is no heading, or no true one.
    case fault
  }

  /// What was asked; the raw values are those of the JSON.
  package enum Check: String, CaseIterable, Sendable {
    /// Is a daemon running, which has the sensors?
    case daemon
    /// Is there an I²C bus?
    case bus
    /// May this user open it?
    case permission
    /// Which chips answer, or what else does?
    case chip
    /// How often does it measure?
    case rate
    /// How much do its measurements differ at rest?
    case noise
    /// Can its field be that of the Earth?
    case field
    /// Does the field turn with the device, as the mounts say?
    case mount
    /// Does gpsd run, and does its receiver know where it is?
    case gpsd
  }

  package var check: Check
  package var grade: Grade
  /// What was seen, in one line without an end.
  package var text: String
  /// What mends it: a command wherever there is one. `nil` where nothing has to be mended.
  package var remedy: String?

  package init(_ check: Check, _ grade: Grade, _ text: String, remedy: String? = nil) {
    self.check = check
    self.grade = grade
    self.text = text
    self.remedy = remedy
  }
}

extension Finding: CustomStringConvertible {
  /// One line for a person: `FAULT    bus: there is no I2C bus; mend it: …`.
  package var description: String {
    let mark =
      switch grade {
      case .ok: "ok      "
      case .warning: "warning "
      case .fault: "FAULT   "
      }
    return "\(mark) \(check.rawValue): \(text)" + (remedy.map { "; mend it: \($0)" } ?? "")
  }
}
