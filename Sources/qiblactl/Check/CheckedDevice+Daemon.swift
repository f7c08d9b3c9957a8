import HeadingCheck
import JSON
import QiblaClient
import Wire

extension CheckedDevice {
  /// What a running daemon says of its device.
  ///
  /// - Throws: `CommandFailure` without a daemon.
  init(socketDirectory: String?) throws {
    self.init()
    let connection: Connection
    do { connection = try Connection(socketDirectory: socketDirectory) } catch {
      throw CommandFailure("\(error)")
    }
    if let hello = try connection.nextUnderstood(timeout: .seconds(2)).value { take(hello) }
    for topic in [Topic.state, .devices, .position] {
      if let message = try connection.newest(topic) { take(message) }
    }
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
