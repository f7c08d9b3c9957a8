public import HijriCalendar

/// The school of law that sets the beginning of Asr.
public enum Madhab: String, CaseIterable, Sendable {
  /// Shafi, Maliki and Hanbali: a shadow longer by once the height than at noon.
  case shafi
  /// A shadow longer by twice the height.
  case hanafi

  var shadow: Double { self == .shafi ? 1 : 2 }
}

/// The earliest Fajr and the latest Isha, as a part of the night, where twilight lasts long.
public enum HighLatitudeRule: String, CaseIterable, Sendable {
  /// Beyond 48° north or south the seventh, else the middle of the night: our default.
  ///
  /// For a method's angle over 18° the seventh begins at 66° less the angle. From there on the sun hardly sinks to the
  /// angle at midsummer, and its time would jump by many minutes from one day to the next.
  case ours
  /// As `ours` in the north and the middle of the night in all of the south, as adhan-swift has it.
  case recommended
  case middleOfTheNight
  case seventhOfTheNight
  /// The method's angle / 60 of the night.
  case twilightAngle
  /// No rule: where the sun does not reach the angle, the time is absent.
  case none
}

/// What holds on days on which the sun does not rise or not set.
public enum PolarRule: String, CaseIterable, Sendable {
  /// The times of the nearest latitude of the same meridian with a whole day, in steps of 0.5°: our
  /// default.
  case nearestLatitude
  /// The times of the nearest day with sunrise and sunset, at the same time of day.
  case nearestDay
  /// The times of Mecca's latitude on the same meridian.
  case mecca
  /// No rule: the times are absent.
  case unresolved
}

/// Which light of the evening ends for Isha by the Moonsighting Committee.
public enum Shafaq: String, CaseIterable, Sendable {
  /// A mixture by latitude, to ease hardship.
  case general
  /// The red light.
  case ahmer
  /// The white light.
  case abyad
}

/// How the times of a day are calculated.
public struct PrayerSettings: Equatable, Sendable {
  public var method: Method
  public var madhab = Madhab.shafi
  public var rule = HighLatitudeRule.ours
  public var polar = PolarRule.nearestLatitude
  public var shafaq = Shafaq.general
  /// Minutes of the user's own, added to each time.
  public var offsets = PerPrayer(repeating: 0.0)
  /// Metres of the place above the surroundings out to the horizon; makes sunrise earlier and sunset
  /// later.
  public var height = 0.0
  /// Whether Isha is 30 minutes later in Ramadan where the method says so (Umm al-Qura).
  public var addsInRamadan = true
  /// The calendar that says when Ramadan is.
  public var calendar = AdjustedCalendar()

  public init(method: Method) { self.method = method }
}
