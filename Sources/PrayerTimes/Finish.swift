/// Adds the minutes of method and user to a time, and rounds it.
struct Finish {
  private let settings: PrayerSettings

  init(_ settings: PrayerSettings) { self.settings = settings }

  /// - Parameter hasOffset: whether the minutes of the user are added, and not the method's alone.
  func callAsFunction(
    _ prayer: Prayer, _ raw: RawTime, hasOffset: Bool = true
  ) -> PrayerEntry {
    let minutes = settings.method.minutes[prayer] + (hasOffset ? settings.offsets[prayer] : 0)
    return .time(
      time(exact: raw.exact + minutes * 60, errorSeconds: raw.error, basis: raw.basis))
  }

  /// A time with no further minutes, rounded.
  func time(exact: Double, errorSeconds: Double, basis: Basis) -> PrayerTime {
    let seconds = exact.rounded(.down)  // a clock's seconds, as in the Adhan libraries
    let rounded: Double
    switch settings.method.rounding {
    case .nearest: rounded = ((seconds + 30) / 60).rounded(.down) * 60
    case .up: rounded = (seconds / 60).rounded(.up) * 60
    case .none: rounded = seconds
    }
    return PrayerTime(exact: exact, rounded: rounded, errorSeconds: errorSeconds, basis: basis)
  }
}

/// A time before the minutes of method and user.
struct RawTime {
  let exact: Double
  let error: Double
  let basis: Basis
}
