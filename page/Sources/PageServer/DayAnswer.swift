private import Dates
internal import Day
private import HijriCalendar
private import PrayerTimes
internal import Quantities

/// What a screen shows of a day at a place, as JSON: docs/page.md lists the members.
struct DayAnswer {
  private let content: Result<Content, Refusal>

  /// - Parameters:
  ///   - place: of the device, or another one.
  ///   - instant: seconds since 1970-01-01 UTC on the device's clock.
  ///   - settings: of the configuration and of the page.
  ///   - isElsewhere: whether it is another place, which the timetable and the height of the configuration are not of.
  ///   - isClockTrusted: whether the clock is known to be right.
  ///   - zone: of the device.
  init(
    at place: Coordinates, instant: Double, settings: SettingsStore, isElsewhere: Bool = false,
    isClockTrusted: Bool = true, zone: Zone = .ofMachine
  ) {
    if instant < ClockTrust.earliest {
      content = .failure(
        Refusal(error: "The device's clock is wrong, so that no times are shown; set it."))
      return
    }
    do {
      var chosen = try settings.daySettings()
      if isElsewhere { (chosen.timetable, chosen.prayers.height) = (nil, 0) }
      let schedule = Schedule(place: place, zone: zone, settings: chosen)
      var day = Content(Day(containing: instant, schedule: schedule), schedule, instant)
      day.clockUntrusted = isClockTrusted ? nil : true
      content = .success(day)
    } catch { content = .failure(Refusal(error: "\(error)")) }
  }

  /// One object without LF, for the stream: the same until something of the day changes.
  var message: String { text(now: nil) }

  /// One line for a program that asks, with the instant of the device's clock.
  func line(at instant: Double) -> String { text(now: instant) + "\n" }

  /// Seconds since 1970 at which the next time comes or the date changes; `nil` where no times are shown.
  var nextChange: Double? {
    guard case .success(let day) = content else { return nil }
    return day.nextChangeS
  }

  private func text(now: Double?) -> String {
    switch content {
    case .success(var day):
      day.nowS = now
      return jsonObject("day", day)
    case .failure(let refusal): return jsonObject("day", refusal)
    }
  }
}

/// A name that ends in `S` is in seconds; its key in JSON is `at_s`.
private struct Content: Encodable {
  struct Time: Encodable {
    var name: String
    /// Seconds since 1970, and what local clocks show; both absent where there is no time.
    var atS: Double?
    var clock: String?
    /// What it follows from where that is not the sun.
    var basis: String?
    var iqama: String?
    /// The code of why there is no time.
    var absent: String?
  }

  /// What one of the rules for long twilight gives today.
  struct Rule: Encodable {
    var name: String
    var fajr, isha: String?
  }

  struct Next: Encodable {
    var name: String
    var atS: Double
    var clock: String
  }

  struct Hijri: Encodable {
    var year, month, day: Int
    var monthName, grade: String
    var startsAt: String
  }

  var date: String
  /// Monday is 1.
  var weekday: Int
  /// The device's clock; absent in the stream, where `sun` has it.
  var nowS: Double?
  var utcOffsetS: Double
  var method: String
  /// Whether the method's numbers are the user's own; absent: no.
  var custom: Bool?
  var times: [Time]
  var night: [Time]
  var current: String?
  var next: Next?
  var nextChangeS: Double
  var madhab: String
  var hijri: Hijri?
  /// The date that begins at the sunset of the daylight, where the dates change at midnight; after that sunset too.
  var hijriAfterSunset: Hijri?
  /// The day of Ramadan of the daylight; absent in other months.
  var ramadanDay: Int?
  /// The day of Ramadan whose night it is, or was before the daylight; absent in other months.
  var ramadanNight: Int?
  /// Empty where the times are those of a timetable.
  var rules: [Rule]
  var zoneDoubtful: Bool
  /// Whether the timetable has the date, but not the times of this place; absent: no.
  var timetableDoubtful: Bool?
  var clockUntrusted: Bool?

  init(_ day: Day, _ schedule: Schedule, _ instant: Double) {
    let moment = day.moment(at: instant)
    func clock(_ seconds: Double) -> String { schedule.zone.clock(seconds) }
    func optional(_ name: String, _ seconds: Double?) -> Time {
      Time(name: name, atS: seconds, clock: seconds.map(clock))
    }
    func shown(_ prayer: Prayer, _ seconds: Double) -> String { clock(prayer.shownMinute(seconds)) }
    (date, weekday) = ("\(day.date)", day.date.weekday)
    utcOffsetS = schedule.zone.offset(at: instant)
    method = schedule.settings.prayers.method.name
    custom = schedule.settings.prayers.method.standing == .custom ? true : nil
    times = Prayer.allCases.map { prayer in
      switch day.times[prayer] {
      case .absent(let absence): return Time(name: prayer.rawValue, absent: absence.rawValue)
      case .time(let time):
        var row = Time(
          name: prayer.rawValue, atS: time.rounded, clock: shown(prayer, time.rounded))
        row.basis = time.basis == .sun ? nil : time.basis.code
        row.iqama = day.iqama[prayer].map(clock)
        return row
      }
    }
    night = [
      optional("imsak", day.night.imsak), optional("duha", day.night.duha),
      optional("midnight", day.night.midnight), optional("last_third", day.night.lastThird),
    ]
    current = moment.current?.rawValue
    next = moment.next.map {
      Next(name: $0.prayer.rawValue, atS: $0.instant, clock: shown($0.prayer, $0.instant))
    }
    nextChangeS = moment.nextChange
    let start = schedule.settings.hijriDayStart
    func words(_ date: HijriDate) -> Hijri {
      Hijri(
        year: date.month.year, month: date.month.month, day: date.day, monthName: date.month.name,
        grade: date.grade.rawValue, startsAt: start.rawValue)
    }
    hijri = moment.hijri.map(words)
    if start == .midnight { hijriAfterSunset = day.tomorrowHijri.map(words) }
    func ramadan(_ date: HijriDate?) -> Int? { date.flatMap { $0.month.month == 9 ? $0.day : nil } }
    ramadanDay = ramadan(day.hijri)
    ramadanNight = ramadan(moment.hijriFromMaghrib)
    madhab = schedule.settings.prayers.madhab.rawValue
    rules = Self.rules(day, schedule)
    zoneDoubtful = day.isZoneDoubtful
    timetableDoubtful = day.isTimetableDoubtful ? true : nil
  }

  /// Fajr and Isha of the date by each of the three rules.
  private static func rules(_ day: Day, _ schedule: Schedule) -> [Rule] {
    guard day.times[.dhuhr].time?.basis != .timetable else { return [] }
    let names: [HighLatitudeRule] = [.middleOfTheNight, .seventhOfTheNight, .twilightAngle]
    return names.map { name in
      var other = schedule
      other.settings.prayers.rule = name
      let times = other.calculated(on: day.date)
      func clock(_ prayer: Prayer) -> String? {
        times[prayer].time.map { schedule.zone.clock(prayer.shownMinute($0.rounded)) }
      }
      return Rule(name: name.rawValue, fajr: clock(.fajr), isha: clock(.isha))
    }
  }
}

extension Zone {
  /// What local clocks show, `05:42`.
  ///
  /// - Parameter seconds: since 1970-01-01 UTC.
  func clock(_ seconds: Double) -> String {
    let minute = minuteOfDay(seconds)
    return (minute < 600 ? "0" : "") + "\(minute / 60)" + (minute % 60 < 10 ? ":0" : ":")
      + "\(minute % 60)"
  }

  /// The minute of the local day, 0 to 1439.
  func minuteOfDay(_ seconds: Double) -> Int {
    let minutes = Int(((seconds + offset(at: seconds)) / 60).rounded(.down))
    return ((minutes % 1440) + 1440) % 1440
  }
}
