import Dates
import HijriCalendar
import PrayerTimes
import Testing

@testable import Day

@Suite struct DaySettingsTests {
  @Test func withoutWordsEverythingHasItsDefault() throws {
    let settings = try DaySettings(words: [:])
    let method = try #require(Method.named("muslimWorldLeague"))
    #expect(settings == DaySettings(prayers: PrayerSettings(method: method)))
  }

  @Test func everyWordIsUsed() throws {
    let settings = try DaySettings(words: [
      .method: "egyptian", .madhab: "hanafi", .highLatitude: "twilightAngle", .polar: "nearestDay",
      .shafaq: "ahmer", .rounding: "up", .fajrAngle: "18.5", .ishaMinutes: "80", .height: "120",
      .offsets: "fajr=2,isha=-3", .hijriDayStart: "sunset",
      .hijriFirstDays: "1448-09=2027-02-09 1449-09=2028-01-29",
    ])
    let prayers = settings.prayers
    #expect(prayers.method.name == "egyptian" && prayers.method.standing == .custom)
    #expect(prayers.method.fajrAngle == 18.5 && prayers.method.isha == .minutes(80))
    #expect(prayers.madhab == .hanafi && prayers.rule == .twilightAngle)
    #expect(prayers.polar == .nearestDay && prayers.shafaq == .ahmer)
    #expect(prayers.method.rounding == .up && prayers.height == 120)
    #expect(prayers.offsets.fajr == 2 && prayers.offsets.isha == -3 && prayers.offsets.asr == 0)
    #expect(settings.hijriDayStart == .sunset)
    #expect(settings.calendar.changedMonths.count >= 2)
    #expect(DaySetting.allCases.count == 13)
  }

  @Test(arguments: [
    (DaySetting.method, "mecca", "take one of muslimWorldLeague"), (.madhab, "", "shafi, hanafi"),
    (.highLatitude, "seventh", "seventhOfTheNight"), (.polar, "none", "unresolved"),
    (.shafaq, "red", "general, ahmer, abyad"), (.rounding, "down", "nearest, up, none"),
    (.fajrAngle, "0", "over 0 and at most 30"), (.ishaAngle, "31", "over 0 and at most 30"),
    (.fajrAngle, "18,5", "is not a number"), (.ishaMinutes, "0", "1 to 300"),
    (.height, "-1", "0 to 9000 m"), (.height, "nan", "is not a number"),
    (.offsets, "fajr", "give minutes such as"), (.offsets, "fajr=61", "-60 to 60"),
    (.hijriDayStart, "noon", "midnight, sunset"),
    (.hijriFirstDays, "1448-09", "such as 1448-09=2027-02-09"),
    (.hijriFirstDays, "1448-09=2027-02-12", "at most 2 are allowed"),
    (.hijriFirstDays, "1448-09=2027-02-30", "no such day"),
    (.hijriFirstDays, "1448-09=2027-02-09 1448-09=2027-02-08", "given twice"),
    (.hijriFirstDays, "1448-+9=2027-02-09", "such as 1448-09=2027-02-09"),
  ])
  func aWrongWordIsNamedWithWhatToWrite(setting: DaySetting, word: String, says: String) {
    let error = #expect(throws: DaySettingError.self) { try DaySettings(words: [setting: word]) }
    #expect(error?.setting == setting && error?.problem.contains(says) == true, "\(error as Any)")
  }

  // The short names are those of PrayTimes and of AlAdhan.
  @Test(arguments: [
    ("MWL", "muslimWorldLeague"), ("ISNA", "northAmerica"), ("Egypt", "egyptian"),
    ("Makkah", "ummAlQura"), ("mecca", "ummAlQura"), ("Moonsighting", "moonsightingCommittee"),
    ("MUIS", "singapore"), ("Diyanet", "turkey"), ("UOIF", "france"),
    ("Karachi", "karachi"), ("UMM_AL-QURA", "ummAlQura"), ("north america", "northAmerica"),
  ])
  func aNameOfAMethodInOtherProgramsIsRefusedWithOurs(word: String, name: String) {
    let error = #expect(throws: DaySettingError.self) { try DaySettings(words: [.method: word]) }
    #expect(error?.problem.hasPrefix("unknown, perhaps \(name); take one of ") == true)
  }

  @Test func anAngleAndMinutesOfIshaAreNotGivenTogether() {
    let error = #expect(throws: DaySettingError.self) {
      try DaySettings(words: [.ishaAngle: "17", .ishaMinutes: "90"])
    }
    #expect(error?.problem.contains("not both") == true)
  }

  @Test func anotherMethodBringsItsOwnAnglesAndAnAngleOfIshaIsInPlaceOfItsMinutes() {
    let stored: [DaySetting: String] = [
      .method: "karachi", .fajrAngle: "19", .ishaMinutes: "95", .offsets: "fajr=2",
    ]
    #expect(
      stored.replaced(by: [.method: "turkey"]) == [.method: "turkey", .offsets: "fajr=2"])
    let own = stored.replaced(by: [.ishaAngle: "17"])
    #expect(own[.ishaMinutes] == nil && own[.ishaAngle] == "17" && own[.fajrAngle] == "19")
    #expect(stored.replaced(by: [.madhab: "hanafi"]).count == 5)
  }

  @Test func aWordOfTheUserCannotControlTheTerminal() {
    let error = #expect(throws: DaySettingError.self) {
      try DaySettings(words: [.height: "\u{1B}[2J"])
    }
    #expect(error?.description.unicodeScalars.contains("\u{1B}") == false)
  }
}
