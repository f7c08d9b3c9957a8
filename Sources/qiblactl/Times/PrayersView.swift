import Dates
import Day
import HijriCalendar
import PrayerTimes
import Quantities

/// The table of `qiblactl prayers`.
struct PrayersView {
  let schedule: Schedule
  let isUTC: Bool
  let showsNight: Bool
  /// The instant whose next prayer is marked; `nil` where the question is about another date.
  let now: Double?

  static let csvHeader = "date,fajr,sunrise,dhuhr,asr,maghrib,isha"

  /// The lines above the days.
  func head(_ first: CalendarDate) -> String {
    let day = schedule.day(first)
    let settings = schedule.settings.prayers
    let offset = schedule.zone.offset(at: (day.start + day.end) / 2)
    let name = isUTC ? "UTC" : LocalTime.zoneText(offset: offset)
    let source = settings.method.standing
    let standing = source == .verified ? "" : " (\(source.rawValue))"
    var lines = [
      "Times of prayer at \(schedule.place.text), \(name):",
      "  \(settings.method.name)\(standing), Asr \(settings.madhab.rawValue), "
        + "rule \(settings.rule.rawValue), polar \(settings.polar.rawValue)",
    ]
    if !isUTC, day.isZoneDoubtful {
      lines.append(
        "  Warning: by the sun, the machine's time zone is not that of this place; set TZ, or use --utc."
      )
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// One day.
  func table(_ day: Day) -> String {
    let moment = now.flatMap { day.contains($0) ? day.moment(at: $0) : nil }
    var lines = ["", "\(day.date)" + hijri(day, moment)]
    if day.isTimetableDoubtful {
      lines.append(
        "  Warning: the timetable is far from the sun's times here; these are calculated.")
    }
    for prayer in Prayer.allCases {
      let isJumuah = prayer == .dhuhr && day.date.weekday == 5
      let name = "  " + (isJumuah ? "jumuah" : prayer.rawValue).padded(to: 11)
      switch day.times[prayer] {
      case .absent(let absence): lines.append(name + "--:--  " + absence.text)
      case .time(let time):
        let basis = time.basis == .sun ? "" : "  \(time.basis.code)"
        let congregation = day.iqama[prayer].map { "  iqama \(clock($0))" } ?? ""
        let mark = mark(prayer, time.rounded, moment)
        let minute = clock(prayer.shownMinute(time.rounded), of: day.date)
        lines.append(name + minute + congregation + basis + mark)
      }
    }
    if showsNight {
      for row in day.night.rows {
        let minute = row.instant.map { clock(row.shownMinute($0), of: day.date) } ?? "--:--"
        lines.append("  " + row.words.padded(to: 11) + minute + row.note)
      }
    }
    if let next = moment?.next, day.times[next.prayer].time?.rounded != next.instant {
      let time = shown(next.prayer, next.instant)
      lines.append("  next: \(next.prayer.rawValue) \(time), in \(left(next))")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The Hijri date, and the one that begins at sunset.
  private func hijri(_ day: Day, _ moment: DayMoment?) -> String {
    guard let today = day.hijri, let tomorrow = day.tomorrowHijri else { return "" }
    let present = moment?.hijri ?? today
    if present == tomorrow { return "  \(tomorrow.words), since sunset" }
    // Before a sunset that is after midnight it is yesterday's, and today's comes next.
    let coming = present == today ? tomorrow : today
    return "  \(present.words), from sunset \(coming.day) \(coming.month.name)"
  }

  /// One line of commas; an absent time is empty.
  func csv(_ day: Day) -> String {
    let times = Prayer.allCases.map { prayer in
      day.times[prayer].time.map { shown(prayer, $0.rounded) } ?? ""
    }
    return "\(day.date)," + times.joined(separator: ",") + "\n"
  }

  private func mark(_ prayer: Prayer, _ instant: Double, _ moment: DayMoment?) -> String {
    guard let next = moment?.next, next.prayer == prayer, next.instant == instant else { return "" }
    return "  <- next, in \(left(next))"
  }

  /// The time left until a prayer.
  private func left(_ next: DayMoment.Next) -> String {
    let minutes = Int(((next.instant - (now ?? next.instant)) / 60).rounded(.up))
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }

  private func shown(_ prayer: Prayer, _ instant: Double) -> String {
    clock(prayer.shownMinute(instant))
  }

  /// The time of a clock, with the days that its date is after that of the table, or before it.
  private func clock(_ unixSeconds: Double, of date: CalendarDate) -> String {
    let days = schedule.zone.date(at: unixSeconds).dayNumber - date.dayNumber
    guard days != 0 else { return clock(unixSeconds) }
    let unit = abs(days) == 1 ? "day" : "days"
    return clock(unixSeconds) + "  " + (days > 0 ? "+" : "") + "\(days) \(unit)"
  }

  private func clock(_ unixSeconds: Double) -> String {
    LocalTime.clockText(unixSeconds, offset: schedule.zone.offset(at: unixSeconds))
  }
}

extension NightTimes {
  /// One row of a table.
  struct Row {
    /// In JSON.
    let key: String
    /// In the table.
    let words: String
    /// Behind the time in the table.
    var note = ""
    /// Seconds since 1970-01-01 UTC.
    let instant: Double?

    /// The whole minute that a table shows: imsak, from which on one does not eat, not after it, as sunrise; the
    /// others not before they begin. Seconds since 1970-01-01 UTC.
    func shownMinute(_ instant: Double) -> Double {
      let seconds = instant.rounded(.down)  // as JSON has them
      return (seconds / 60).rounded(key == "imsak" ? .down : .up) * 60
    }
  }

  /// The optional rows.
  var rows: [Row] {
    [
      Row(key: "imsak", words: "imsak", instant: imsak),
      Row(key: "duha", words: "duha", instant: duha),
      Row(
        key: "midnight", words: "midnight", note: "  between sunset and Fajr", instant: midnight),
      Row(
        key: "midnight_to_sunrise", words: "midnight", note: "  between sunset and sunrise",
        instant: midnightToSunrise),
      Row(key: "last_third", words: "last third", instant: lastThird),
    ]
  }
}
