import ArgumentParser
import Dates
import Day
import DayConfiguration
import JSON
import PrayerTimes
import ProgramOptions
import Quantities
import Timetable
import Wire

/// `qiblactl prayers`: the times of prayer of a place.
struct PrayersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prayers",
    abstract: "Print the times of prayer at a place, and what each follows from.",
    usage:
      "qiblactl prayers [LAT LON | --batch] [--date D] [--days N] [--method M] [--json | --csv]",
    discussion: """
      Without a place, the position comes from the running daemon. Times are in the machine's time zone \
      (--utc: in UTC). Methods: \(Method.known.map(\.name).joined(separator: ", ")). A line of --batch is \
      LAT LON DATE METHOD MADHAB RULE POLAR SHAFAQ; the last five may be left out from the right. Ramadan's \
      later Isha of Umm al-Qura is added, but in --batch only with --ramadan. What no option says comes from \
      [prayers] and [hijri] of the configuration, but not in --batch; with LAT LON, its timetable and height_m are \
      not used. A timetable has local times, also with --utc.

      Examples:
        qiblactl prayers 51.5 -0.13 --method moonsightingCommittee
        qiblactl prayers 21.42 39.83 --method ummAlQura --days 365 --csv
        qiblactl prayers 51.5 -0.13 --timetable mosque.csv --check
        echo "59.9 10.8 2026-06-21 karachi hanafi ours" | qiblactl prayers --batch
      """)

  // A negative number looks like an option. `validate` rejects real options among the arguments.
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("Degrees, north and east positive.", valueName: "LAT LON"))
  var place: [String] = []

  @OptionGroup var choice: PrayerOptions

  @Option(help: "The first date, YYYY-MM-DD, from 1900 to 2100; default today.")
  var date: String?

  @Option(help: "The number of days, 1 to 3660; none after 2100.")
  var days = 1

  @Option(
    help: ArgumentHelp(
      "Take the times of a published table (docs/times.md); days that it lacks are calculated.",
      valueName: "file"))
  var timetable: String?

  @Flag(help: "Compare the timetable with the calculation. Status 1 if something looks wrong.")
  var check = false

  @Flag(
    help:
      "Read questions from standard input; print a JSON line for each. Status 1 if a line was bad.")
  var batch = false

  @Flag(help: "Print a JSON object for each day.")
  var json = false

  @Flag(help: "Print a table with commas, a line for each day.")
  var csv = false

  @Flag(help: "Show times in UTC.")
  var utc = false

  @Flag(help: "Add imsak, duha, midnight and the last third of the night.")
  var all = false

  @Flag(help: "In --batch too, add 30 minutes to Isha in Ramadan where the method says so.")
  var ramadan = false

  @OptionGroup var file: ConfigurationOption
  @OptionGroup var socket: SocketOption

  func validate() throws {
    do throws(WordsError) {
      _ = try givenPlace()
      if let date { _ = try prayerDate(date[...]) }
      _ = try choice.settings()
    } catch { throw ValidationError("\(error)") }
    guard (1...3660).contains(days) else { throw ValidationError("--days is 1 to 3660") }
    if batch, timetable != nil {
      throw ValidationError("--batch only calculates; leave out --timetable")
    }
    if batch, date != nil || days != 1 || all || csv {
      throw ValidationError(
        "--batch has a date in each line; leave out --date, --days, --all and --csv")
    }
    if json, csv { throw ValidationError("give --json or --csv, not both") }
    if check, timetable == nil { throw ValidationError("--check needs --timetable FILE") }
  }

  func run() throws {
    try qiblactl.run {
      if batch { return try answerLines() }
      let schedule = try schedule()
      let first: CalendarDate
      do {
        first =
          try date.map { try prayerDate($0[...]) } ?? schedule.zone.date(at: LocalTime.now())
      } catch let error as WordsError { throw CommandFailure("\(error)") }
      guard first.adding(days: days - 1).year <= 2100 else {
        throw CommandFailure("--days goes beyond the year 2100; give fewer")
      }
      var output = StandardOutput()
      if check { return try printCheck(schedule, year: first.year) }
      let view = PrayersView(
        schedule: schedule, isUTC: utc, showsNight: all,
        now: date == nil ? LocalTime.believed : nil)
      if csv { try output.write(Array((PrayersView.csvHeader + "\n").utf8)) }
      if !csv, !json { try output.write(Array(view.head(first).utf8)) }
      var doubtful: [CalendarDate] = []
      for number in 0..<days {
        let day = schedule.day(first.adding(days: number))
        if day.isTimetableDoubtful { doubtful.append(day.date) }
        if json {
          try output.write(
            PrayersReport(day, schedule, showsNight: all, now: view.now).line)
        } else {
          try output.write(Array((csv ? view.csv(day) : view.table(day)).utf8))
        }
      }
      try output.flush()
      if csv, let date = doubtful.first {
        complain(
          "the timetable is far from the sun's times here on \(doubtful.count) of the days, first on \(date); "
            + "calculated ones are printed")
      }
    }
  }

  /// The times at the place of the arguments, or of the daemon.
  private func schedule() throws -> Schedule {
    var settings: DaySettings
    let given: Coordinates?
    do {
      let stored = try ConfiguredDay(path: file.config)
      var (words, path) = (stored.words, timetable ?? stored.timetablePath)
      given = try givenPlace()
      if given != nil {
        // The configuration's are those of the device's place.
        (words[.height], path) = (nil, timetable)
        if path == nil, stored.timetablePath != nil {
          complain(
            "with LAT LON the timetable of the configuration is not used; give it with --timetable"
          )
        }
      }
      settings = try choice.settings(stored: words)
      settings.timetable = try path.map { try readTimetable(path: $0) }
    } catch let error as WordsError {
      throw CommandFailure("\(error)")
    } catch let error as DayConfigurationError { throw CommandFailure("\(error)") }
    var schedule = Schedule(
      place: try given
        ?? DaemonPosition(socketDirectory: socket.directory, for: "prayers").position.coordinates,
      zone: utc ? .utc : LocalTime.zone, settings: settings)
    schedule.timetableZone = LocalTime.zone
    return schedule
  }

  private func givenPlace() throws(WordsError) -> Coordinates? {
    try qiblactl.givenPlace(place, batch: batch, example: "qiblactl prayers 51.5 -0.13")
  }

  private func printCheck(_ schedule: Schedule, year: Int) throws {
    let warnings = schedule.timetableWarnings(year: year)
    var output = StandardOutput()
    let days = schedule.settings.timetable?.rows.count ?? 0
    let text = warnings.map { "\($0)\n" }.joined()
    try output.write(
      Array((warnings.isEmpty ? "\(days) days: nothing looks wrong\n" : text).utf8))
    try output.flush()
    if !warnings.isEmpty {
      throw CommandFailure(
        "the timetable does not fit the calculation; check the place, TZ and --method as well")
    }
  }

  private func answerLines() throws {
    let form = "LAT LON YYYY-MM-DD METHOD MADHAB RULE POLAR SHAFAQ"
    try Batch(form: form).run { words, writer throws(WordsError) in
      guard (3...8).contains(words.count) else { throw wrongCount(words.count, "3 to 8") }
      let place = try coordinates(words[0], words[1])
      let date = try prayerDate(words[2])
      var settings = try choice.settings(words.dropFirst(3)).prayers
      settings.addsInRamadan = ramadan
      let times = DayTimes(on: date, at: place, settings: settings)
      PrayersReport(times, place, settings).encode(into: &writer)
    }
  }
}

/// Parses a date from 1900 to 2100.
private func prayerDate(_ word: Substring) throws(WordsError) -> CalendarDate {
  let date = try calendarDate(word)
  guard (1900...2100).contains(date.year) else {
    throw WordsError(description: "date: year \(date.year) is out of range: 1900 to 2100")
  }
  return date
}
