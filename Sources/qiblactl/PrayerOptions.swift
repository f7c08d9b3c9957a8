import ArgumentParser
import PrayerTimes

/// How `qiblactl prayers` calculates.
struct PrayerOptions: ParsableArguments {
  @Option(help: "The method, such as muslimWorldLeague.")
  var method = "muslimWorldLeague"

  @Option(help: "shafi or hanafi: when Asr begins.")
  var madhab = "shafi"

  @Option(
    help:
      "ours, recommended, middleOfTheNight, seventhOfTheNight, twilightAngle or none: Fajr and Isha where twilight is long."
  )
  var highLatitude = "ours"

  @Option(
    help:
      "nearestLatitude, nearestDay, mecca or unresolved: days without sunrise or sunset.")
  var polar = "nearestLatitude"

  @Option(help: "general, ahmer or abyad: the dusk of moonsightingCommittee.")
  var shafaq = "general"

  @Option(help: "nearest, up or none; default as the method has it.")
  var rounding: String?

  @Option(help: "Degrees of Fajr below the horizon, in place of the method's.")
  var fajrAngle: Double?

  @Option(help: "Degrees of Isha below the horizon, in place of the method's.")
  var ishaAngle: Double?

  @Option(help: "Minutes of Isha after sunset, in place of the method's.")
  var ishaMinutes: Double?

  @Option(help: "Metres of the place above its surroundings, out to the horizon.")
  var height = 0.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Minutes of your own, added to times, such as fajr=2,isha=-3; each -60 to 60.",
      valueName: "time=minutes,..."))
  var offset: String?

  /// The settings, with the words of a line of `--batch` in place of the options.
  ///
  /// - Parameter words: METHOD MADHAB RULE POLAR SHAFAQ, or the first of them.
  func settings(_ words: ArraySlice<Substring> = []) throws(WordsError) -> PrayerSettings {
    let given = words.map(String.init)
    func word(_ index: Int, _ option: String) -> String {
      index < given.count ? given[index] : option
    }
    let name = word(0, method)
    guard let method = Method.named(name) else {
      let names = Method.known.map(\.name).joined(separator: ", ")
      throw WordsError(description: "method: unknown; take one of \(names)")
    }
    var settings = PrayerSettings(method: try changed(method))
    settings.madhab = try Self.value(word(1, madhab), "madhab")
    settings.rule = try Self.value(word(2, highLatitude), "rule")
    let polar = word(3, polar)
    // The names of the Adhan libraries for two of them.
    let renamed = [
      "aqrabBalad": "nearestLatitude", "aqrabYaum": "nearestDay", "none": "unresolved",
    ]
    settings.polar = try Self.value(
      polar == "ours" ? "nearestLatitude" : renamed[polar] ?? polar, "polar rule")
    settings.shafaq = try Self.value(word(4, shafaq), "shafaq")
    if let rounding { settings.method.rounding = try Self.value(rounding, "rounding") }
    guard height >= 0, height <= 9000 else {
      throw WordsError(description: "height: out of range: 0 to 9000 m")
    }
    settings.height = height
    if let offset { settings.offsets = try Self.offsets(offset) }
    return settings
  }

  /// Reads `fajr=2,isha=-3`.
  private static func offsets(_ text: String) throws(WordsError) -> PerPrayer<Double> {
    var offsets = PerPrayer(repeating: 0.0)
    var given: Set<Prayer> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2, let prayer = Prayer(rawValue: String(sides[0])) else {
        let names = Prayer.allCases.map(\.rawValue).joined(separator: ", ")
        throw WordsError(
          description: "offset: give minutes such as fajr=2,isha=-3, for one of \(names)")
      }
      guard given.insert(prayer).inserted else {
        throw WordsError(description: "offset: \(prayer.rawValue) is given twice")
      }
      let minutes = try number(sides[1], called: "offset of \(prayer.rawValue)")
      guard abs(minutes) <= 60 else {
        throw WordsError(
          description: "offset of \(prayer.rawValue): out of range: -60 to 60 minutes")
      }
      offsets[prayer] = minutes
    }
    return offsets
  }

  private func changed(_ method: Method) throws(WordsError) -> Method {
    guard fajrAngle != nil || ishaAngle != nil || ishaMinutes != nil else { return method }
    if ishaAngle != nil, ishaMinutes != nil {
      throw WordsError(description: "give --isha-angle or --isha-minutes, not both")
    }
    let isha = ishaAngle.map(Method.Isha.angle) ?? ishaMinutes.map(Method.Isha.minutes)
    do throws(MethodError) {
      let own = try Method(
        fajrAngle: fajrAngle ?? method.fajrAngle, isha: isha ?? method.isha,
        maghribAngle: method.maghribAngle)
      var changed = method
      (changed.fajrAngle, changed.isha, changed.standing) = (own.fajrAngle, own.isha, .custom)
      return changed
    } catch {
      switch error {
      case .angle(let angle):
        throw WordsError(
          description: "angle \(angle) is out of range: over 0 and at most 30 degrees")
      case .minutes(let minutes):
        throw WordsError(description: "minutes of Isha \(minutes) are out of range: 1 to 300")
      }
    }
  }

  private static func value<Value: RawRepresentable<String> & CaseIterable>(
    _ word: String, _ name: String
  ) throws(WordsError) -> Value {
    guard let value = Value(rawValue: word) else {
      let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw WordsError(description: "\(name): unknown; take one of \(names)")
    }
    return value
  }
}
