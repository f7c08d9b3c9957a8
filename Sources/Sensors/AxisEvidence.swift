/// The evidence for the directions of a chip's axes on the part.
///
/// No register gives these directions, and no emulated chip can prove them. An error mirrors or
/// rotates the heading although every single value is plausible. Therefore each chip has the
/// sources of its `decode`.
package enum AxisEvidence: Equatable, Sendable {
  /// At least two independent sources agree.
  case known(sources: [String])
  /// Sources disagree, or there is only one. The text names the open question, to continue "open:
  /// …"; users are asked to check the mount.
  case open(String)

  /// Whether independent sources agree.
  package var isKnown: Bool {
    if case .known = self { true } else { false }
  }
}

extension Chip {
  /// The open question about the magnetometer's axes; `nil` if sources agree, or without a
  /// magnetometer.
  package var openAxes: String? {
    guard kind.hasMagnetometer, case .open(let text) = axes else { return nil }
    return text
  }

  /// The sentence for users about an open question of a magnetometer's axes, with a blank before it; empty for `nil`.
  package static func sentence(openAxes question: String?) -> String {
    question.map {
      " The directions of its axes are not confirmed (\($0)): check with qiblactl mount check."
    } ?? ""
  }
}
