import DaemonConfiguration
import Heading
import JSON
import Quantities
import Wire
import Mounting

/// The output of `qiblactl mount check`.
struct MountCheckReport: EncodableMessage {
  let found: QuarterTurns.Found
  /// The key of `[mount]` to set.
  let key: String
  /// The value to set it to.
  let value: String
  /// Whether the present mount, configured or default, is right.
  let isRight: Bool
  /// Whether the configuration gives a mount, so that it was checked before.
  let isConfigured: Bool

  /// - Parameters:
  ///   - driver: the driver of the chip; `nil` for a recording.
  ///   - present: the mounts in the configuration.
  init(found: QuarterTurns.Found, driver: String?, present: Configuration.Mount) {
    self.found = found
    let boardFromChip =
      driver.map { present.boardFromChip($0, isMagnetometer: true) } ?? .identity
    let now = present.magnetometer.bodyFromBoard * boardFromChip
    // The present axes that really point forward, right and down.
    let turn = BoardMount(found.bodyFromChip * now.transposed)
    let text = present.magnetometerText
    value = turn.flatMap { correctedMount(text, by: $0) } ?? text
    isRight = turn?.bodyFromBoard == .identity
    isConfigured = isRight && present.isMagnetometerChecked
    let isOneBoard = present.magnetometerText == present.inertialText
    key = isOneBoard && !isRight ? "board" : "magnetometer"
  }

  /// `board = "x -y -z"`.
  var assignment: String { "\(key) = \"\(value)\"" }

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("type")
    writer.string("mount_check")
    writer.key("right")
    writer.bool(isRight)
    writer.key("key")
    writer.string(key)
    writer.key("value")
    writer.string(value)
    writer.fixed("off_deg", found.angle.inDegrees, 1)
    writer.fixed("horizontal_ut", found.horizontal, 1)
    writer.endObject()
  }

  /// The report for people.
  var text: String {
    let seen =
      "the directions were within \(Int(found.angle.inDegrees.rounded(.up))) degrees of the chip's axes, in a"
      + " horizontal field of \(Int(found.horizontal.rounded())) µT\n"
    guard !isConfigured else { return "The mount is right: \(assignment)\n\(seen)" }
    guard !isRight else {
      return "The mount is right. Write this to record the result of the check:\n\n[mount]\n"
        + "\(assignment)\n\n\(seen)"
    }
    let axes = value.split(separator: " ").suffix(3).joined(separator: " ")
    let words = (try? BoardMount(parsing: axes)).map { "  # \($0.words)" } ?? ""
    return "The magnetometer's mount in the configuration is wrong. Write:\n\n[mount]\n"
      + "\(assignment)\(words)\n\n\(seen)"
  }
}
