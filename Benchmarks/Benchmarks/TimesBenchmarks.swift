internal import Dates
internal import Day
internal import PrayerTimes
internal import Quantities
internal import Sun

/// The times of a day, a year of them, and where the sun stands.
let timesBenchmarks = [
  Benchmark("times of prayer of a date", iterations: 20_000, allocates: .never) {
    var dates = try DatesOfAYear(latitude: 51.5)
    return { consume(dates.next()) }
  },
  Benchmark("times of prayer of a date in the polar night", iterations: 2_000, allocates: .never) {
    var dates = try DatesOfAYear(latitude: 78.2, days: 60)
    return { consume(dates.next()) }
  },
  Benchmark("times of prayer of a year", iterations: 50, allocates: .never) {
    var dates = try DatesOfAYear(latitude: 51.5)
    return { for _ in 0..<365 { consume(dates.next()) } }
  },
  Benchmark(
    "a day with its night, Hijri date and next prayer", iterations: 5_000, allocates: .never
  ) {
    let place = try Coordinates(latitude: 51.5, longitude: -0.13)
    let schedule = Schedule(place: place, zone: .utc, settings: try DaySettings(words: [:]))
    var instant = 1_767_225_600.0  // 2026-01-01
    return {
      instant += 86_400 / 7
      if instant > 1_798_761_600 { instant = 1_767_225_600 }
      consume(Day(containing: instant, schedule: schedule).moment(at: instant))
    }
  },
  Benchmark("where the sun stands", iterations: 20_000, allocates: .never) {
    let place = try Coordinates(latitude: 51.5, longitude: -0.13)
    var instant = 1_767_225_600.0
    return {
      instant += 3_000
      consume(SunDirection(from: place, unixSeconds: instant))
    }
  },
]

/// Dates from 2026-01-01 on, one after the other and again from the start.
private struct DatesOfAYear {
  private let place: Coordinates
  private let settings: PrayerSettings
  private let days: Int
  private var index = 0

  init(latitude: Double, days: Int = 365) throws {
    place = try Coordinates(latitude: latitude, longitude: 18.9)
    settings = try DaySettings(words: [.method: "muslimWorldLeague"]).prayers
    self.days = days
  }

  mutating func next() -> DayTimes {
    index = index + 1 < days ? index + 1 : 0
    return DayTimes(on: CalendarDate(dayNumber: 20_454 + index), at: place, settings: settings)
  }
}
