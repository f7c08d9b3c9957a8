internal import Dates
internal import PrayerTimes
private import Quantities

/// Parses a timetable and collects what is wrong, so that its author sees all of it at once.
struct TimetableParser {
  /// Ten years of days, and a bound of memory.
  static let maximumRows = 3660

  private(set) var rows: [TimetableRow] = []
  private(set) var rowOfDate: [RowDate: Int] = [:]
  private(set) var errors: [TimetableError] = []
  private var columns: [TimetableColumn] = []
  private var separator: Character = ","
  private var line = 0

  mutating func parse(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return note(.notUTF8, atLine: 1)
    }
    // CR LF is one `Character`.
    let lines = text.drop(while: { $0 == "\u{FEFF}" })
      .split(separator: "\n", omittingEmptySubsequences: false).flatMap {
        $0.split(separator: "\r\n", omittingEmptySubsequences: false)
      }
    for content in lines {
      line += 1
      let content = content.trimmed
      if content.isEmpty || content.hasPrefix("#") { continue }
      if columns.isEmpty {
        parseHeader(content)
        if !errors.isEmpty { return }
      } else if rows.count == Self.maximumRows {
        return note(.tooLarge)
      } else {
        parseRow(content)
      }
    }
    if rows.isEmpty, errors.isEmpty { note(.empty) }
  }

  private mutating func parseHeader(_ content: Substring) {
    separator = content.contains(";") ? ";" : ","
    for name in cells(content) {
      guard let column = TimetableColumn(name: name) else { return note(.unknownColumn(name)) }
      if columns.contains(column) { return note(.doubleColumn(column.name)) }
      columns.append(column)
    }
    for column in [.date] + Prayer.allCases.map(TimetableColumn.time)
    where !columns.contains(column) {
      return note(.missingColumn(column.name))
    }
  }

  private mutating func parseRow(_ content: Substring) {
    let cells = cells(content)
    guard cells.count == columns.count else {
      return note(.cellCount(cells.count, expected: columns.count))
    }
    var date: RowDate?
    var times = PerPrayer<Int?>(repeating: nil)
    var iqama = PerPrayer<Int?>(repeating: nil)
    do throws(Rejection) {
      for (column, cell) in zip(columns, cells) {
        switch column {
        case .date: date = try Self.date(cell)
        case .time(let prayer): times[prayer] = try Self.minutes(cell, column.name)
        case .iqama(let prayer):
          if !cell.isEmpty { iqama[prayer] = try Self.minutes(cell, column.name) }
        }
      }
      guard let date else { return }
      let ordered = try Self.ordered(times)
      let row = TimetableRow(
        date: date, line: line, times: ordered, iqama: try Self.ordered(iqama, times: ordered))
      if let first = rowOfDate[date] {
        throw Rejection(.doubleDate(date, firstLine: rows[first].line))
      }
      rowOfDate[date] = rows.count
      rows.append(row)
    } catch { note(error.reason) }
  }

  /// Minutes of local clocks before which a time is that of the night after midnight; 0 where none is.
  ///
  /// No Maghrib is after 4:00: clocks are at most 3.75 h ahead of the sun, so that its midnight is at 3:45 or before.
  private static func endOfNight(_ prayer: Prayer) -> Int {
    switch prayer {
    case .maghrib: 4 * 60
    case .isha: 12 * 60
    case .fajr, .sunrise, .dhuhr, .asr: 0
    }
  }

  /// The six times, each after the one before. Only Maghrib and Isha may be after midnight.
  private static func ordered(_ given: PerPrayer<Int?>) throws(Rejection) -> PerPrayer<Int> {
    var times = PerPrayer(repeating: 0)
    var earlier: (prayer: Prayer, minutes: Int)?
    for prayer in Prayer.allCases {
      guard var minutes = given[prayer] else { continue }
      if let earlier {
        if minutes < endOfNight(prayer) { minutes += 1440 }
        // Isha is before the Fajr of the next day, which is near this day's.
        guard minutes > earlier.minutes, minutes < times.fajr + 1440 else {
          throw Rejection(.order(earlier.prayer, prayer))
        }
      }
      times[prayer] = minutes
      earlier = (prayer, minutes)
    }
    return times
  }

  /// The congregations, each between its time and the next.
  private static func ordered(
    _ given: PerPrayer<Int?>, times: PerPrayer<Int>
  ) throws(Rejection) -> PerPrayer<Int?> {
    var result = given
    let ends = PerPrayer.ends(of: times)
    for prayer in Prayer.allCases {
      guard var minutes = given[prayer] else { continue }
      if minutes < min(times[prayer], endOfNight(prayer)) { minutes += 1440 }
      guard (times[prayer]..<ends[prayer]).contains(minutes) else {
        throw Rejection(.iqama(prayer))
      }
      result[prayer] = minutes
    }
    return result
  }

  private static func date(_ cell: String) throws(Rejection) -> RowDate {
    let isEveryYear = cell.utf8.count == 5
    do throws(CalendarDateError) {
      let date = try CalendarDate(parsing: isEveryYear ? "2000-" + cell : cell)
      return isEveryYear ? .everyYear(month: date.parts.month, day: date.parts.day) : .date(date)
    } catch {
      let word = shown(cell)
      throw Rejection(error == .noSuchDay ? .noSuchDay(word) : .date(word))
    }
  }

  /// Minutes of `5:12` or `05:12`.
  private static func minutes(_ cell: String, _ column: String) throws(Rejection) -> Int {
    let parts = cell.split(separator: ":", omittingEmptySubsequences: false)
    if let last = cell.last, last == "m" || last == "M" {
      throw Rejection(.twelveHours(shown(cell), column: column))
    }
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else { throw Rejection(.time(shown(cell), column: column)) }
    return hour * 60 + minute
  }

  /// The cells of a line, without blanks and quotation marks, and with Western digits.
  private func cells(_ content: Substring) -> [String] {
    content.split(separator: separator, omittingEmptySubsequences: false).map { cell in
      var cell = cell.trimmed
      if cell.count >= 2, cell.first == "\"", cell.last == "\"" {
        cell = cell.dropFirst().dropLast().trimmed
      }
      return cell.withWesternDigits
    }
  }

  private mutating func note(_ reason: TimetableError.Reason, atLine line: Int? = nil) {
    errors.append(TimetableError(line: line ?? max(self.line, 1), reason: reason))
  }

  /// Why a row is refused.
  private struct Rejection: Error {
    let reason: TimetableError.Reason
    init(_ reason: TimetableError.Reason) { self.reason = reason }
  }
}

extension PerPrayer<Int> {
  /// When each time ends: at the next one; Isha at the next day's Fajr, taken as this day's.
  static func ends(of times: Self) -> Self {
    var ends = times
    let prayers = Prayer.allCases
    for (prayer, next) in zip(prayers, prayers.dropFirst()) { ends[prayer] = times[next] }
    ends.isha = times.fajr + 1440
    return ends
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = drop(while: \.isWhitespace)
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }

  /// The text with the digits of Arabic and of Persian and Urdu replaced.
  fileprivate var withWesternDigits: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x660...0x669:
        text.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value - 0x660 + 48)))
      case 0x6F0...0x6F9:
        text.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value - 0x6F0 + 48)))
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
