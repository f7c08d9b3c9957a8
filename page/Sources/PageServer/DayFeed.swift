package import Day
package import Quantities

/// The messages `day` and `sun` for every browser, docs/page.md: a value that an edge asks each second.
package struct DayFeed: Sendable {
  /// The newest day, and for what it holds.
  private struct Made {
    var line: String
    var place: Coordinates?
    var chosen: DeviceSettings
    var at, until: Double
  }

  /// Seconds after which a day is made anew, for what changes unnoticed: the configuration, the time zone.
  private static let longest = 10.0
  /// Degrees: a place that is nearer has the same times.
  private static let placeStep = 0.05

  private var made: Made?

  package init() {}

  /// What is new at an instant: one object of JSON each, without LF.
  ///
  /// - Parameters:
  ///   - instant: of the device's clock, seconds since 1970-01-01 UTC.
  ///   - place: where the device is; `nil` where that is not known.
  ///   - settings: of the configuration and of the page.
  ///   - isClockTrusted: whether the clock is known to be right.
  ///   - zone: of the device.
  /// - Returns: `sun` is always new. `day` is `nil` where it has not changed; without a place it has no times.
  package mutating func messages(
    at instant: Double, place: Coordinates?, settings: SettingsStore, isClockTrusted: Bool,
    zone: Zone = .ofMachine
  ) -> (sun: String, day: String?) {
    let sun = SunMessage(at: instant, from: place, isClockTrusted: isClockTrusted)
    let last = made?.line
    if !holds(at: instant, place, settings.now) {
      let day = place.map {
        DayAnswer(
          at: $0, instant: instant, settings: settings, isClockTrusted: isClockTrusted, zone: zone)
      }
      made = Made(
        line: day?.message ?? #"{"type":"day"}"#, place: place, chosen: settings.now, at: instant,
        until: min(day?.nextChange ?? .infinity, instant + Self.longest))
    }
    return (jsonObject("sun", sun), made?.line == last ? nil : made?.line)
  }

  /// Whether the newest day is still that of an instant, a place and settings.
  private func holds(at instant: Double, _ place: Coordinates?, _ chosen: DeviceSettings) -> Bool {
    guard let made, made.at <= instant, instant < made.until, made.chosen == chosen else {
      return false
    }
    guard let place, let former = made.place else { return place == nil && made.place == nil }
    return abs(place.latitude - former.latitude) < Self.placeStep
      && abs(place.longitude - former.longitude) < Self.placeStep
  }
}
