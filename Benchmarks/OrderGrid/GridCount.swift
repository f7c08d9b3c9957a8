internal import PrayerTimes

/// What the grid has seen.
struct GridCount: Sendable {
  /// Places and dates.
  var days = 0
  /// Days with their settings.
  var combinations = 0
  /// Of these, times that were run through a polar rule.
  var polar = 0
  var absent = 0
  var violations = 0
  /// The first violation, in words.
  var example: String?

  mutating func add(_ other: GridCount) {
    (days, combinations) = (days + other.days, combinations + other.combinations)
    (polar, absent) = (polar + other.polar, absent + other.absent)
    violations += other.violations
    example = example ?? other.example
  }

  /// Counts the times of one day.
  ///
  /// - Parameter words: what was calculated.
  mutating func check(_ entries: PerPrayer<PrayerEntry>, _ words: () -> String) {
    combinations += 1
    var last = (exact: -Double.infinity, rounded: -Double.infinity)
    var isInOrder = true
    func take(_ entry: PrayerEntry) {
      guard case .time(let time) = entry else {
        absent += 1
        return
      }
      isInOrder = isInOrder && time.exact > last.exact && time.rounded > last.rounded
      last = (time.exact, time.rounded)
    }
    take(entries.fajr)
    take(entries.sunrise)
    take(entries.dhuhr)
    take(entries.asr)
    take(entries.maghrib)
    take(entries.isha)
    if !isInOrder {
      violations += 1
      example = example ?? "\(words()): \(entries)"
    }
  }

  var text: String {
    """
    places and dates      \(days)
    with their settings   \(combinations), of these through a polar rule \(polar)
    absent times          \(absent)
    out of order          \(violations)\(example.map { ", such as \($0)" } ?? "")
    """
  }
}
