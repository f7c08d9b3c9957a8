/// How well it is known where the axes of a chip lie on the part.
///
/// No register tells it, and no emulated chip can show it: an error here mirrors or turns the heading while
/// every value looks sound. So each chip says on what its `decode` rests.
package enum AxisEvidence: Equatable, Sendable {
  /// Independent sources that agree: at least two, each as it can be looked up.
  case known(sources: [String])
  /// Sources disagree, or there is only one. The text completes the sentence "open: …" and says what is in
  /// doubt; users are asked to check the mount.
  case open(String)

  /// Whether independent sources agree.
  package var isKnown: Bool {
    if case .known = self { true } else { false }
  }
}

extension Chip {
  /// What is in doubt about the axes of its magnetometer; `nil` where sources agree, and without a magnetometer.
  package var openAxes: String? {
    guard kind.hasMagnetometer, case .open(let text) = axes else { return nil }
    return text
  }
}
