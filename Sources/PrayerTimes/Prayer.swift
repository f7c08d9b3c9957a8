/// The five prayers, and sunrise, which ends the first.
public enum Prayer: String, CaseIterable, Sendable {
  case fajr, sunrise, dhuhr, asr, maghrib, isha
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
