public import Dates

/// What a time follows from.
public enum Basis: Equatable, Sendable {
  /// The sun at the place itself, and the method's minutes.
  case sun
  /// A part of the night: `middle`, `seventh` or `angle`.
  case rule(NightPart)
  /// The seasonal dawn or dusk of the Moonsighting Committee.
  case seasonal
  /// The day at another latitude of the same meridian, degrees.
  case nearLatitude(Double)
  /// Another day.
  case nearDay(CalendarDate)
  /// The day at Mecca's latitude.
  case mecca
  /// The part of the afternoon at the nearest latitude where there is a shadow.
  case ratio
  /// A published timetable.
  case timetable

  /// A part of the night between sunset and sunrise.
  public enum NightPart: String, Equatable, Sendable {
    case middle, seventh, angle
  }

  /// The code of JSON output: `rule:seventh`.
  public var code: String {
    switch self {
    case .sun: "sun"
    case .rule(let part): "rule:" + part.rawValue
    case .seasonal: "rule:moonsighting"
    case .nearLatitude(let degrees):
      "near_latitude:\(Int(degrees)).\(Int((abs(degrees) * 10).rounded()) % 10)"
    case .nearDay(let date): "near_day:\(date)"
    case .mecca: "mecca"
    case .ratio: "ratio"
    case .timetable: "timetable"
    }
  }
}

/// Why a time does not exist.
public enum Absence: String, Error, Equatable, Sendable {
  case sunDoesNotReachAngle = "sun_does_not_reach_angle"
  case sunDoesNotRise = "sun_does_not_rise"
  case sunDoesNotSet = "sun_does_not_set"
  case noShadowAtNoon = "no_shadow_at_noon"
  case dayTooShort = "day_too_short"
  case nightTooShort = "night_too_short"
  case noNearDay = "no_near_day"

  /// A sentence for people.
  public var text: String {
    switch self {
    case .sunDoesNotReachAngle: "the sun does not sink to the angle of the method"
    case .sunDoesNotRise: "the sun does not rise"
    case .sunDoesNotSet: "the sun does not set"
    case .noShadowAtNoon: "the sun is too low at noon for a shadow"
    case .dayTooShort: "the day is too short for times in order"
    case .nightTooShort: "the night is too short for times in order"
    case .noNearDay: "no day within half a year has sunrise and sunset"
    }
  }
}

/// One time of a day.
public struct PrayerTime: Equatable, Sendable {
  /// Seconds since 1970-01-01 UTC, with the minutes of method and user, not rounded.
  public var exact: Double
  /// The same, rounded to minutes as the method says.
  public var rounded: Double
  /// Seconds that 0.02° of the sun's altitude make: what the calculation leaves open. Refraction and
  /// horizon change sunrise and sunset by a minute or two beyond it.
  public var errorSeconds: Double
  public var basis: Basis
}

extension PrayerTime {
  /// A time of a published timetable, which gives whole minutes.
  ///
  /// - Parameter published: seconds since 1970-01-01 UTC.
  public init(published: Double) {
    self.init(exact: published, rounded: published, errorSeconds: 30, basis: .timetable)
  }
}

/// One time of a day, or why there is none.
public enum PrayerEntry: Equatable, Sendable {
  case time(PrayerTime)
  case absent(Absence)

  /// The time; `nil` if there is none.
  public var time: PrayerTime? {
    if case .time(let time) = self { time } else { nil }
  }
}
