import Dates
import HijriCalendar
import JSON
import Quantities
import Wire

/// The output of `qiblactl hijri` for one date.
struct HijriReport: EncodableMessage {
  private let date: CalendarDate
  private let hijri: HijriDate
  private let calendar: AdjustedCalendar
  private let listsEvents: Bool

  /// Parses `2027-02-08`, or `H 1448-09-01`.
  ///
  /// - Parameter listsEvents: whether the events of the year from the date on are added.
  init(
    _ words: [Substring], _ calendar: AdjustedCalendar, listsEvents: Bool = false
  ) throws(WordsError) {
    (self.calendar, self.listsEvents) = (calendar, listsEvents)
    if words.first == "H" {
      guard words.count == 2 else { throw wrongCount(words.count, "2") }
      let text = words[1]
      guard text.utf8.count == 10, let month = HijriMonth(parsing: text.dropLast(3)),
        text.dropLast(2).last == "-", text.suffix(2).allSatisfy(\.isNumber),
        let day = Int(text.suffix(2))
      else { throw WordsError(description: "Hijri date: write it such as H 1448-09-01") }
      guard let date = calendar.date(of: month, day: day) else {
        throw WordsError(
          description: "Hijri date: \(month) has \(calendar.length(of: month)) days")
      }
      self.date = date
    } else {
      guard words.count == 1 else { throw wrongCount(words.count, "1") }
      date = try calendarDate(words[0])
    }
    guard let hijri = calendar.date(of: date) else {
      throw WordsError(description: "date: the Hijri calendar begins on 622-07-19")
    }
    self.hijri = hijri
  }

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("type")
    writer.string("hijri")
    writer.key("date")
    writer.string(date.description)
    writer.key("year")
    writer.integer(Int64(hijri.month.year))
    writer.key("month")
    writer.integer(Int64(hijri.month.month))
    writer.key("day")
    writer.integer(Int64(hijri.day))
    writer.key("grade")
    writer.string(hijri.grade.rawValue)
    writer.key("month_name")
    writer.string(hijri.month.name)
    writer.key("month_days")
    writer.integer(Int64(calendar.length(of: hijri.month)))
    if !calendar.changedMonths.isEmpty {
      writer.key("adjusted_months")
      writer.beginArray()
      for month in calendar.changedMonths { writer.string(month.description) }
      writer.endArray()
    }
    if listsEvents { encodeEvents(into: &writer) }
    writer.endObject()
  }

  /// The report for people.
  var table: String {
    let month = hijri.month
    let days = calendar.length(of: month)
    let changed = calendar.changedMonths
    let grade = changed.contains(month) ? "adjusted" : hijri.grade.rawValue
    var lines = [
      "\(date) is \(hijri.words), \(grade)",
      "  The day began at the sunset before\(following). \(month.name) has \(days) days, "
        + "from \(calendar.firstDay(of: month)).",
    ]
    if !changed.isEmpty {
      let months = changed.map { "\($0)" }.joined(separator: " and ")
      let days = changed.count == 1 ? "first day" : "first days"
      lines.append("  The adjustment changes the \(days) of \(months).")
    }
    return lines.map { $0 + "\n" }.joined() + (listsEvents ? eventTable : "")
  }

  /// The day that begins at the sunset of the date.
  private var following: String {
    calendar.date(of: date.adding(days: 1)).map {
      "; at sunset \($0.day) \($0.month.name) begins"
    } ?? ""
  }

  /// The events of the next year, with how much a calendar should show each.
  private var eventTable: String {
    calendar.events(from: date, days: eventDays).map { found in
      let days = found.date.dayNumber - date.dayNumber
      return "  \(found.date)  " + "in \(days) days".padded(to: 13)
        + found.event.name.padded(to: 41) + found.event.significance.rawValue + "\n"
    }.joined()
  }

  private func encodeEvents(into writer: inout JSONWriter) {
    writer.key("events")
    writer.beginArray()
    for found in calendar.events(from: date, days: eventDays) {
      writer.beginObject()
      writer.key("date")
      writer.string(found.date.description)
      writer.key("in_days")
      writer.integer(Int64(found.date.dayNumber - date.dayNumber))
      writer.key("name")
      writer.string(found.event.name)
      writer.key("significance")
      writer.string(found.event.significance.rawValue)
      writer.endObject()
    }
    writer.endArray()
  }

  /// The days until the same date of the next Hijri year, so that each event of a year comes once.
  private var eventDays: Int {
    let (year, month) = (hijri.month.year + 1, hijri.month.month)
    guard let next = HijriMonth(year: year, month: month) else { return 0 }  // after 9999
    return calendar.firstDay(of: next).dayNumber + hijri.day - 1 - date.dayNumber
  }
}

extension HijriDate {
  /// `15 Jumada II 1448`.
  var words: String { "\(day) \(month.name) \(month.year)" }
}
