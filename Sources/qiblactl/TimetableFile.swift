import Dates
import PrayerTimes
import Storage
import Timetable

/// A timetable read from a file. Its times are of the zone that the report uses.
struct TimetableFile {
  let table: Timetable

  /// A ten-year table with all columns has under 400 kB.
  private static let limitBytes = 1 << 20
  private static let shownErrors = 10

  /// - Throws: `CommandFailure` with the lines that are wrong.
  init(path: String) throws {
    let bytes: [UInt8]
    do throws(StorageError) {
      bytes = try readSmallFile(path: path, limitBytes: Self.limitBytes)
    } catch { throw CommandFailure("\(error)") }
    do throws(TimetableErrors) { table = try Timetable(parsing: bytes) } catch {
      var lines = error.all.prefix(Self.shownErrors).map { "\n  \($0)" }
      let hidden = error.all.count - lines.count
      if hidden > 0 { lines.append("\n  and \(hidden) more") }
      throw CommandFailure("\(path) is not a timetable:" + lines.joined())
    }
  }

  /// The times of a date, where the table has it.
  ///
  /// - Parameter offset: seconds that local clocks are ahead of UTC at an instant.
  func times(on date: CalendarDate, offset: (Double) -> Double) -> DayTimes? {
    guard let row = table.row(on: date) else { return nil }
    var entries = PerPrayer(repeating: PrayerEntry.time(PrayerTime(published: 0)))
    for prayer in Prayer.allCases {
      let instant = Self.instant(date, row.times[prayer], offset)
      entries[prayer] = .time(PrayerTime(published: instant))
    }
    return DayTimes(on: date, published: entries)
  }

  /// When the congregations of a date begin, seconds since 1970; `nil` where the table does not say.
  func iqama(on date: CalendarDate, offset: (Double) -> Double) -> PerPrayer<Double?> {
    var instants = PerPrayer<Double?>(repeating: nil)
    guard let row = table.row(on: date) else { return instants }
    for prayer in Prayer.allCases {
      instants[prayer] = row.iqama[prayer].map { Self.instant(date, $0, offset) }
    }
    return instants
  }

  /// The instant of a local time. On the night of a clock change, a time that local clocks skip is one
  /// hour off, as is one of the two instants of a time that they show twice.
  private static func instant(
    _ date: CalendarDate, _ minutes: Int, _ offset: (Double) -> Double
  ) -> Double {
    let local = date.unixSeconds + Double(minutes) * 60
    // The offset of an instant that is wrong by a few hours is right but on the day of a clock change.
    let guess = local - offset(local)
    return local - offset(guess)
  }
}
