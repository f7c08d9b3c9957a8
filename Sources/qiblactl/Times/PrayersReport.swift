import Dates
import Day
import HijriCalendar
import JSON
import PrayerTimes
import Quantities
import Wire

/// The JSON of `qiblactl prayers` for one day.
struct PrayersReport: EncodableMessage {
  private let times: DayTimes
  private let place: Coordinates
  private let settings: PrayerSettings
  /// The whole day; `nil` in a batch, which knows no zone.
  private let day: Day?
  private let showsNight: Bool
  /// The instant whose current and next prayer are named; `nil` where the question is about another date.
  private let now: Double?

  /// Of a line of a batch.
  init(_ times: DayTimes, _ place: Coordinates, _ settings: PrayerSettings) {
    (self.times, self.place, self.settings) = (times, place, settings)
    (day, showsNight, now) = (nil, false, nil)
  }

  /// - Parameters:
  ///   - showsNight: whether the optional rows are added.
  ///   - now: an instant of the day, seconds since 1970, whose current and next prayer are added.
  init(_ day: Day, _ schedule: Schedule, showsNight: Bool, now: Double?) {
    (times, place, settings) = (day.times, schedule.place, schedule.settings.prayers)
    (self.day, self.showsNight) = (day, showsNight)
    self.now = now.flatMap { day.contains($0) ? $0 : nil }
  }

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("type")
    writer.string("prayers")
    writer.key("date")
    writer.string(times.date.description)
    writer.fixed("latitude_deg", place.latitude, 6)
    writer.fixed("longitude_deg", place.longitude, 6)
    writer.key("method")
    writer.string(settings.method.name)
    if settings.method.standing == .custom {
      writer.key("custom")
      writer.bool(true)
    }
    for prayer in Prayer.allCases {
      guard let time = times[prayer].time else { continue }
      writer.key(prayer.rawValue)
      writer.string(text(time.rounded))
      writer.key(prayer.rawValue + "_s")
      writer.number(time.exact, fixedDecimals: 1)
    }
    if let day {
      if day.isTimetableDoubtful {
        writer.key("timetable_doubtful")
        writer.bool(true)
      }
      encodeIqama(day.iqama, into: &writer)
      if let hijri = day.hijri {
        writer.key("hijri")
        writer.string(hijri.description)
      }
      if let hijri = day.tomorrowHijri {
        writer.key("hijri_from_sunset")
        writer.string(hijri.description)
      }
      if let now { encode(day.moment(at: now), now, into: &writer) }
      if showsNight { encodeNight(day, into: &writer) }
    }
    object("basis", &writer) { writer, time in writer.string(time.basis.code) }
    object("error_s", &writer) { writer, time in
      writer.number(time.errorSeconds, fixedDecimals: 1)
    }
    writer.key("reasons")
    writer.beginObject()
    for prayer in Prayer.allCases {
      guard case .absent(let absence) = times[prayer] else { continue }
      writer.key(prayer.rawValue)
      writer.string(absence.rawValue)
    }
    writer.endObject()
    writer.endObject()
  }

  private func encode(_ moment: DayMoment, _ now: Double, into writer: inout JSONWriter) {
    if let current = moment.current {
      writer.key("current")
      writer.string(current.rawValue)
    }
    guard let next = moment.next else { return }
    writer.key("next")
    writer.beginObject()
    writer.key("prayer")
    writer.string(next.prayer.rawValue)
    writer.key("time")
    writer.string(text(next.instant))
    writer.key("left_s")
    writer.number(next.instant - now, fixedDecimals: 0)
    writer.endObject()
  }

  private func encodeNight(_ day: Day, into writer: inout JSONWriter) {
    if day.date.weekday == 5, let dhuhr = times[.dhuhr].time {
      writer.key("jumuah")
      writer.string(text(dhuhr.rounded))
    }
    writer.key("night")
    writer.beginObject()
    for row in day.night.rows {
      guard let instant = row.instant else { continue }
      writer.key(row.key)
      writer.string(text(instant))
    }
    writer.endObject()
  }

  private func encodeIqama(_ iqama: PerPrayer<Double?>, into writer: inout JSONWriter) {
    guard Prayer.allCases.contains(where: { iqama[$0] != nil }) else { return }
    writer.key("iqama")
    writer.beginObject()
    for prayer in Prayer.allCases {
      guard let time = iqama[prayer] else { continue }
      writer.key(prayer.rawValue)
      writer.string(text(time))
    }
    writer.endObject()
  }

  private func object(
    _ key: StaticString, _ writer: inout JSONWriter,
    _ write: (inout JSONWriter, PrayerTime) -> Void
  ) {
    writer.key(key)
    writer.beginObject()
    for prayer in Prayer.allCases {
      guard let time = times[prayer].time else { continue }
      writer.key(prayer.rawValue)
      write(&writer, time)
    }
    writer.endObject()
  }

  private func text(_ unixSeconds: Double) -> String {
    UTCTime.text(microseconds: Int64(unixSeconds) * 1_000_000) ?? ""
  }
}
