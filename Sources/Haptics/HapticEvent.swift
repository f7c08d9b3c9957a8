/// What is told to a hand; the names are those of the protocol's `haptic`, and `error`.
package enum HapticEvent: String, CaseIterable, Sendable {
  /// On the Qibla, with a good heading.
  case aligned
  /// On it, with a heading that may be wrong: never to be taken for the one above.
  case alignedUncertain = "aligned_uncertain"
  case left
  case locked
  case passed
  /// Something failed: a sensor was lost, a calibration refused.
  case error

  /// What is played unless the configuration says otherwise.
  package var defaultPattern: HapticPattern {
    switch self {
    case .aligned: .doubleClick
    case .alignedUncertain: .bump
    case .left: .none
    case .locked: .tripleClick
    case .passed: .click
    case .error: .alert
    }
  }
}
