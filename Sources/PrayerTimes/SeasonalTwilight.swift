/// Dawn and dusk of the Moonsighting Committee: minutes from sunrise or sunset, by latitude and season.
///
/// - Source: K. Shaukat, moonsighting.com, as `Astronomical.seasonAdjusted…Twilight` of
///   batoulapps/adhan-swift (MIT) has the coefficients.
enum SeasonalTwilight {
  /// Minutes of dawn before sunrise.
  static func morning(latitude: Double, seasonDay: Int) -> Double {
    minutes(seasonDay, latitude, 75, (28.65, 19.44, 32.74, 48.10))
  }

  /// Minutes of dusk after sunset.
  static func evening(latitude: Double, seasonDay: Int, _ shafaq: Shafaq) -> Double {
    switch shafaq {
    case .general: minutes(seasonDay, latitude, 75, (25.60, 2.050, -9.210, 6.140))
    case .ahmer: minutes(seasonDay, latitude, 62, (17.40, -7.160, 5.120, 19.44))
    case .abyad: minutes(seasonDay, latitude, 75, (25.60, 7.160, 36.84, 81.84))
    }
  }

  /// Days since the winter solstice of the hemisphere.
  static func seasonDay(dayOfYear: Int, isLeapYear: Bool, isNorthern: Bool) -> Int {
    let daysInYear = isLeapYear ? 366 : 365
    let day = isNorthern ? dayOfYear + 10 : dayOfYear - (isLeapYear ? 173 : 172)
    return day < 0 ? day + daysInYear : day >= daysInYear ? day - daysInYear : day
  }

  /// Interpolates between the values of winter, early spring, late spring and summer, which grow with
  /// the latitude, and back.
  private static func minutes(
    _ day: Int, _ latitude: Double, _ base: Double, _ slopes: (Double, Double, Double, Double)
  ) -> Double {
    func value(_ slope: Double) -> Double { base + slope / 55 * abs(latitude) }
    let (a, b, c, d) = (value(slopes.0), value(slopes.1), value(slopes.2), value(slopes.3))
    func between(_ first: Double, _ second: Double, _ start: Int, _ length: Int) -> Double {
      first + (second - first) / Double(length) * Double(day - start)
    }
    switch day {
    case ..<91: return between(a, b, 0, 91)
    case ..<137: return between(b, c, 91, 46)
    case ..<183: return between(c, d, 137, 46)
    case ..<229: return between(d, c, 183, 46)
    case ..<275: return between(c, b, 229, 46)
    default: return between(b, a, 275, 91)
    }
  }
}
