internal import Day
private import DayConfiguration
private import Synchronization

/// What users have set on the page for the device: how days are calculated, and the bell.
package struct DeviceSettings: Codable, Equatable, Sendable {
  /// Words of `[prayers]`, in place of those of `qiblad.toml`; absent: as there.
  package var method, madhab, highLatitude, offsets: String?
  package var bell = BellSettings()

  package init() {}

  /// The words that are set.
  var words: [DaySetting: String] {
    var words: [DaySetting: String] = [:]
    words[.method] = method
    words[.madhab] = madhab
    words[.highLatitude] = highLatitude
    words[.offsets] = offsets
    return words
  }
}

/// A part of the settings that a user changes: what is absent stays as it is, since another browser may have changed it in
/// the meantime. An empty word: as in `qiblad.toml` again.
struct SettingsChange: Decodable {
  var method, madhab, highLatitude, offsets: String?
  var bell: BellChange?

  func applied(to settings: DeviceSettings) -> DeviceSettings {
    var result = settings
    result.method = changed(method, settings.method)
    result.madhab = changed(madhab, settings.madhab)
    result.highLatitude = changed(highLatitude, settings.highLatitude)
    result.offsets = changed(offsets, settings.offsets)
    if let bell { result.bell = bell.applied(to: settings.bell) }
    return result
  }
}

/// A part of the bell that a user changes; what is absent stays as it is.
struct BellChange: Decodable {
  /// A part of the bell of one prayer.
  struct RingChange: Decodable {
    var sound: BellSettings.Sound?
    var beforeMin: Int?
  }

  /// By the prayer's name.
  var prayers: [String: RingChange]?
  /// An empty time: none.
  var quietFrom, quietTo: String?
  var motor: Bool?

  func applied(to bell: BellSettings) -> BellSettings {
    var result = bell
    for (name, change) in prayers ?? [:] {
      let ring = bell.prayers[name] ?? BellSettings.Ring()
      result.prayers[name] = BellSettings.Ring(
        sound: change.sound ?? ring.sound, beforeMin: change.beforeMin ?? ring.beforeMin)
    }
    result.quietFrom = changed(quietFrom, bell.quietFrom)
    result.quietTo = changed(quietTo, bell.quietTo)
    result.motor = motor ?? bell.motor
    return result
  }
}

/// A word after a change: the old one where that is absent, none where it is empty.
private func changed(_ word: String?, _ old: String?) -> String? {
  guard let word else { return old }
  return word.isEmpty ? nil : word
}

/// The settings, kept in a file.
package final class SettingsStore: Sendable {
  private static let file = "settings.json"
  private let folder: StateFolder
  private let configuration: String?
  private let settings: Mutex<DeviceSettings>

  /// - Parameter configuration: the path of the daemon's configuration; `nil` for the usual one.
  package init(folder: StateFolder, configuration: String?) {
    self.folder = folder
    self.configuration = configuration
    settings = Mutex(folder.load(Self.file, as: DeviceSettings.self) ?? DeviceSettings())
  }

  package var now: DeviceSettings { settings.withLock { $0 } }

  /// The words of the configuration.
  func configuredWords() throws -> [DaySetting: String] {
    try ConfiguredDay(path: configuration).words
  }

  /// How days are calculated: the configuration's words with those of the page in their place.
  ///
  /// - Throws: `DayConfigurationError` or `DaySettingError`, each a sentence.
  func daySettings(_ chosen: DeviceSettings? = nil) throws -> DaySettings {
    let configured = try ConfiguredDay(path: configuration)
    let chosen = (chosen ?? now).words
    guard !chosen.isEmpty else { return try configured.settingsWithTimetable() }
    var settings = try DaySettings(words: configured.words.replaced(by: chosen))
    settings.timetable = try configured.settingsWithTimetable().timetable
    return settings
  }

  /// Checks and keeps a change.
  ///
  /// - Throws: why it cannot be, as a sentence; nothing has changed then.
  func change(_ change: SettingsChange) throws {
    try settings.withLock { settings in
      let changed = change.applied(to: settings)
      try changed.bell.check()
      _ = try daySettings(changed)
      try folder.save(changed, Self.file)
      settings = changed
    }
  }
}
