/// A setting; its value is a word or a number in words.
///
/// The raw value is its key in the section `[prayers]` of `qiblad.toml`; the keys of `[hijri]` have `hijri_` before them.
public enum DaySetting: String, CaseIterable, Sendable {
  case method, madhab, polar, shafaq, rounding, offsets
  case highLatitude = "high_latitude"
  case fajrAngle = "fajr_angle_deg"
  case ishaAngle = "isha_angle_deg"
  case ishaMinutes = "isha_min"
  case height = "height_m"
  /// `midnight` or `sunset`.
  case hijriDayStart = "hijri_day_begins"
  /// First days of months that were sighted or announced: `1448-09=2027-02-09`, more after blanks.
  case hijriFirstDays = "hijri_first_days"
}

/// Why a setting has no meaning, in words that say what to write.
public struct DaySettingError: Error, Equatable, Sendable, CustomStringConvertible {
  public let setting: DaySetting
  /// `unknown; take one of shafi, hanafi`.
  public let problem: String

  /// With the name of the setting.
  public var description: String { "\(setting.rawValue): \(problem)" }
}
