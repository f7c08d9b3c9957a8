import Day
import HijriCalendar
import PrayerTimes
import TestFiles
import Testing
import Timetable

@testable import DayConfiguration

@Suite struct ConfiguredDayTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func theSectionsOfPrayersAndHijriAreRead() throws {
    let table = try directory.file(
      "table.csv",
      "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n11-24,05:41,07:36,11:49,13:48,15:58,17:38\n")
    let path = try directory.file(
      "qiblad.toml",
      """
      [prayers]
      method = "ummAlQura"
      isha_min = 95
      fajr_angle_deg = 18.5
      timetable = "\(table)"
      [hijri]
      day_begins = "sunset"
      first_days = "1448-09=2027-02-09"
      """)
    let settings = try ConfiguredDay(path: path).settingsWithTimetable()
    #expect(settings.prayers.method.isha == .minutes(95))
    #expect(settings.prayers.method.fajrAngle == 18.5)
    #expect(settings.hijriDayStart == .sunset && !settings.calendar.changedMonths.isEmpty)
    #expect(settings.timetable?.rows.count == 1)
  }

  @Test(arguments: [
    ("[prayers]\nmadhab = \"maliki\"\n", "madhab: unknown; take one of shafi, hanafi"),
    ("[prayers]\nmethd = \"karachi\"\n", "did you mean prayers.method?"),
    ("[hijri]\nday_begins = true\n", "give text or a number"),
    ("[hijri]\nfirst_days = \"1448-13=2027-02-09\"\n", "such as 1448-09=2027-02-09"),
    ("[log]\nlevel = \"loud\"\n", "log.level"),
  ])
  func aMistakeIsNamedWithItsFile(toml: String, says: String) throws {
    let path = try directory.file("bad.toml", toml)
    let error = #expect(throws: DayConfigurationError.self) { try ConfiguredDay(path: path) }
    #expect(error?.description.contains(says) == true, "\(error as Any)")
    #expect(error?.description.contains("bad.toml") == true)
  }

  @Test func anAbsentTimetableIsNamed() throws {
    let path = try directory.file("qiblad.toml", "[prayers]\ntimetable = \"/nowhere/table.csv\"\n")
    let day = try ConfiguredDay(path: path)
    let error = #expect(throws: DayConfigurationError.self) { try day.settingsWithTimetable() }
    #expect(error?.description.contains("/nowhere/table.csv") == true)
  }
}
