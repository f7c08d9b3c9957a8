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

  init(found: QuarterTurns.Found, present: Configuration.Mount) {
    self.found = found
    key = present.magnetometer == present.inertial ? "board" : "magnetometer"
    let now = present.magnetometer
    // which of the axes that the configuration makes forward, right and down really are
    let turn = BoardMount(found.bodyFromChip * now.bodyFromBoard.transposed)
    value = turn.flatMap { correctedMount(now.description, by: $0) } ?? now.description
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
    let words = (try? BoardMount(parsing: value)).map { "  # \($0.words)" } ?? ""
    return "The magnetometer sits in another way than the configuration says. Write:\n\n[mount]\n"
      + "\(assignment)\(words)\n\n\(seen)"
  }
}
