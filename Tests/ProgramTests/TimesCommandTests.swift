import Glibc
import JSON
import TestFiles
import Testing

/// `qiblactl prayers`, `hijri` and `sun`.
@Suite(.timeLimit(.minutes(5))) struct TimesCommandTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static let prayers = ["fajr", "sunrise", "dhuhr", "asr", "maghrib", "isha"]

  // Tests/Reference/times/prayer_times_adhan_swift.csv, row 1.
  @Test func aBatchGivesRoundedTimesUnixSecondsAndWhatEachFollowsFrom() async throws {
    let run = try await batch(
      "prayers", "59.9139 10.7522 2030-01-17 ummAlQura hanafi recommended unresolved general\n")
    let answer = try #require(Line.split(run.output).first)
    #expect(run.status == 0 && answer.type == "prayers")
    #expect(answer.string("fajr") == "2030-01-17T05:34:00Z")
    #expect(answer.string("sunrise") == "2030-01-17T08:01:00Z")
    #expect(answer.string("isha") == "2030-01-17T16:24:00Z")
    #expect(abs(try #require(answer.number("dhuhr_s")) - 1_894_879_624) < 60)
    // At 60° in January the seventh of the night begins after the sun's altitude of −18.5°.
    for prayer in Self.prayers {
      let basis = prayer == "fajr" ? "rule:seventh" : "sun"
      #expect(answer["basis"]?[prayer]?.string == basis)
    }
  }

  @Test func minutesOfTheUserAreAddedToTheirTimesAlone() async throws {
    let place = ["prayers", "51.5", "-0.13", "--date", "2026-11-23", "--utc", "--json"]
    let plain = try #require(
      Line.split(try await finished("qiblactl", place).output).first)
    let run = try await finished("qiblactl", place + ["--offset", "fajr=-2,isha=3"])
    let answer = try #require(Line.split(run.output).first)
    let changes = ["fajr": -120.0, "isha": 180]
    for prayer in Self.prayers {
      let difference =
        try #require(answer.number(prayer + "_s")) - #require(plain.number(prayer + "_s"))
      #expect(difference == changes[prayer] ?? 0, "\(prayer)")
    }
  }

  @Test(arguments: [
    ("fajr", "give minutes such as"), ("noon=2", "one of fajr, sunrise"),
    ("isha=1,isha=2", "isha is given twice"), ("asr=61", "-60 to 60 minutes"),
    ("asr=x", "offset of asr: 'x' is not a number"), ("", "give minutes such as"),
  ])
  func aWrongOffsetIsRefused(text: String, says: String) async throws {
    let run = try await finished("qiblactl", ["prayers", "51.5", "-0.13", "--offset", text])
    #expect(run.status != 0 && run.errors.contains(says) && run.output.isEmpty, "\(run.errors)")
  }

  @Test func aTimeThatDoesNotExistIsAbsentWithAReason() async throws {
    let run = try await batch(
      "prayers", "90 0 2026-06-21 egyptian shafi recommended unresolved\n")
    let answer = try #require(Line.split(run.output).first)
    for prayer in Self.prayers {
      #expect(answer[prayer] == nil && answer[prayer + "_s"] == nil)
      #expect(answer["reasons"]?[prayer]?.string == "sun_does_not_set")
    }
  }

  // The calendar: Tests/Reference/times/ummalqura_month_starts.csv, Ramadan 1448.
  @Test func theHijriDateGoesBothWaysWithItsGrade() async throws {
    let run = try await batch("hijri", "2027-02-08\nH 1448-09-01\n")
    let lines = Line.split(run.output)
    #expect(run.status == 0 && lines.count == 2)
    for line in lines {
      #expect(line.string("date") == "2027-02-08" && line.string("grade") == "published")
      #expect(line.number("year") == 1448 && line.number("month") == 9 && line.number("day") == 1)
    }
  }

  // PyEphem 4.2.1: `SunAgainstEphemerisTests`.
  @Test func theSunOfABatchIsThatOfTheEphemeris() async throws {
    let run = try await batch("sun", "51.5 -0.13 2026-06-21T15:00:00Z\n")
    let answer = try #require(Line.split(run.output).first)
    #expect(abs(try #require(answer.number("azimuth_deg")) - 247.5462) < 0.006)
    #expect(abs(try #require(answer.number("altitude_deg")) - 45.9946) < 0.006)
    let refracted = try #require(answer.number("altitude_refracted_deg"))
    #expect(refracted > 45.9946)
  }

  @Test func anInstantWithAnOffsetIsTheSameInstant() async throws {
    let run = try await batch(
      "sun", "51.5 -0.13 2026-06-21T15:00:00Z\n51.5 -0.13 2026-06-21T18:00:00+03:00\n")
    let lines = Line.split(run.output)
    #expect(lines.count == 2 && lines.first?.string("time") == lines.last?.string("time"))
    #expect(lines.first?.number("azimuth_deg") == lines.last?.number("azimuth_deg"))
  }

  @Test func todaysTimesSayWhichPrayerIsNextAndWhenItBegins() async throws {
    let place = ["prayers", "21.4225", "39.8262", "--json"]
    let today = try #require(
      Line.split(try await finished("qiblactl", place).output).first)
    let left = try #require(today["next"]?["left_s"]?.number)
    #expect(left > 0 && left <= 86_400)
    #expect(Self.prayers.contains(try #require(today["next"]?["prayer"]?.string)))
    let other = try #require(
      Line.split(
        try await finished("qiblactl", place + ["--date", "2026-11-27", "--all"]).output
      ).first)
    #expect(other["next"] == nil && other["current"] == nil)
    // A Friday; both conventions of midnight.
    #expect(other.string("jumuah") == other.string("dhuhr"))
    let night = try #require(other["night"])
    #expect(night["midnight"] != nil && night["midnight_to_sunrise"] != nil)
    #expect(other.string("hijri") == "1448-06-17")
    #expect(other.string("hijri_from_sunset") == "1448-06-18")
  }

  @Test(arguments: [
    (["prayers", "--batch", "--date", "2026-11-23"], "has a date in each line"),
    (["prayers", "51", "0", "--json", "--csv"], "not both"),
    (["hijri", "--batch", "--events"], "not both"),
  ])
  func optionsThatWouldHaveNoEffectAreRefused(words: [String], says: String) async throws {
    let run = try await finished("qiblactl", words)
    #expect(run.status == 64 && run.errors.contains(says) && run.output.isEmpty, "\(run.errors)")
  }

  // On the equator the sun sets at about 18 h of its own time. Here it is 17 h by the sun, and 0:30 by clocks that are
  // 7.5 h ahead of it.
  @Test func beforeASunsetAfterMidnightTheTableHasTheHijriDateOfTheDayBefore() async throws {
    let hours = Double(time(nil) % 86_400) / 3600
    let ahead: Double = (hours > 5 ? 17 : -7) - hours  // of UTC, in [-12, 12)
    let minutes = Int(((ahead + 7.5) * 60).rounded())
    let zone = "QIB\(minutes > 0 ? "-" : "")\(abs(minutes) / 60):\(abs(minutes) % 60)"
    let longitude = "\((ahead * 1500).rounded() / 100)"
    func prayers(_ option: String...) async throws -> String {
      let config = try directory.file("q.toml", "[hijri]\nday_begins = \"sunset\"\n")
      let arguments = ["prayers", "0", longitude, "--config", config] + option
      return try await finished("qiblactl", arguments, environment: ["TZ": zone]).output
    }
    // JSON has the date of today's daylight, which begins at that sunset.
    let today = try #require(Line.split(try await prayers("--json")).first?.string("hijri"))
    let day = try #require(Int(today.suffix(2)))
    let table = try await prayers()
    #expect(table.contains(", from sunset \(day) "), "\(table) \(today)")
  }

  @Test func theEventsOfAYearHaveADateAndASignificance() async throws {
    let run = try await finished("qiblactl", ["hijri", "2026-11-25", "--events", "--json"])
    let events = try #require(Line.split(run.output).first?["events"]?.array)
    let ramadan = try #require(events.first { $0["name"]?.string == "Ramadan begins" })
    #expect(ramadan["date"]?.string == "2027-02-08" && ramadan["in_days"]?.number == 75)
    #expect(ramadan["significance"]?.string == "veryHigh")
    // Across the end of the year, in order.
    #expect(events.contains { $0["name"]?.string == "Ashura" })
    let days = events.compactMap { $0["in_days"]?.number }
    #expect(days.count == events.count && days == days.sorted())
  }

  @Test(arguments: [
    ("prayers", "51.5 0\n51.5 0 1899-06-21\n91 0 2026-01-01\n51 0 2026-02-30\nnan 0 2026-01-01\n"),
    ("hijri", "\n2026-13-01\nH 1448-09-31\n٢٠٢٦-٠١-٠١\n1899-01-01x\n"),
    ("sun", "51 0\n51 0 12:00\n0 0 2026-02-29T00:00:00Z\n0 0 2026-01-01T24:61:00Z\n0 181e9 x\n"),
  ])
  func eachBadLineOfABatchHasAnErrorInItsPlace(command: String, input: String) async throws {
    let run = try await batch(command, input)
    let lines = Line.split(run.output)
    #expect(run.status == 1 && lines.count == 5)
    for line in lines {
      #expect(line.type == "error" && line.string("message")?.hasPrefix("line ") == true, "\(line)")
    }
  }

  @Test(arguments: [
    (["prayers", "51", "0", "--method", "x"], "method: unknown; take one of muslimWorldLeague"),
    (["prayers", "51", "0", "--fajr-angle", "0"], "over 0 and at most 30 degrees"),
    (["hijri", "2026-02-30"], "the calendar has no such day"),
    (["sun", "51", "0", "12:00"], "write it such as"),
  ])
  func aWrongArgumentIsNamed(arguments: [String], words: String) async throws {
    let run = try await finished("qiblactl", arguments)
    #expect(run.status == 64 && run.errors.contains(words), "\(run)")
  }

  // PyEphem's transits of the sun at the Kaaba in 2027: 09:17:56.5 and 09:26:46.5 UTC.
  @Test func theSunOverTheKaabaStandsInTheDirectionOfTheQibla() async throws {
    let run = try await finished(
      "qiblactl", ["sun", "51.5074", "-0.1278", "2027-01-01T00:00:00Z", "--kaaba", "--json"])
    let moments = try #require(Line.split(run.output).first?["moments"]?.array, "\(run)")
    let over = moments.filter { $0["over"]?.string == "kaaba" }
    #expect(moments.count == 4 && over.count == 2)
    #expect(over[0]["time"]?.string?.hasPrefix("2027-05-28T09:17:5") == true, "\(over)")
    #expect(over[1]["time"]?.string?.hasPrefix("2027-07-16T09:26:4") == true, "\(over)")
    // The great circle from London to the Kaaba; the Earth's flattening moves the sun's bearing by less.
    for moment in moments {
      let qibla = try #require(moment["qibla_deg"]?.number)
      #expect(abs(qibla - 118.987) < 0.2, "\(moment)")
      // London has a shadow while the sun is over the Kaaba, and night while it is over the antipode.
      #expect(moment["visible"]?.bool == (moment["over"]?.string == "kaaba"))
    }
  }

  // The great circles by the Aviation Formulary, in Python. Mina is 7 km from the Kaaba, Riyadh 792 km: on 2026-05-28
  // PyEphem 4.2.1 has the sun over the Kaaba at 320.4° and 89.90° high, and at 244.5° and 82.91° high.
  @Test(arguments: [
    (["21.4133", "39.8933"], 278.41, false), (["24.7", "46.7"], 243.985, true),
  ])
  func nearMeccaTheSunOverTheKaabaShowsNoDirection(
    place: [String], bearing: Double, isUsable: Bool
  ) async throws {
    let arguments = ["sun"] + place + ["2026-05-01T00:00:00Z", "--kaaba"]
    let run = try await finished("qiblactl", arguments + ["--json"])
    let moments = try #require(Line.split(run.output).first?["moments"]?.array, "\(run)")
    let over = moments.filter { $0["over"]?.string == "kaaba" }
    #expect(over.count == 2)
    for moment in over {
      let qibla = try #require(moment["qibla_deg"]?.number)
      #expect(abs(qibla - bearing) < 0.01 && moment["visible"]?.bool == isUsable, "\(moment)")
      let azimuth = try #require(moment["azimuth_deg"]?.number)
      #expect((abs(azimuth - bearing) < 0.9) == isUsable, "\(moment)")
    }
    let table = try await finished("qiblactl", arguments).output
    #expect(table.contains("too high here (90°) to show a direction") == !isUsable, "\(table)")
    #expect(table.contains("face the sun: the Qibla, 244.0°; it stands 83° high") == isUsable)
  }

  // Transits by PyEphem, as above, and its days for the antipode.
  @Test func theNextFourMomentsOfTheSunOverTheKaabaAreListed() async throws {
    func days(_ time: String) async throws -> [String] {
      let run = try await finished("qiblactl", ["sun", "51.5", "-0.13", time, "--kaaba", "--json"])
      let moments = try #require(Line.split(run.output).first?["moments"]?.array, "\(run)")
      return moments.compactMap { $0["time"]?.string.map { String($0.prefix(10)) } }
    }
    #expect(
      try await days("2027-05-28T09:18:00Z") == [
        "2027-07-16", "2027-11-28", "2028-01-13", "2028-05-27",
      ])
    #expect(try await days("2100-12-30T00:00:00Z") == [])
  }

  // IERS Bulletin C 52: the leap second at the end of 2016.
  @Test func aSecond60IsReadOnlyWhereALeapSecondCanBe() async throws {
    let times = ["2016-12-31T23:59:60Z", "2017-01-01T02:59:60+03:00", "2026-06-15T12:00:60Z"]
    let run = try await batch("sun", times.map { "51.5 -0.13 \($0)\n" }.joined())
    let lines = Line.split(run.output)
    try #require(lines.count == 3, "\(run)")
    for line in lines.prefix(2) {
      #expect(line.string("time")?.hasPrefix("2017-01-01T00:00:00") == true, "\(line)")
    }
    #expect(lines[2].type == "error", "\(lines[2])")
  }

  // The calculated Maghrib of London on 2026-11-24 is 15:59.
  @Test func aTimetableComesBeforeTheCalculationOnItsDaysOnly() async throws {
    let file = try table("2026-11-24,05:41,07:36,11:49,13:48,15:55,17:38,19:30\n")
    let run = try await finished(
      "qiblactl",
      [
        "prayers", "51.5", "-0.13", "--timetable", file, "--date", "2026-11-24", "--days",
        "2", "--json", "--utc",
      ], environment: ["TZ": "UTC0"])
    let days = Line.split(run.output)
    try #require(days.count == 2, "\(run)")
    #expect(days[0].string("maghrib") == "2026-11-24T15:55:00Z")
    #expect(days[0]["basis"]?["maghrib"]?.string == "timetable")
    #expect(days[0]["iqama"]?["isha"]?.string == "2026-11-24T19:30:00Z")
    #expect(days[1]["basis"]?["maghrib"]?.string == "sun" && days[1]["iqama"] == nil)
  }

  @Test func aTimetableIsInLocalTime() async throws {
    let file = try table("06-24,02:40,04:43,13:05,17:24,21:23,00:10,\n")
    let run = try await finished(
      "qiblactl",
      [
        "prayers", "51.5", "-0.13", "--timetable", file, "--date", "2026-06-24", "--json",
      ], environment: ["TZ": "BST-1"])
    let day = try #require(Line.split(run.output).first, "\(run)")
    #expect(day.string("fajr") == "2026-06-24T01:40:00Z")
    #expect(day.string("isha") == "2026-06-24T23:10:00Z")
  }

  @Test func aTimetableIsInLocalTimeAlsoWhereTimesAreShownInUTC() async throws {
    let file = try table("06-24,02:40,04:43,13:05,17:24,21:23,00:10,00:20\n")
    let run = try await finished(
      "qiblactl",
      ["prayers", "51.5", "-0.13", "--timetable", file, "--date", "2026-06-24", "--csv", "--utc"],
      environment: ["TZ": "BST-1"])
    #expect(run.output.contains("2026-06-24,01:40,03:43,12:05,16:24,20:23,23:10\n"), "\(run)")
    #expect(run.errors == "", "\(run)")
  }

  // Of clocks two hours ahead of the sun.
  @Test func timesOfATimetableThatAreFarFromTheSunAreNotUsedAndThatIsSaid() async throws {
    let rows = ["24", "25"].map { "2026-11-\($0),07:41,09:36,13:49,15:48,17:58,19:38,\n" }
    let file = try table(rows.joined())
    let arguments = [
      "prayers", "51.5", "-0.13", "--timetable", file, "--date", "2026-11-24", "--days", "3",
    ]
    let zone = ["TZ": "UTC0"]
    let json = try await finished("qiblactl", arguments + ["--json"], environment: zone)
    let days = Line.split(json.output)
    #expect(days.map { $0.flag("timetable_doubtful") } == [true, true, nil])
    #expect(days.allSatisfy { $0["basis"]?["dhuhr"]?.string == "sun" }, "\(days)")
    let text = try await finished("qiblactl", arguments, environment: zone).output
    let lines = text.split(separator: "\n")
    #expect(lines.filter { $0.contains("Warning: the timetable") }.count == 2, "\(text)")
    let csv = try await finished("qiblactl", arguments + ["--csv"], environment: zone)
    #expect(csv.errors.contains("on 2 of the days, first on 2026-11-24"), "\(csv)")
  }

  @Test func atAnotherPlaceTheTimetableAndTheHeightOfTheConfigurationAreNotUsed() async throws {
    let file = try table("2026-11-24,05:41,07:36,11:49,13:48,15:55,17:38,19:30\n")
    let config = try directory.file(
      "q.toml", "[prayers]\ntimetable = \"\(file)\"\nheight_m = 2000\n")
    let arguments = ["prayers", "51.5", "-0.13", "--date", "2026-11-24", "--json"]
    let plain = try await finished("qiblactl", arguments, environment: ["TZ": "UTC0"])
    let run = try await finished(
      "qiblactl", arguments + ["--config", config], environment: ["TZ": "UTC0"])
    #expect(run.output == plain.output && run.status == 0, "\(run)")
    #expect(run.errors.contains("with LAT LON the timetable of the configuration is not used"))
    let given = try await finished(
      "qiblactl", arguments + ["--config", config, "--timetable", file],
      environment: ["TZ": "UTC0"])
    let basis = try #require(Line.split(given.output).first)["basis"]
    #expect(basis?["maghrib"]?.string == "timetable" && given.errors == "", "\(given)")
  }

  @Test func ofSomeDaysOnlyTodayHasTheNextPrayer() async throws {
    let run = try await finished("qiblactl", ["prayers", "21.4225", "39.8262", "--days", "4"])
    let lines = run.output.split(separator: "\n")
    #expect(lines.filter { $0.contains("next") }.count == 1, "\(run)")
  }

  @Test func aMethodWithNumbersOfTheUserSaysSo() async throws {
    let arguments = ["prayers", "51.5", "-0.13", "--date", "2026-11-24", "--json"]
    let plain = try #require(Line.split(try await finished("qiblactl", arguments).output).first)
    let run = try await finished("qiblactl", arguments + ["--fajr-angle", "17"])
    let own = try #require(Line.split(run.output).first)
    #expect(plain.string("method") == "muslimWorldLeague" && plain["custom"] == nil)
    #expect(own.string("method") == "muslimWorldLeague" && own.flag("custom") == true)
  }

  @Test func unroundedTimesAreShownInTheMinuteInWhichTheyHaveBegun() async throws {
    let arguments = ["prayers", "51.5", "-0.13", "--date", "2026-11-24", "--utc", "--rounding"]
    let day = try #require(
      Line.split(try await finished("qiblactl", arguments + ["none", "--json"]).output).first)
    let csv = try await finished("qiblactl", arguments + ["none", "--csv"]).output
    let cells = try #require(csv.split(separator: "\n").last).split(separator: ",").dropFirst()
    for (prayer, cell) in zip(Self.prayers, cells) {
      let exact = String(try #require(day.string(prayer)).dropFirst(11).prefix(8))  // 05:41:23
      let shown = String(cell) + ":00"
      #expect(prayer == "sunrise" ? shown <= exact : shown >= exact, "\(prayer): \(exact)")
    }
  }

  @Test func rowsOfTheNightAreShownInTheMinuteInWhichTheyHaveBegunAndImsakNotAfterIt() async throws
  {
    let arguments = ["prayers", "51.5", "-0.13", "--date", "2026-11-24", "--utc", "--all"]
    let day = try #require(
      Line.split(try await finished("qiblactl", arguments + ["--json"]).output).first)
    let table = try await finished("qiblactl", arguments).output.split(separator: "\n")
    let rows = [
      ("imsak", "imsak"), ("duha", "duha"), ("midnight", "midnight"), ("last_third", "last third"),
    ]
    for (key, name) in rows {
      let instant = try #require(day["night"]?[key]?.string)  // 2026-11-24T07:51:23Z
      let exact = String(instant.dropFirst(11).prefix(8))
      let row = try #require(table.first { $0.hasPrefix("  " + name) })
      let shown = String(row.dropFirst(13).prefix(5)) + ":00"
      #expect(key == "imsak" ? shown <= exact : shown >= exact, "\(name): \(exact) \(row)")
    }
  }

  // By the rule of the middle of the night, Isha of London is at 01:02 of local time on 2026-06-22.
  @Test func aTimeAfterMidnightIsMarkedInTheTable() async throws {
    let run = try await finished(
      "qiblactl",
      [
        "prayers", "51.5", "-0.13", "--date", "2026-06-21", "--method", "karachi",
        "--high-latitude", "middleOfTheNight", "--all",
      ], environment: ["TZ": "BST-1"])
    let marked = run.output.split(separator: "\n").filter { $0.contains("  +1 day") }
    #expect(marked.count == 2, "\(run)")
    #expect(marked.first?.hasPrefix("  isha       01:02  +1 day") == true, "\(run)")
    #expect(marked.last?.hasSuffix("  +1 day  between sunset and sunrise") == true, "\(run)")
  }

  @Test(arguments: [
    ("NPT-5:45", "UTC+5:45"), ("MART9:30", "UTC-9:30"), ("WIB-7", "UTC+7"), ("QIB0", "UTC+0"),
  ])
  func theZoneOfTheTableHasHoursAndMinutes(zone: String, text: String) async throws {
    let arguments = ["prayers", "27.7", "85.3", "--date", "2026-11-24"]
    let run = try await finished("qiblactl", arguments, environment: ["TZ": zone])
    #expect(run.output.contains(", \(text):\n"), "\(run)")
  }

  // By these clocks it is always the next date of UTC.
  @Test func inUTCTodayIsThatOfUTC() async throws {
    let run = try await finished(
      "qiblactl", ["prayers", "21.4225", "39.8262", "--utc", "--json"],
      environment: ["TZ": "QIB-24"])
    let day = try #require(Line.split(run.output).first, "\(run)")
    #expect(Self.prayers.contains(try #require(day["next"]?["prayer"]?.string, "\(day)")))
  }

  // Shaban 1448 has 30 days and Ramadan 29, so that a Ramadan a day earlier moves no other month:
  // Tests/Reference/times/ummalqura_month_starts.csv.
  @Test func aMonthWhoseFirstDayWasAdjustedSaysSo() async throws {
    let adjustment = ["--adjust", "1448-09=2027-02-07"]
    let table = try await finished("qiblactl", ["hijri", "2027-02-08"] + adjustment).output
    #expect(table.hasPrefix("2027-02-08 is 2 Ramadan 1448, adjusted\n"), "\(table)")
    #expect(table.contains("The adjustment changes the first day of 1448-09.\n"), "\(table)")
    let other = try await finished("qiblactl", ["hijri", "2027-01-20"] + adjustment).output
    #expect(other.contains(" 1448, published\n"), "\(other)")
    let run = try await finished("qiblactl", ["hijri", "2027-02-08", "--json"] + adjustment)
    let answer = try #require(Line.split(run.output).first)
    #expect(answer.string("grade") == "published")
    #expect(answer["adjusted_months"]?.array?.compactMap(\.string) == ["1448-09"])
  }

  // The year 1449 of Umm al-Qura has 354 days.
  @Test func eachEventOfAYearComesOnce() async throws {
    for date in ["1449-01-01", "1449-01-02", "1448-12-30"] {
      let run = try await finished("qiblactl", ["hijri", "H", date, "--events", "--json"])
      let events = try #require(Line.split(run.output).first?["events"]?.array, "\(run)")
      let names = events.compactMap { $0["name"]?.string }.filter { !$0.hasPrefix("White days") }
      #expect(names.count == 8 && Set(names).count == 8, "\(date) \(names)")
      #expect(events.count == 19, "\(date)")
    }
  }

  @Test func daysAfterTheYear2100AreRefused() async throws {
    let arguments = ["prayers", "51.5", "-0.13", "--date", "2100-12-30", "--csv", "--days"]
    #expect(try await finished("qiblactl", arguments + ["2"]).status == 0)
    let run = try await finished("qiblactl", arguments + ["3"])
    #expect(run.status == 1 && run.errors.contains("beyond the year 2100"), "\(run)")
    #expect(run.output.isEmpty)
  }

  @Test func theCheckOfATimetableFindsAnotherTimeZone() async throws {
    let file = try table("2026-11-24,06:41,08:36,12:49,14:48,16:58,18:38,\n")
    let arguments = ["prayers", "51.5", "-0.13", "--timetable", file, "--check"]
    let run = try await finished(
      "qiblactl", arguments + ["--utc"], environment: ["TZ": "UTC0"])
    #expect(run.status == 1, "\(run)")
    #expect(run.output.contains("of another time zone"), "\(run)")
    let right = try await finished("qiblactl", arguments, environment: ["TZ": "CET-1"])
    #expect(right.status == 0, "\(right)")
  }

  @Test func aWrongTimetableIsRefusedWithEachLine() async throws {
    let file = try table("2026-11-24,05:41,07:36,11:49,1:48 PM,15:55,17:38,\n2026-02-30,,,,,,,\n")
    let run = try await finished("qiblactl", ["prayers", "51.5", "-0.13", "--timetable", file])
    #expect(run.status == 1)
    #expect(run.errors.contains("line 2: asr: '1:48 PM' has twelve hours; write all 24"), "\(run)")
    #expect(run.errors.contains("line 3: the calendar has no 2026-02-30"), "\(run)")
  }

  /// A timetable with the congregation of Isha.
  private func table(_ rows: String) throws -> String {
    try directory.file(
      "table.csv", "date,fajr,sunrise,dhuhr,asr,maghrib,isha,isha_iqama\n" + rows)
  }
}
