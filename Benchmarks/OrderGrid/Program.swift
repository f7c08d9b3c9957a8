internal import Dates
internal import Glibc
internal import PrayerTimes

/// `order-grid [FIRST-YEAR LAST-YEAR]`: whether fajr < sunrise < dhuhr < asr < maghrib < isha, exactly and as rounded, or
/// a time is absent, at every 0.5° of latitude on every date, with every method, madhab, rule and polar rule.
///
/// A polar rule takes the times of another latitude of the grid, of another date, or of Mecca's latitude, all of which are
/// checked themselves. So each of them is run on a share of the days that need it only; `GridDay` has the shares.
/// Ends with status 1 where a time is out of order.
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
    if count.violations > 0 { exit(1) }
  }
}
