import DaemonConfiguration
import Day

/// `[prayers]` and `[hijri]` of the configuration.
struct DayFile {
  /// What the file says of each setting.
  let words: [DaySetting: String]
  let settings: DaySettings
  /// The path of the published timetable; `nil` without one.
  let timetable: String?
  /// Adjustments such as `1448-09=2027-02-09`.
  var firstDays: [Substring] { (words[.hijriFirstDays] ?? "").split(separator: " ") }

  /// Reads the configuration and checks the settings.
  ///
  /// - Parameter path: `nil` for the usual one, which may be absent.
  init(path: String?) throws(WordsError) {
    let configuration: Configuration
    do { configuration = try Configuration.load(path: path) } catch {
      throw WordsError(description: "\(error)")
    }
    var words: [DaySetting: String] = [:]
    for (key, word) in configuration.prayers { words[DaySetting(rawValue: key)] = word }
    for (key, word) in configuration.hijri { words[DaySetting(rawValue: "hijri_" + key)] = word }
    self.words = words
    timetable = configuration.prayers["timetable"]
    do throws(DaySettingError) { settings = try DaySettings(words: words) } catch {
      throw WordsError(description: "\(path ?? Configuration.defaultPath): \(error)")
    }
  }
}

extension [DaySetting: String] {
  /// A setting by a key that may be none.
  fileprivate subscript(setting: DaySetting?) -> String? {
    get { setting.flatMap { self[$0] } }
    set { if let setting { self[setting] = newValue } }
  }
}
