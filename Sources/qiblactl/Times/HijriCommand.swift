import ArgumentParser
import Dates
import Day
import DayConfiguration
import HijriCalendar
import JSON
import ProgramOptions
import Quantities
import Wire

/// `qiblactl hijri`: dates of the Hijri calendar.
struct HijriCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hijri",
    abstract: "Convert a date to the Hijri calendar of Umm al-Qura, or back.",
    usage: "qiblactl hijri [DATE | H DATE | --batch] [--adjust MONTH=DATE] [--events] [--json]",
    discussion: """
      DATE is YYYY-MM-DD; default today. Adjustments of the configuration, [hijri] first_days, are used too, \
      but not in --batch. After H it is a Hijri date, which becomes a Gregorian one. The \
      grade says where the month comes from: published (printed calendars, 1420 to 1450), computed (to \
      1500; the printed calendar may differ by a day) or arithmetical (all other years); the table says adjusted \
      where the month's first day was adjusted. A Hijri day \
      begins at the sunset before the date that is shown; with [hijri] day_begins = "sunset", today's date changes \
      at sunset at the daemon's position.

      Examples:
        qiblactl hijri 2027-02-08
        qiblactl hijri H 1448-09-01
        qiblactl hijri 2027-02-08 --adjust 1448-09=2027-02-09
      """)

  @Argument(help: ArgumentHelp("YYYY-MM-DD, or H and a Hijri date.", valueName: "DATE"))
  var words: [String] = []

  @Flag(
    help:
      "Read lines of DATE or H DATE from standard input; print a JSON line for each. Status 1 if a line was bad."
  )
  var batch = false

  @Flag(help: "Print one JSON object.")
  var json = false

  @Flag(help: "List the events of the next Hijri year.")
  var events = false

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A month began on another date: 1448-09=2027-02-09. More than one is allowed.",
      valueName: "MONTH=DATE"))
  var adjust: [String] = []

  @OptionGroup var file: ConfigurationOption
  @OptionGroup var socket: SocketOption

  func validate() throws {
    do throws(WordsError) {
      let calendar = try calendar(stored: [])
      if batch, events { throw WordsError(description: "give --batch or --events, not both") }
      guard !words.isEmpty else { return }
      if batch { throw WordsError(description: "--batch reads dates from standard input only") }
      _ = try HijriReport(words.map { $0[...] }, calendar)
    } catch { throw ValidationError("\(error)") }
  }

  func run() throws {
    try qiblactl.run {
      let stored: ConfiguredDay
      let calendar: AdjustedCalendar
      do {
        stored = try ConfiguredDay(path: file.config)
        let firstDays = (stored.words[.hijriFirstDays] ?? "").split(separator: " ")
        calendar = try self.calendar(stored: batch ? [] : firstDays)
      } catch let error as WordsError {
        throw CommandFailure("\(error)")
      } catch let error as DayConfigurationError { throw CommandFailure("\(error)") }
      if batch {
        return try Batch(form: "YYYY-MM-DD, or H and a Hijri date YYYY-MM-DD").run {
          words, writer throws(WordsError) in
          try HijriReport(words, calendar).encode(into: &writer)
        }
      }
      let given =
        words.isEmpty
        ? [try today(stored.settings, calendar).description[...]] : words.map { $0[...] }
      var output = StandardOutput()
      do throws(WordsError) {
        let report = try HijriReport(given, calendar, listsEvents: events)
        try write(json ? report.line : Array(report.table.utf8), to: &output)
      } catch { throw CommandFailure("\(error)") }
      try output.flush()
    }
  }

  /// Today's date. Where the user's Hijri days begin at sunset, tomorrow's after sunset, and yesterday's before a sunset
  /// that is after midnight.
  private func today(_ settings: DaySettings, _ calendar: AdjustedCalendar) throws -> CalendarDate {
    let today = try LocalTime.today()
    guard settings.hijriDayStart == .sunset else { return today }
    let place: Coordinates
    do {
      place = try DaemonPosition(socketDirectory: socket.directory, for: "prayers").position
        .coordinates
    } catch {
      complain("the sunset is not known: \(error); this is the date of the daylight")
      return today
    }
    var settings = settings
    settings.calendar = calendar
    let day = Schedule(place: place, zone: LocalTime.zone, settings: settings).day(today)
    return day.moment(at: try LocalTime.now()).daylight
  }

  private func write(
    _ bytes: [UInt8], to output: inout StandardOutput
  ) throws(WordsError) {
    do { try output.write(bytes) } catch {
      throw WordsError(description: "cannot write to standard output")
    }
  }

  /// The calendar with the adjustments of the configuration, and of `--adjust`, which come first.
  private func calendar(stored: [Substring]) throws(WordsError) -> AdjustedCalendar {
    var calendar = AdjustedCalendar()
    func month(_ text: Substring) -> Substring { text.prefix { $0 != "=" } }
    let given = adjust.map { $0[...] }
    let isReplaced = { (text: Substring) in given.contains { month($0) == month(text) } }
    for text in stored.filter({ !isReplaced($0) }) + given {
      do throws(FirstDayError) { try calendar.setFirstDay(parsing: text) } catch {
        throw WordsError(description: "--adjust: \(error)")
      }
    }
    return calendar
  }
}

/// Parses a date of the Gregorian calendar.
func calendarDate(_ word: Substring) throws(WordsError) -> CalendarDate {
  do throws(CalendarDateError) { return try CalendarDate(parsing: word) } catch {
    throw WordsError(description: "date: \(error.words)")
  }
}
