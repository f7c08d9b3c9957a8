import Dates
import HijriCalendar
import PrayerTimes
import Quantities
import Timetable

/// The table of `qiblactl prayers`.
struct PrayersView {
  let place: Coordinates
  let settings: PrayerSettings
  let isUTC: Bool
  let showsNight: Bool
  /// Whether the next prayer is marked: only if the question is about today.
  let marksNext: Bool
  /// The published table whose times come before calculated ones.
  var timetable: TimetableFile?

  static let csvHeader = "date,fajr,sunrise,dhuhr,asr,maghrib,isha"

  /// The times of a date: of the timetable where it has the date, else calculated.
  func times(on date: CalendarDate) -> DayTimes {
    timetable?.times(on: date, offset: offset) ?? calculatedTimes(on: date)
  }

  /// When the congregations begin, seconds since 1970, where the timetable says so.
  func iqama(on date: CalendarDate) -> PerPrayer<Double?> {
    timetable?.iqama(on: date, offset: offset) ?? PerPrayer(repeating: nil)
  }

  /// What in the timetable looks like a mistake beside the calculation.
  ///
  /// - Parameter year: of the rows that hold every year.
  func warnings(year: Int) -> [TimetableWarning] {
    timetable?.table.warnings(year: year) { date in
      let day = calculatedTimes(on: date)
      var minutes = PerPrayer<Int?>(repeating: nil)
      for prayer in Prayer.allCases {
        guard let time = day[prayer].time?.rounded else { continue }
        let local = time + offset(at: time) - date.unixSeconds
        minutes[prayer] = Int((local / 60).rounded())
      }
      return minutes
    } ?? []
  }

  private func calculatedTimes(on date: CalendarDate) -> DayTimes {
    let zone = offset(at: date.unixSeconds + 43_200)
    // Across the date line the zone has another date than the longitude.
    let crosses = abs(zone - place.longitude * 240) > 43_200 && !isUTC
    return DayTimes(on: date, at: place, settings: settings, utcOffset: crosses ? zone : nil)
  }

  /// The lines above the days.
  func head(_ first: CalendarDate) -> String {
    let zone = offset(at: first.unixSeconds + 43_200)
    let hours = zone / 3600
    let isWhole = hours == hours.rounded()
    let name = isUTC ? "UTC" : "UTC" + hours.signed(decimals: isWhole ? 0 : 2)
    let source = settings.method.standing
    let standing = source == .verified ? "" : " (\(source.rawValue))"
    var lines = [
      "Times of prayer at \(place.text), \(name):",
      "  \(settings.method.name)\(standing), Asr \(settings.madhab.rawValue), "
        + "rule \(settings.rule.rawValue), polar \(settings.polar.rawValue)",
    ]
    var difference = abs(zone - place.longitude * 240)
    difference = min(difference, 86_400 - difference)
    if !isUTC, difference > 3 * 3600 {
      lines.append(
        "  Warning: the machine's time zone is over 3 h from the sun's time here; set TZ, or use --utc."
      )
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// One day.
  func table(_ day: DayTimes) -> String {
    let hijri = HijriDate(day.date).map { "\($0.day) \($0.month.name) \($0.month.year)" }
    var lines = ["", "\(day.date)\(hijri.map { "  \($0)" } ?? "")"]
    let next = marksNext ? nextPrayer(day) : nil
    let iqama = iqama(on: day.date)
    for prayer in Prayer.allCases {
      let name = "  " + prayer.rawValue.padded(to: 11)
      switch day[prayer] {
      case .absent(let absence): lines.append(name + "--:--  " + absence.text)
      case .time(let time):
        let basis = time.basis == .sun ? "" : "  \(time.basis.code)"
        let mark = prayer == next?.prayer ? "  <- next, in \(next?.text ?? "")" : ""
        let congregation = iqama[prayer].map { "  iqama \(clock($0))" } ?? ""
        lines.append(name + clock(time.rounded) + congregation + basis + mark)
      }
    }
    if showsNight {
      let night = NightTimes(after: day, before: times(on: day.date.adding(days: 1)))
      let rows = [
        ("imsak", night.imsak), ("duha", night.duha), ("midnight", night.midnight),
        ("last third", night.lastThird),
      ]
      for (name, time) in rows {
        lines.append("  " + name.padded(to: 11) + (time.map(clock) ?? "--:--"))
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// One line of commas; an absent time is empty.
  func csv(_ day: DayTimes) -> String {
    let times = Prayer.allCases.map { day[$0].time.map { clock($0.rounded) } ?? "" }
    return "\(day.date)," + times.joined(separator: ",") + "\n"
  }

  private func nextPrayer(_ day: DayTimes) -> (prayer: Prayer, text: String)? {
    // Without a believed clock nothing is next; a date was given then.
    guard let now = LocalTime.believed else { return nil }
    for prayer in Prayer.allCases {
      guard let time = day[prayer].time, time.rounded > now else { continue }
      let minutes = Int(((time.rounded - now) / 60).rounded(.up))
      return (prayer, minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min")
    }
    return nil
  }

  private func clock(_ unixSeconds: Double) -> String {
    LocalTime.clockText(unixSeconds, offset: offset(at: unixSeconds))
  }

  private func offset(at unixSeconds: Double) -> Double {
    isUTC ? 0 : LocalTime.utcOffset(at: unixSeconds)
  }
}
