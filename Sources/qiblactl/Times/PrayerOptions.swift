import ArgumentParser
import Day
import PrayerTimes

/// How `qiblactl prayers` calculates. What is left out comes from the configuration.
struct PrayerOptions: ParsableArguments {
  @Option(
    help: "The method; default muslimWorldLeague.", completion: .list(Method.known.map(\.name)))
  var method: String?

  @Option(
    help: "shafi (default) or hanafi: when Asr begins.",
    completion: .list(Madhab.allCases.map(\.rawValue)))
  var madhab: String?

  @Option(
    help:
      "ours (default), recommended, middleOfTheNight, seventhOfTheNight, twilightAngle or none: Fajr and Isha where twilight is long.",
    completion: .list(HighLatitudeRule.allCases.map(\.rawValue)))
  var highLatitude: String?

  @Option(
    help:
      "nearestLatitude (default), nearestDay, mecca or unresolved: days without sunrise or sunset.",
    completion: .list(PolarRule.allCases.map(\.rawValue)))
  var polar: String?

  @Option(
    help: "general (default), ahmer or abyad: the dusk of moonsightingCommittee.",
    completion: .list(Shafaq.allCases.map(\.rawValue)))
  var shafaq: String?

  @Option(
    help: "Rounding of times to whole minutes: nearest, up or none; default: the method's.",
    completion: .list(Method.Rounding.allCases.map(\.rawValue)))
  var rounding: String?

  @Option(help: "Angle of the sun below the horizon at Fajr, degrees, in place of the method's.")
  var fajrAngle: String?

  @Option(help: "Angle of the sun below the horizon at Isha, degrees, in place of the method's.")
  var ishaAngle: String?

  @Option(help: "Isha, minutes after sunset, in place of the method's.")
  var ishaMinutes: String?

  @Option(help: "Metres of the place above its surroundings, out to the horizon.")
  var height: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Minutes of your own, added to times, such as fajr=2,isha=-3; each -60 to 60.",
      valueName: "time=minutes,..."))
  var offset: String?

  /// The settings.
  ///
  /// - Parameters:
  ///   - stored: of the configuration; options come first.
  ///   - words: METHOD MADHAB RULE POLAR SHAFAQ of a line of `--batch`, or the first of them; they come first of all.
  func settings(
    stored: [DaySetting: String] = [:], _ words: ArraySlice<Substring> = []
  ) throws(WordsError) -> DaySettings {
    var merged = stored.replaced(by: given)
    let order: [DaySetting] = [.method, .madhab, .highLatitude, .polar, .shafaq]
    for (setting, word) in zip(order, words) { merged[setting] = String(word) }
    if let polar = merged[.polar] { merged[.polar] = Self.polarNames[polar] ?? polar }
    do throws(DaySettingError) { return try DaySettings(words: merged) } catch {
      throw WordsError(description: "\(error)")
    }
  }

  /// The names of the Adhan libraries, and of our own default.
  private static let polarNames = [
    "aqrabBalad": "nearestLatitude", "aqrabYaum": "nearestDay", "none": "unresolved",
    "ours": "nearestLatitude",
  ]

  private var given: [DaySetting: String] {
    let options: [DaySetting: String?] = [
      .method: method, .madhab: madhab, .highLatitude: highLatitude, .polar: polar,
      .shafaq: shafaq, .rounding: rounding, .fajrAngle: fajrAngle, .ishaAngle: ishaAngle,
      .ishaMinutes: ishaMinutes, .height: height, .offsets: offset,
    ]
    return options.compactMapValues { $0 }
  }
}
