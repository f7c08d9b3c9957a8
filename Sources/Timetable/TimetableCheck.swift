public import Dates
public import PrayerTimes

/// What in a timetable looks like a mistake beside the calculation.
///
/// A published table differs from the calculation by a few minutes (docs/times.md); a wrong time zone,
/// missing daylight saving time or exchanged columns by far more.
public enum TimetableWarning: Equatable, Sendable, CustomStringConvertible {
  /// The whole table is this many minutes later than the calculation.
  case zone(minutes: Int)
  /// The rows between two dates are later than the others by these minutes.
  case dates(CalendarDate, CalendarDate, minutes: Int)
  /// One column is later than the calculation by these minutes.
  case column(Prayer, minutes: Int)
  /// One time is later than its column is by these minutes.
  case time(CalendarDate, Prayer, minutes: Int)

  public var description: String {
    switch self {
    case .zone(let minutes):
      "all times are \(Self.words(minutes)) than calculated: the table is of another time zone or place"
    case .dates(let first, let last, let minutes):
      "from \(first) to \(last) all times are \(Self.words(minutes)) than on the other days: "
        + "daylight saving time is missing, or begins on another day"
    case .column(.asr, let minutes):
      "asr is \(Self.words(minutes)) than calculated: another --madhab, or exchanged columns"
    case .column(let prayer, let minutes):
      "\(prayer.rawValue) is \(Self.words(minutes)) than calculated: exchanged columns, or another --method"
    case .time(let date, let prayer, let minutes):
      "\(date): \(prayer.rawValue) is \(Self.words(minutes)) than on the other days: a typing mistake"
    }
  }

  private static func words(_ minutes: Int) -> String {
    "\(abs(minutes)) min \(minutes > 0 ? "later" : "earlier")"
  }
}

extension Timetable {
  /// Compares the table with a calculation.
  ///
  /// - Parameters:
  ///   - year: of the rows that hold every year.
  ///   - calculated: the six times of a date, minutes after local midnight; `nil` where there is none.
  /// - Returns: at most `maximumTimes` warnings about single times; none for a table that agrees.
  public func warnings(
    year: Int, calculated: (CalendarDate) -> PerPrayer<Int?>
  ) -> [TimetableWarning] {
    var days: [Comparison] = rows.compactMap { row in
      row.date(inYear: year).map { Comparison(date: $0, row: row, calculated: calculated($0)) }
    }
    days.sort { $0.date < $1.date }
    let shifts = days.compactMap(\.shift)
    guard let zone = median(shifts) else { return [] }
    var warnings: [TimetableWarning] = []
    if abs(zone) > Comparison.sunTolerance { warnings.append(.zone(minutes: zone)) }
    warnings += runs(days, zone: zone)
    for prayer in Prayer.allCases {
      let differences = days.compactMap { day in
        day.shift.flatMap { shift in day[prayer].map { (day.date, $0 - shift) } }
      }
      guard let column = median(differences.map(\.1)) else { continue }
      let tolerance = Comparison.tolerance(of: prayer)
      if abs(column) > tolerance { warnings.append(.column(prayer, minutes: column)) }
      let single = differences.filter { abs($0.1 - column) > tolerance }
      warnings += single.prefix(Comparison.maximumTimes).map {
        .time($0.0, prayer, minutes: $0.1 - column)
      }
    }
    return warnings
  }

  /// Rows one after the other that are shifted by the same minutes against the others.
  private func runs(_ days: [Comparison], zone: Int) -> [TimetableWarning] {
    var runs: [(first: CalendarDate, last: CalendarDate, minutes: Int)] = []
    var continues = false
    for day in days {
      guard let shift = day.shift else { continue }
      let minutes = shift - zone
      guard abs(minutes) > Comparison.sunTolerance else {
        continues = false
        continue
      }
      if continues, let run = runs.last, abs(run.minutes - minutes) <= Comparison.sunTolerance {
        runs[runs.count - 1].last = day.date
      } else {
        runs.append((day.date, day.date, minutes))
      }
      continues = true
    }
    return runs.map { .dates($0.first, $0.last, minutes: $0.minutes) }
  }
}

/// One row beside the calculation.
private struct Comparison {
  let date: CalendarDate
  private var differences = PerPrayer<Int?>(repeating: nil)
  /// By how much sunrise, Dhuhr and Maghrib, which no method changes by much, are later than calculated.
  let shift: Int?

  /// Minutes between a table and the calculation that rounding, the height of a place and the minutes
  /// of a ministry can make (Morocco's: some ten). The smallest step of a time zone is 15 min.
  static let sunTolerance = 14
  static let maximumTimes = 5

  init(date: CalendarDate, row: TimetableRow, calculated: PerPrayer<Int?>) {
    self.date = date
    for prayer in Prayer.allCases {
      guard let time = calculated[prayer] else { continue }
      // Around midnight, the nearer day.
      let difference = (row.times[prayer] - time) % 1440
      differences[prayer] =
        difference > 720 ? difference - 1440 : difference < -720 ? difference + 1440 : difference
    }
    shift = median([differences.sunrise, differences.dhuhr, differences.maghrib].compactMap { $0 })
  }

  subscript(prayer: Prayer) -> Int? { differences[prayer] }

  /// Fajr and Isha are an hour apart between methods of 15° and 20° where twilight is long; the two
  /// schools' Asr is over half an hour apart.
  static func tolerance(of prayer: Prayer) -> Int {
    switch prayer {
    case .fajr, .isha: 75
    case .asr: 25
    case .sunrise, .dhuhr, .maghrib: sunTolerance
    }
  }
}

extension TimetableRow {
  /// The row's date, in a year; `nil` for 29 February of a common year.
  fileprivate func date(inYear year: Int) -> CalendarDate? {
    switch date {
    case .date(let date): date
    case .everyYear(let month, let day): CalendarDate(year: year, month: month, day: day)
    }
  }
}

/// The middle value; `nil` of none.
private func median(_ values: [Int]) -> Int? {
  values.isEmpty ? nil : values.sorted()[values.count / 2]
}
