/// The five prayers, and sunrise, which ends the first.
public enum Prayer: String, CaseIterable, Sendable {
  case fajr, sunrise, dhuhr, asr, maghrib, isha
}

extension Prayer {
  /// The whole minute that a clock without seconds shows for a time of this prayer, seconds since 1970-01-01 UTC.
  ///
  /// No prayer is shown before it begins, and sunrise, which ends Fajr, not after it. Only a method that does not round
  /// has a time with seconds.
  /// - Parameter instant: seconds since 1970-01-01 UTC, rounded as the method says.
  public func shownMinute(_ instant: Double) -> Double {
    (instant / 60).rounded(self == .sunrise ? .down : .up) * 60
  }
}

/// A value for each of the six times of a day.
public struct PerPrayer<Value: Sendable>: Sendable {
  public var fajr, sunrise, dhuhr, asr, maghrib, isha: Value

  /// The same value for all.
  public init(repeating value: Value) {
    (fajr, sunrise, dhuhr, asr, maghrib, isha) = (value, value, value, value, value, value)
  }

  public subscript(prayer: Prayer) -> Value {
    get {
      switch prayer {
      case .fajr: fajr
      case .sunrise: sunrise
      case .dhuhr: dhuhr
      case .asr: asr
      case .maghrib: maghrib
      case .isha: isha
      }
    }
    set {
      switch prayer {
      case .fajr: fajr = newValue
      case .sunrise: sunrise = newValue
      case .dhuhr: dhuhr = newValue
      case .asr: asr = newValue
      case .maghrib: maghrib = newValue
      case .isha: isha = newValue
      }
    }
  }
}

extension PerPrayer: Equatable where Value: Equatable {}
