import Qibla
import Quantities
import Storage

/// Decides when a place is worth writing down: seldom, as memory cards wear out by being written.
struct PlaceKeeper {
  /// Metres from the place that was written last.
  private static let reach = 1000.0
  /// s since then.
  private static let period = 3600.0

  private var written: (place: LastPlace, time: Timestamp)?
  /// The newest place, where it was not written yet.
  private(set) var unwritten: LastPlace?

  /// Takes in what a receiver said; the place to write down now, or `nil`.
  mutating func take(_ fix: Fix, at time: Timestamp) -> LastPlace? {
    guard let position = fix.position else { return nil }
    let place = LastPlace(position: position, utcMicroseconds: Self.believed(fix.utcMicroseconds))
    guard isDue(place, at: time) else {
      unwritten = place
      return nil
    }
    written = (place, time)
    unwritten = nil
    return place
  }

  private func isDue(_ place: LastPlace, at time: Timestamp) -> Bool {
    guard let written else { return true }
    let elapsed = time.seconds(since: written.time)
    let way = greatCircleDistance(
      from: written.place.position.coordinates, to: place.position.coordinates)
    return elapsed < 0 || elapsed > Self.period || way > Self.reach
  }

  private static func believed(_ utcMicroseconds: Int64?) -> Int64? {
    utcMicroseconds.flatMap { utc in
      if case .plausible = WallClock.plausibleDate(utcMicroseconds: utc, notBefore: nil) { utc } else { nil }
    }
  }
}
