import Configuration
import Heading
import JSON
import Quantities
import Wire

/// What `qiblactl mount check` says.
struct MountCheckReport: EncodableMessage {
  let found: QuarterTurns.Found
  /// The key of `[mount]` that has to change …
  let key: String
  /// … and its value.
  let value: String
  /// Whether the configuration has it so already.
  let isRight: Bool

  /// - Parameters:
  ///   - driver: of the chip that was read; `nil` for a recording's.
  ///   - present: what the configuration says.
  init(found: QuarterTurns.Found, driver: String?, present: Configuration.Mount) {
    self.found = found
    key = present.magnetometerText == present.inertialText ? "board" : "magnetometer"
    let boardFromChip =
      driver.map { present.boardFromChip($0, isMagnetometer: true) } ?? .identity
    let now = present.magnetometer.bodyFromBoard * boardFromChip
    // which of the axes that the configuration makes forward, right and down really are
    let turn = BoardMount(found.bodyFromChip * now.transposed)
    let text = present.magnetometerText
    value = turn.flatMap { correctedMount(text, by: $0) } ?? text
    isRight = turn?.bodyFromBoard == .identity
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

  /// For people.
  var text: String {
    let seen =
      "the directions were within \(Int(found.angle.inDegrees.rounded(.up))) degrees of the chip's axes, in a"
      + " horizontal field of \(Int(found.horizontal.rounded())) µT\n"
    guard !isRight else { return "The mount is right: \(assignment)\n\(seen)" }
    let axes = value.split(separator: " ").suffix(3).joined(separator: " ")
    let words = (try? BoardMount(parsing: axes)).map { "  # \($0.words)" } ?? ""
    return "The magnetometer sits in another way than the configuration says. Write:\n\n[mount]\n"
      + "\(assignment)\(words)\n\n\(seen)"
  }
}
