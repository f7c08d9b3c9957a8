/// What a motor does, by name: pulses and pauses, short enough to be told apart by a hand.
package enum HapticPattern: String, CaseIterable, Sendable {
  /// Nothing.
  case none
  case click
  case doubleClick = "double_click"
  case tripleClick = "triple_click"
  /// Weaker than a click.
  case bump
  case buzz
  /// The longest.
  case alert

  /// The motor runs, and rests.
  package struct Pulse: Equatable, Sendable {
    /// Of what the motor can, in (0, 1]; one that can only be switched runs at all of it.
    package var strength: Double
    /// ms that it runs.
    package var milliseconds: Int
    /// ms that it rests after.
    package var pauseMilliseconds: Int

    package init(strength: Double = 1, milliseconds: Int, pauseMilliseconds: Int = 0) {
      self.strength = strength
      self.milliseconds = milliseconds
      self.pauseMilliseconds = pauseMilliseconds
    }
  }

  /// For motors that are switched on and off. An eccentric motor needs some 50 ms to be felt at all.
  package var pulses: [Pulse] {
    switch self {
    case .none: []
    case .click: [Pulse(milliseconds: 60)]
    case .doubleClick: Self.clicks(2)
    case .tripleClick: Self.clicks(3)
    case .bump: [Pulse(strength: 0.5, milliseconds: 60)]
    case .buzz: [Pulse(milliseconds: 400)]
    case .alert: [Pulse(milliseconds: 750)]
    }
  }

  private static func clicks(_ count: Int) -> [Pulse] {
    (1...count).map { Pulse(milliseconds: 60, pauseMilliseconds: $0 == count ? 0 : 120) }
  }

  /// ms from the beginning of the first pulse to the end of the last.
  package var milliseconds: Int {
    pulses.reduce(0) { $0 + $1.milliseconds + $1.pauseMilliseconds }
  }
}
