private import Dates
internal import Day
private import DayConfiguration
private import FoundationEssentials
private import HijriCalendar
private import PrayerTimes
private import QiblaClient
private import Quantities

/// What a screen shows of a day at a place, as JSON: docs/page.md lists the members.
struct DayAnswer {
  private let bytes: [UInt8]

  /// An instant that no clock of a device may show: the year in which this program was written.
  private static let earliest = 1_767_225_600.0  // 2026-01-01

  /// - Parameters:
  ///   - instant: seconds since 1970-01-01 UTC on the device's clock.
  ///   - configuration: the path of the configuration; `nil` for the usual one.
  ///   - zone: of the device.
  init?(
    latitude: Double, longitude: Double, instant: Double, configuration: String?,
    zone: Zone = .ofMachine
  ) {
    guard let place = try? Coordinates(latitude: latitude, longitude: longitude) else { return nil }
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func encoded(_ value: some Encodable) -> [UInt8]? {
      (try? encoder.encode(value)).map(Array.init)
    }
    let answer: [UInt8]?
    if instant < Self.earliest {
      answer = encoded(
        Refusal(error: "The device's clock is wrong, so that no times are shown; set it."))
    } else {
      do throws(DayConfigurationError) {
        let settings = try ConfiguredDay(path: configuration).settingsWithTimetable()
        let schedule = Schedule(place: place, zone: zone, settings: settings)
        answer = encoded(Content(Day(containing: instant, schedule: schedule), schedule, instant))
      } catch {
        answer = encoded(Refusal(error: "\(error)"))
      }
    }
    guard let answer else { return nil }
    bytes = answer + [UInt8(ascii: "\n")]
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Why there are no times.
private struct Refusal: Encodable {
  var type = "day"
  var error: String
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
    /// Why there is no time.
    var absent: String?
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

  var type = "day"
  var date: String
  /// Monday is 1.
  var weekday: Int
  var nowS: Double
  var utcOffsetS: Double
  var method: String
  var times: [Time]
  var night: [Time]
  var current: String?
  var next: Next?
  var nextChangeS: Double
  var hijri: Hijri?
  var zoneDoubtful: Bool

  init(_ day: Day, _ schedule: Schedule, _ instant: Double) {
    let moment = day.moment(at: instant)
    func clock(_ seconds: Double) -> String {
      let minutes = Int(((seconds + schedule.zone.offset(at: seconds)) / 60).rounded(.down))
      let (hour, minute) = (((minutes % 1440) + 1440) % 1440 / 60, ((minutes % 60) + 60) % 60)
      return (hour < 10 ? "0" : "") + "\(hour)" + (minute < 10 ? ":0" : ":") + "\(minute)"
    }
    func optional(_ name: String, _ seconds: Double?) -> Time {
      Time(name: name, atS: seconds, clock: seconds.map(clock))
    }
    (date, weekday, nowS) = ("\(day.date)", day.date.weekday, instant)
    utcOffsetS = schedule.zone.offset(at: instant)
    method = schedule.settings.prayers.method.name
    times = Prayer.allCases.map { prayer in
      switch day.times[prayer] {
      case .absent(let absence): return Time(name: prayer.rawValue, absent: absence.text)
      case .time(let time):
        var row = optional(prayer.rawValue, time.rounded)
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
      Next(name: $0.prayer.rawValue, atS: $0.instant, clock: clock($0.instant))
    }
    nextChangeS = moment.nextChange
    hijri = moment.hijri.map {
      Hijri(
        year: $0.month.year, month: $0.month.month, day: $0.day, monthName: $0.month.name,
        grade: $0.grade.rawValue, startsAt: schedule.settings.hijriDayStart.rawValue)
    }
    zoneDoubtful = day.isZoneDoubtful
  }
}
