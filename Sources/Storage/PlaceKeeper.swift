private import Qibla
package import Quantities

/// Decides when a place is worth writing down: seldom, as memory cards wear out by being written.
package struct PlaceKeeper: Equatable, Sendable {
  /// Metres from the place that was written last.
  package static let reach = 1000.0
  /// s since then.
  package static let period = 3600.0

  private struct Written: Equatable {
    var place: LastPlace
    var time: Timestamp
  }

  private var written: Written?
  /// The newest fix's instant; one before it counts from another zero.
  private var last: Timestamp?
  /// What date is believed: a wrong one would be held against the right ones of the next run.
  private var clock = UTCClock(byHand: nil, assumed: nil)
  /// The newest place, where it was not written yet.
  package private(set) var unwritten: LastPlace?

  package init() {}

  /// Takes in what a receiver said; the place to write down now, or `nil`.
  package mutating func take(_ fix: Fix, at time: Timestamp) -> LastPlace? {
    if let last, time < last { clock.gap(at: time, isComparable: false) }
    last = time
    if let utc = fix.utcMicroseconds { clock.update(utc, at: time) }
    guard let position = fix.position else { return nil }
    let place = LastPlace(
      position: position, utcMicroseconds: clock.utcMicroseconds(at: time))
    guard isDue(place, at: time) else {
      unwritten = place
      return nil
    }
    written = Written(place: place, time: time)
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
}
