import JSON
import QiblaClient
import Wire

/// Which device was checked, for the report.
struct CheckedDevice {
  /// Of the calibration in use; `nil` where the daemon does not say.
  let calibration: StateMessage.Calibration?
  /// The chips that the daemon reads.
  let chips: [String]
  let isSimulated: Bool
  let isReplay: Bool
  let position: PositionMessage?
  /// m, 68 %; `nil` where it is not known.
  let positionError: Double?

  /// - Throws: `CommandFailure` without a daemon.
  init(socketDirectory: String?) throws {
    let connection: Connection
    do { connection = try Connection(socketDirectory: socketDirectory) } catch {
      throw CommandFailure("\(error)")
    }
    if case .value(.hello(let hello)) = try connection.nextUnderstood(timeout: .seconds(2)) {
      (isSimulated, isReplay) = (hello.simulated, hello.replay)
    } else {
      (isSimulated, isReplay) = (false, false)
    }
    if case .state(let state, _) = try connection.newest(.state) {
      (calibration, positionError) = (state.calibration, state.position.error68Metres)
    } else {
      (calibration, positionError) = (nil, nil)
    }
    if case .devices(let devices) = try connection.newest(.devices) {
      chips = devices.devices.compactMap { $0.status == .measuring ? $0.chip : nil }
    } else {
      chips = []
    }
    if case .position(let position) = try connection.newest(.position) {
      self.position = position
    } else {
      position = nil
    }
  }

  /// `sensors: QMC5883P, MPU-6050; calibration "default", grade A`.
  var text: String {
    var text = "sensors: "
    if isSimulated {
      text += "simulated"
    } else if isReplay {
      text += "a recording"
    } else {
      text += chips.isEmpty ? "not named by the daemon" : chips.joined(separator: ", ")
    }
    guard let calibration, calibration.status != .none else { return text + "; no calibration" }
    text += "; calibration"
    if let profile = calibration.profile { text += " \"\(profile)\"" }
    if let grade = calibration.grade { text += ", grade \(grade)" }
    return text
  }

  func encode(into writer: inout JSONWriter) {
    writer.key("device")
    writer.beginObject()
    writer.key("sensors")
    writer.beginArray()
    for chip in chips { writer.string(chip) }
    writer.endArray()
    writer.key("simulated")
    writer.bool(isSimulated)
    writer.key("replay")
    writer.bool(isReplay)
    if let calibration {
      if let profile = calibration.profile {
        writer.key("calibration")
        writer.string(profile)
      }
      if let grade = calibration.grade {
        writer.key("grade")
        writer.string(grade)
      }
    }
    writer.endObject()
  }
}
