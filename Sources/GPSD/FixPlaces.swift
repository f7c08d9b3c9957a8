import Qibla
import Quantities

/// Whether a device can have come to where a fix says that it is.
struct FixPlaces: Sendable {
  /// m/s. Above 1000 knots civil receivers give no fix.
  static let fastest = 515.0
  /// How often, and for how many s, a receiver has to stay with a place that it jumped to until that is
  /// the right one; else a first wrong fix would keep out all that follow.
  static let insistence = 5
  static let persistence = 5.0

  /// Metres, where the receiver does not say how far off it is.
  private static let assumedError = 100.0

  /// A place, and when it was said.
  private struct Seen {
    var position: Position
    var time: Timestamp

    /// Whether something can have come from here to `other` in the time between.
    func canReach(_ other: Seen) -> Bool {
      let distance = greatCircleDistance(
        from: position.coordinates, to: other.position.coordinates)
      let elapsed = max(other.time.seconds(since: time), 1)
      let errors = [position, other.position].map { $0.error68Metres ?? FixPlaces.assumedError }
      // Three times the errors of both: what 68 % do not show.
      return distance <= FixPlaces.fastest * elapsed + 3 * (errors[0] + errors[1])
    }
  }

  private var last: Seen?
  private var claim: (newest: Seen, since: Timestamp, count: Int)?

  /// `jump`, or `nil`.
  mutating func fault(of position: Position, at time: Timestamp) -> FixFault? {
    let new = Seen(position: position, time: time)
    guard let last, !last.canReach(new) else {
      accept(new)
      return nil
    }
    if let claim, claim.newest.canReach(new) {
      self.claim = (new, claim.since, claim.count + 1)
    } else {
      claim = (new, time, 1)
    }
    if let claim, claim.count >= Self.insistence,
      time.seconds(since: claim.since) >= Self.persistence
    {
      accept(new)
      return nil
    }
    let distance = greatCircleDistance(
      from: last.position.coordinates, to: position.coordinates)
    return .jump(kilometres: distance / 1000)
  }

  private mutating func accept(_ new: Seen) {
    last = new
    claim = nil
  }
}
