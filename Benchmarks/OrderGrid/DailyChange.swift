internal import Dates
internal import PrayerTimes
internal import Quantities

/// The largest change of a time from one day to the next below 60° of latitude, with the project's own rule.
struct DailyChange: Sendable {
  /// Seconds.
  private(set) var largest = 0.0
  /// The method, time, latitude and second date of it.
  private(set) var words = ""

  /// Seconds that are allowed.
  static let limit = 300.0

  /// Every half degree of both hemispheres.
  static let latitudes = (-119...119).map { Double($0) / 2 }

  /// Measures a year at a latitude, with every method. Ramadan's later Isha begins and ends at once, and is left out.
  init(year: Int, latitude: Double) {
    guard let place = try? Coordinates(latitude: latitude, longitude: 18.9),
      let first = CalendarDate(year: year, month: 1, day: 1)
    else { return }
    for method in Method.known {
      var settings = PrayerSettings(method: method)
      settings.addsInRamadan = false
      var last = DayTimes(on: first, at: place, settings: settings)
      for number in 1...366 {
        let next = DayTimes(on: first.adding(days: number), at: place, settings: settings)
        for prayer in Prayer.allCases {
          take(last[prayer], next[prayer]) {
            "\(method.name), \(prayer.rawValue), \(latitude)°, \(next.date)"
          }
        }
        last = next
      }
    }
  }

  init() {}

  private mutating func take(
    _ before: PrayerEntry, _ after: PrayerEntry, _ words: () -> String
  ) {
    guard let before = before.time, let after = after.time else {
      (largest, self.words) = (.infinity, words() + ", absent")
      return
    }
    let change = abs(after.exact - before.exact - 86_400)
    if change > largest { (largest, self.words) = (change, words()) }
  }

  mutating func add(_ other: DailyChange) {
    if other.largest > largest { self = other }
  }

  var text: String {
    "largest daily change  \(largest.isFinite ? "\(Int(largest.rounded())) s" : "a time is missing") below 60° with the rule `ours`: \(words)"
  }
}
