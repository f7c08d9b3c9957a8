/// The result of one check: one line, with the command that fixes a fault.
package struct Finding: Equatable, Sendable {
  /// How bad it is.
  package enum Grade: String, Sendable {
    /// In order.
    case ok
    /// The daemon works, but not as well as it could.
    case warning
    /// Without a fix there is no heading, or no true heading.
    case fault
  }

  /// The checks; the raw values are those of the JSON.
  package enum Check: String, CaseIterable, Sendable {
    /// Does a daemon run and use the sensors?
    case daemon
    /// Has the daemon's service failed, and does its unit permit what the daemon needs?
    case service
    /// Who may read heading and position?
    case readers
    /// Does the I²C bus exist, and is it fast enough?
    case bus
    /// Is this user allowed to open it?
    case permission
    /// Which known and unknown chips answer?
    case chip
    /// At which rate does a chip measure?
    case rate
    /// How much noise do its measurements have at rest?
    case noise
    /// Is the strength of the measured field possible for the Earth's field?
    case field
    /// Does the measured field turn as the configured mounts predict?
    case mount
    /// Is the magnetometer calibrated, and is that calibration still right?
    case calibration
    /// Is the position known, and is the measured field possible there?
    case position
    /// Is the declination known there, today?
    case declination
    /// Is there room where calibrations and the last place are kept?
    case storage
    /// Can the date of this machine be right, and what sets it?
    case clock
    /// Does gpsd run, and does its receiver have a fix?
    case gpsd
  }

  package var check: Check
  package var grade: Grade
  /// The result in one line, without a full stop.
  package var text: String
  /// How to fix it, if possible a command. `nil` if there is nothing to fix.
  package var remedy: String?

  package init(_ check: Check, _ grade: Grade, _ text: String, remedy: String? = nil) {
    self.check = check
    self.grade = grade
    self.text = text
    self.remedy = remedy
  }
}

extension Finding: CustomStringConvertible {
  /// One line for people: `FAULT    bus: there is no I2C bus; fix: …`.
  package var description: String {
    let mark =
      switch grade {
      case .ok: "ok      "
      case .warning: "warning "
      case .fault: "FAULT   "
      }
    return "\(mark) \(check.rawValue): \(text)" + (remedy.map { "; fix: \($0)" } ?? "")
  }
}
