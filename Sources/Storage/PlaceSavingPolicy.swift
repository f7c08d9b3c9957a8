private import Qibla
package import Quantities

/// Decides when to save a place: seldom, as writing wears memory cards out.
package struct PlaceSavingPolicy: Equatable, Sendable {
  /// Metres from the last saved place, beyond which a place is saved.
  package static let reach = 1000.0
  /// s since the last save, after which a place is saved.
  package static let period = 3600.0

  private struct Written: Equatable {
    var place: LastPlace
    var time: Timestamp
  }

  private var written: Written?
  /// The time of the newest fix; an earlier time comes from a clock with another zero.
  private var last: Timestamp?
  /// The accepted date: a wrong one would contradict the right dates of the next run.
  private var clock = UTCClock(byHand: nil, assumed: nil)
  /// The newest place, while it has not been saved.
  package private(set) var unwritten: LastPlace?

  package init() {}

  /// Takes a receiver's fix.
  ///
  /// - Returns: the place to save now, or `nil`. It counts as saved from now on: where the disk refuses it, the caller
  ///   tries again.
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
