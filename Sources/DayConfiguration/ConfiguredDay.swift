internal import DaemonConfiguration
public import Day

/// Why the settings of days cannot be used, in one sentence with the file and what to do.
public struct DayConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

/// `[prayers]` and `[hijri]` of the daemon's configuration, which the daemon itself does not use.
public struct ConfiguredDay: Equatable, Sendable {
  /// What the file says of each setting.
  public let words: [DaySetting: String]
  /// The same as values, without the timetable.
  public let settings: DaySettings
  /// The path of the published timetable; `nil` without one.
  public let timetablePath: String?

  /// Reads the configuration and checks the settings.
  ///
  /// - Parameter path: `nil` for the usual one, which may be absent.
  public init(path: String? = nil) throws(DayConfigurationError) {
    let configuration: Configuration
    do throws(ConfigurationError) { configuration = try Configuration.load(path: path) } catch {
      throw DayConfigurationError("\(error)")
    }
    var words: [DaySetting: String] = [:]
    for (key, word) in configuration.prayers {
      if let setting = DaySetting(rawValue: key) { words[setting] = word }
    }
    for (key, word) in configuration.hijri {
      if let setting = DaySetting(rawValue: "hijri_" + key) { words[setting] = word }
    }
    self.words = words
    timetablePath = configuration.prayers["timetable"]
    do throws(DaySettingError) { settings = try DaySettings(words: words) } catch {
      throw DayConfigurationError("\(path ?? Configuration.defaultPath): \(error)")
    }
  }

  /// The settings with the timetable, which is read now.
  public func settingsWithTimetable() throws(DayConfigurationError) -> DaySettings {
    guard let timetablePath else { return settings }
    var all = settings
    all.timetable = try readTimetable(path: timetablePath)
    return all
  }
}
