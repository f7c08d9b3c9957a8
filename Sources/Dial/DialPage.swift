/// A page of the live view, in the order of its keys 1 to 6.
package enum DialPage: Int, CaseIterable, Sendable {
  /// The rose with heading, error and the turn to the Qibla.
  case compass = 1
  /// Rates, ages and faults of the sensors, and the daemon's timing.
  case sensors
  /// Strength and inclination of the field against the reference, and the disturbance.
  case field
  /// The calibration in use, and the one that is collected.
  case calibration
  /// Heading and error of the last minutes.
  case history
  /// Position, declination, target, and where the data come from.
  case place

  /// The page of a digit; `nil` for another character.
  init?(key: Character) {
    guard let number = key.wholeNumberValue, let page = Self(rawValue: number) else { return nil }
    self = page
  }

  /// The name, which `?` lists.
  var name: String { "\(self)" }

  var next: Self { Self(rawValue: rawValue % Self.allCases.count + 1) ?? .compass }

  var previous: Self {
    Self(rawValue: rawValue == 1 ? Self.allCases.count : rawValue - 1) ?? .compass
  }
}
