internal import PrayerTimes

/// What the grid has seen.
struct GridCount: Sendable {
  /// Places and dates.
  var days = 0
  /// Days with their settings, the polar rule among them.
  var combinations = 0
  /// Of these, days whose times a polar rule takes from another latitude or date, where they are checked.
  var taken = 0
  /// Days that were calculated through a polar rule as well, a share of those.
  var polar = 0
  var absent = 0
  var violations = 0
  /// The first violation, in words.
  var example: String?

  mutating func add(_ other: GridCount) {
    (days, combinations) = (days + other.days, combinations + other.combinations)
    (taken, polar) = (taken + other.taken, polar + other.polar)
    absent += other.absent
    violations += other.violations
    example = example ?? other.example
  }

  /// Counts the times of one day.
  ///
  /// - Parameters:
  ///   - times: for how many settings these are the times.
  ///   - words: what was calculated.
  mutating func check(
    _ entries: PerPrayer<PrayerEntry>, times: Int = 1, _ words: () -> String
  ) {
    combinations += times
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
    if !isInOrder { reject("\(words()): \(entries)") }
  }

  mutating func reject(_ words: String) {
    violations += 1
    example = example ?? words
  }

  var text: String {
    """
    places and dates      \(days)
    with their settings   \(combinations)
      times of elsewhere  \(taken), of these \(polar) calculated anew
    absent times          \(absent)
    out of order          \(violations)\(example.map { ", such as \($0)" } ?? "")
    """
  }
}
