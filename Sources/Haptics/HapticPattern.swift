/// A named pattern of pulses and pauses, which a user can distinguish by touch.
package enum HapticPattern: String, CaseIterable, Sendable {
  /// No pulse.
  case none
  case click
  case doubleClick = "double_click"
  case tripleClick = "triple_click"
  /// Weaker than a click.
  case bump
  case buzz
  /// The longest pattern.
  case alert

  /// A time for which the motor runs, and a pause after it.
  package struct Pulse: Equatable, Sendable {
    /// Part of the full strength, in (0, 1]. A motor on a GPIO line always has full strength.
    package var strength: Double
    /// For how long the motor runs, ms.
    package var milliseconds: Int
    /// For how long it then stands still, ms.
    package var pauseMilliseconds: Int

    package init(strength: Double = 1, milliseconds: Int, pauseMilliseconds: Int = 0) {
      self.strength = strength
      self.milliseconds = milliseconds
      self.pauseMilliseconds = pauseMilliseconds
    }
  }

  /// The pulses for a motor that is switched on and off. A user feels an eccentric motor from about
  /// 50 ms on.
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

  /// The duration, ms, from the beginning of the first pulse to the end of the last.
  package var milliseconds: Int {
    pulses.reduce(0) { $0 + $1.milliseconds + $1.pauseMilliseconds }
  }
}
