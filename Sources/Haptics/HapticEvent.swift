/// An event that is signalled by a motor. The names are those of the protocol's `haptic`, and
/// `error`.
package enum HapticEvent: String, CaseIterable, Sendable {
  /// The device faces the Qibla, with an accurate heading.
  case aligned
  /// The device faces the Qibla, with an uncertain heading. Must feel different from `aligned`.
  case alignedUncertain = "aligned_uncertain"
  case left
  case locked
  case passed
  /// A failure: a sensor was lost, or a calibration refused.
  case error

  /// The pattern without a setting in the configuration.
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
