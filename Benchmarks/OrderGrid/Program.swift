internal import Dates
internal import Glibc
internal import PrayerTimes

/// `order-grid [FIRST-YEAR LAST-YEAR]`: whether fajr < sunrise < dhuhr < asr < maghrib < isha, exactly and as rounded, or
/// a time is absent, at every 0.5° of latitude on every date, with every method, madhab, rule and polar rule.
///
/// Every day of each latitude is calculated with every method, madhab and rule, and its Asr also by the share of the
/// afternoon. What a polar rule takes over whole, from another latitude of the grid, another date or Mecca's latitude, is
/// checked there; a share of these days is calculated as for a user as well.
///
/// Then the largest change from one day to the next, in the first year, below 60°. Ends with status 1 where a time is out of
/// order or changes by over 5 minutes.
@main
struct Program {
  static func main() async {
    let years = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    guard years.count == CommandLine.arguments.count - 1, years.isEmpty || years.count == 2,
      let first = CalendarDate(year: years.first ?? 2024, month: 1, day: 1),
      let end = CalendarDate(year: (years.last ?? 2031) + 1, month: 1, day: 1), first < end
    else {
      print("usage: order-grid [FIRST-YEAR LAST-YEAR]")
      exit(64)
    }
    let count = await withTaskGroup(of: GridCount.self) { group in
      let parts = 8
      for part in 0..<parts {
        group.addTask {
          var count = GridCount()
          for day in stride(from: first.dayNumber + part, to: end.dayNumber, by: parts) {
            GridDay(date: CalendarDate(dayNumber: day)).check(&count)
          }
          return count
        }
      }
      var sum = GridCount()
      for await count in group { sum.add(count) }
      return sum
    }
    print(count.text)
    let change = await dailyChange(year: years.first ?? 2024)
    print(change.text)
    if count.violations > 0 || change.largest > DailyChange.limit { exit(1) }
  }

  private static func dailyChange(year: Int) async -> DailyChange {
    await withTaskGroup(of: DailyChange.self) { group in
      for latitude in DailyChange.latitudes {
        group.addTask { DailyChange(year: year, latitude: latitude) }
      }
      var largest = DailyChange()
      for await change in group { largest.add(change) }
      return largest
    }
  }
}
