internal import HijriCalendar
internal import PrayerTimes
private import Quantities

extension DaySettings {
  /// Settings in the words of a user. What is left out has its default; the method's is the Muslim World League's.
  ///
  /// - Parameter words: as in `qiblad.toml`, numbers as text.
  public init(words: [DaySetting: String]) throws(DaySettingError) {
    self.init(prayers: PrayerSettings(method: try words.method()))
    if let value: Madhab = try words.value(.madhab) { prayers.madhab = value }
    if let value: HighLatitudeRule = try words.value(.highLatitude) { prayers.rule = value }
    if let value: PolarRule = try words.value(.polar) { prayers.polar = value }
    if let value: Shafaq = try words.value(.shafaq) { prayers.shafaq = value }
    if let value: Method.Rounding = try words.value(.rounding) { prayers.method.rounding = value }
    if let height = try words.number(.height, 0...9000, "m") { prayers.height = height }
    prayers.offsets = try words.offsets()
    if let value: HijriDayStart = try words.value(.hijriDayStart) { hijriDayStart = value }
    calendar = try words.calendar()
  }
}

extension [DaySetting: String] {
  /// These words with others in their place: another method brings its own angles, and an angle of Isha is in place of
  /// its minutes.
  public func replaced(by given: Self) -> Self {
    var words = self
    if given[.method] != nil { words[.fajrAngle] = nil }
    if given[.method] != nil || given[.ishaAngle] != nil || given[.ishaMinutes] != nil {
      (words[.ishaAngle], words[.ishaMinutes]) = (nil, nil)
    }
    return words.merging(given) { $1 }
  }

  /// One of the words of a type; `nil` where nothing is given.
  fileprivate func value<Word: RawRepresentable<String> & CaseIterable>(
    _ setting: DaySetting
  ) throws(DaySettingError) -> Word? {
    guard let word = self[setting] else { return nil }
    guard let value = Word(rawValue: word) else {
      let names = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw DaySettingError(setting: setting, problem: "unknown; take one of \(names)")
    }
    return value
  }

  fileprivate func number(
    _ setting: DaySetting, _ range: ClosedRange<Double>, _ unit: String
  ) throws(DaySettingError) -> Double? {
    guard let word = self[setting] else { return nil }
    guard let number = Double(decimal: word) else {
      throw DaySettingError(setting: setting, problem: "'\(shown(word))' is not a number")
    }
    guard range.contains(number) else {
      throw DaySettingError(
        setting: setting,
        problem: "out of range: \(Int(range.lowerBound)) to \(Int(range.upperBound)) \(unit)")
    }
    return number
  }

  /// The named method, with angles and minutes of the user's own.
  fileprivate func method() throws(DaySettingError) -> Method {
    let name = self[.method] ?? "muslimWorldLeague"
    guard var method = Method.named(name) else {
      let names = Method.known.map(\.name).joined(separator: ", ")
      let meant = Method.meant(by: name).map { ", perhaps \($0.name)" } ?? ""
      throw DaySettingError(setting: .method, problem: "unknown\(meant); take one of \(names)")
    }
    let anyAngle = -360.0...360.0  // `Method` has the range, and refuses the rest
    let fajr = try number(.fajrAngle, anyAngle, "degrees")
    let isha = try number(.ishaAngle, anyAngle, "degrees")
    let minutes = try number(.ishaMinutes, -1440...1440, "minutes")
    guard fajr != nil || isha != nil || minutes != nil else { return method }
    if isha != nil, minutes != nil {
      throw DaySettingError(
        setting: .ishaMinutes, problem: "give an angle or minutes of Isha, not both")
    }
    do throws(MethodError) {
      let own = try Method(
        fajrAngle: fajr ?? method.fajrAngle,
        isha: isha.map(Method.Isha.angle) ?? minutes.map(Method.Isha.minutes) ?? method.isha,
        maghribAngle: method.maghribAngle)
      (method.fajrAngle, method.isha, method.standing) = (own.fajrAngle, own.isha, .custom)
      return method
    } catch {
      switch error {
      case .angle(let angle):
        throw DaySettingError(
          setting: angle == fajr ? .fajrAngle : .ishaAngle,
          problem: "angle \(angle) is out of range: over 0 and at most 30 degrees")
      case .minutes(let minutes):
        throw DaySettingError(
          setting: .ishaMinutes,
          problem: "minutes of Isha \(minutes) are out of range: 1 to 300")
      }
    }
  }

  /// Reads `fajr=2,isha=-3`.
  fileprivate func offsets() throws(DaySettingError) -> PerPrayer<Double> {
    var offsets = PerPrayer(repeating: 0.0)
    guard let text = self[.offsets] else { return offsets }
    func refusal(_ problem: String) -> DaySettingError {
      DaySettingError(setting: .offsets, problem: problem)
    }
    let largest = 60.0  // minutes
    var given: Set<Prayer> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2, let prayer = Prayer(rawValue: String(sides[0])) else {
        let names = Prayer.allCases.map(\.rawValue).joined(separator: ", ")
        throw refusal("give minutes such as fajr=2,isha=-3, for one of \(names)")
      }
      guard given.insert(prayer).inserted else {
        throw refusal("\(prayer.rawValue) is given twice")
      }
      guard let minutes = Double(decimal: sides[1]) else {
        throw refusal("offset of \(prayer.rawValue): '\(shown(sides[1]))' is not a number")
      }
      guard abs(minutes) <= largest else {
        throw refusal("offset of \(prayer.rawValue): out of range: -60 to 60 minutes")
      }
      offsets[prayer] = minutes
    }
    return offsets
  }

  /// Reads `1448-09=2027-02-09 1448-10=2027-03-11`.
  fileprivate func calendar() throws(DaySettingError) -> AdjustedCalendar {
    var calendar = AdjustedCalendar()
    for text in (self[.hijriFirstDays] ?? "").split(separator: " ") {
      do throws(FirstDayError) { try calendar.setFirstDay(parsing: text) } catch {
        throw DaySettingError(setting: .hijriFirstDays, problem: error.description)
      }
    }
    return calendar
  }
}
