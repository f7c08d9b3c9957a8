private import Dates
package import Day
package import PrayerTimes

/// Decides when the bell rings: a value, which an edge asks every second.
///
/// A prayer of a date rings at most once, whatever the clock does; a ring that is over a minute late does not
/// come, and none while the clock is not known to be right.
package struct BellPlan: Equatable, Sendable {
  /// A ring that is due.
  package struct Ring: Equatable, Sendable {
    package let prayer: Prayer
    package let sound: BellSettings.Sound
    /// Minutes before the prayer's time.
    package let beforeMin: Int
    /// `2026-11-25 fajr`.
    package let name: String
    /// Seconds since 1970-01-01 UTC.
    package let instant: Double
  }

  /// Seconds after which a ring is too late.
  static let latest = 60.0
  /// Seconds after the next Fajr up to which an Isha rings. In the middle of the night Isha comes up to 2 min after
  /// Fajr while nights become longer, in London in June and July; by minutes after sunset, in a short night, half an
  /// hour.
  private static let latestIsha = 600.0
  /// More than the rings of two days.
  private static let remembered = 16
  /// Names of the last rings, the newest last.
  package private(set) var rung: [String]

  package init(rung: [String] = []) { self.rung = rung }

  /// The rings of a date and of its neighbours: a ring before Fajr, and Isha, may be on another date.
  package static func rings(around instant: Double, _ schedule: Schedule, _ settings: BellSettings)
    -> [Ring]
  {
    let today = schedule.zone.date(at: instant)
    return [-1, 0, 1].flatMap { offset in
      let date = today.adding(days: offset)
      let times = schedule.times(on: date)
      // In a short night Isha may come long after the next Fajr, which then has ended it.
      let fajr = schedule.times(on: date.adding(days: 1))[.fajr].time?.rounded ?? .infinity
      return Prayer.allCases.compactMap { prayer -> Ring? in
        guard let ring = settings.prayers[prayer.rawValue], ring.sound != .off,
          let time = times[prayer].time?.rounded, time <= fajr + Self.latestIsha
        else { return nil }
        return Ring(
          prayer: prayer, sound: ring.sound, beforeMin: ring.beforeMin,
          name: "\(date) \(prayer.rawValue)",
          instant: time - Double(ring.beforeMin) * 60)
      }
    }
  }

  /// The ring that is to sound now; it is remembered and does not come again.
  ///
  /// - Parameters:
  ///   - instant: the device's clock, seconds since 1970-01-01 UTC.
  ///   - isClockTrusted: whether that is known to be right.
  ///   - isQuiet: whether these are quiet hours: the ring then counts as over.
  package mutating func due(
    at instant: Double, _ rings: [Ring], isClockTrusted: Bool, isQuiet: Bool
  ) -> Ring? {
    guard isClockTrusted,
      let ring = rings.first(where: {
        $0.instant <= instant && instant < $0.instant + Self.latest && !rung.contains($0.name)
      })
    else { return nil }
    rung = Array((rung + [ring.name]).suffix(Self.remembered))
    return isQuiet ? nil : ring
  }
}
