import Configuration
import Heading
import JSON
import Quantities
import Wire
import Mounting

/// What `qiblactl mount check` says.
struct MountCheckReport: EncodableMessage {
  let found: QuarterTurns.Found
  /// The key of `[mount]` that has to change …
  let key: String
  /// … and its value.
  let value: String
  /// Whether the magnetometer sits as the configuration says, or as it does where nothing is said.
  let isRight: Bool
  /// Whether the configuration has that from somebody who looked.
  let isSaid: Bool

  /// - Parameters:
  ///   - driver: of the chip that was read; `nil` for a recording's.
  ///   - present: what the configuration says.
  init(found: QuarterTurns.Found, driver: String?, present: Configuration.Mount) {
    self.found = found
    let boardFromChip =
      driver.map { present.boardFromChip($0, isMagnetometer: true) } ?? .identity
    let now = present.magnetometer.bodyFromBoard * boardFromChip
    // which of the axes that the configuration makes forward, right and down really are
    let turn = BoardMount(found.bodyFromChip * now.transposed)
    let text = present.magnetometerText
    value = turn.flatMap { correctedMount(text, by: $0) } ?? text
    isRight = turn?.bodyFromBoard == .identity
    isSaid = isRight && present.isMagnetometerChecked
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

  /// For people.
  var text: String {
    let seen =
      "the directions were within \(Int(found.angle.inDegrees.rounded(.up))) degrees of the chip's axes, in a"
      + " horizontal field of \(Int(found.horizontal.rounded())) µT\n"
    guard !isSaid else { return "The mount is right: \(assignment)\n\(seen)" }
    guard !isRight else {
      return "The mount is right. So that nobody is asked for this check again, write:\n\n[mount]\n"
        + "\(assignment)\n\n\(seen)"
    }
    let axes = value.split(separator: " ").suffix(3).joined(separator: " ")
    let words = (try? BoardMount(parsing: axes)).map { "  # \($0.words)" } ?? ""
    return "The magnetometer sits in another way than the configuration says. Write:\n\n[mount]\n"
      + "\(assignment)\(words)\n\n\(seen)"
  }
}
