import Qibla
import Quantities

/// Rejects a position that the device cannot have reached since the last one.
struct FixPlaces: Sendable {
  /// m/s. Above 1000 knots civil receivers give no fix.
  static let fastest = 515.0
  /// How often, and for how many s, a receiver has to report the position after a jump until it is
  /// accepted; else a wrong first fix would reject all that follow.
  static let repetitions = 5
  static let persistence = 5.0

  /// Metres, where the receiver reports no error.
  private static let assumedError = 100.0

  /// A position and its time.
  private struct Seen {
    var position: Position
    var time: Timestamp

    /// Whether a device can have moved from here to `other` in the time between.
    func canReach(_ other: Seen) -> Bool {
      let distance = greatCircleDistance(
        from: position.coordinates, to: other.position.coordinates)
      let elapsed = max(other.time.seconds(since: time), 1)
      let errors = [position, other.position].map { $0.error68Metres ?? FixPlaces.assumedError }
      // Three times the 68 % errors of both positions.
      return distance <= FixPlaces.fastest * elapsed + 3 * (errors[0] + errors[1])
    }
  }

  private var last: Seen?
  private var candidate: (newest: Seen, since: Timestamp, count: Int)?

  /// `jump`, or `nil`.
  mutating func fault(of position: Position, at time: Timestamp) -> FixFault? {
    let new = Seen(position: position, time: time)
    guard let last, !last.canReach(new) else {
      accept(new)
      return nil
    }
    if let candidate, candidate.newest.canReach(new) {
      self.candidate = (new, candidate.since, candidate.count + 1)
    } else {
      candidate = (new, time, 1)
    }
    if let candidate, candidate.count >= Self.repetitions,
      time.seconds(since: candidate.since) >= Self.persistence
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
    candidate = nil
  }
}
