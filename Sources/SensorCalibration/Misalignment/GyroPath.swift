package import Quantities

/// The attitude that a gyro integrates to, from its own axes to those it had when the path began.
package struct GyroPath: Equatable, Sendable {
  /// The longest time between two rates, s: the turn in a longer gap is not known.
  package let longestGap: Double

  /// Gyro axes → those at the beginning; at the instant of the last rate.
  package private(set) var attitude = Quaternion.identity
  /// rad/s, the last one.
  package private(set) var rate: Vector3?
  /// The instant of the last rate.
  package private(set) var time: Timestamp?

  package init(longestGap: Double = MotionParameters().longestGap) {
    self.longestGap = longestGap
  }

  /// Turns by a rate, rad/s, that is the mean up to `time`.
  ///
  /// - Returns: false where the path starts again at this rate.
  package mutating func add(_ rate: Vector3, at time: Timestamp) -> Bool {
    defer { (self.rate, self.time) = (rate, time) }
    guard let last = self.time else { return false }
    let interval = time.seconds(since: last)
    guard interval > 0, interval <= longestGap else {
      attitude = .identity
      return false
    }
    attitude = (attitude * Quaternion(rotationVector: rate * interval)).normalized
    return true
  }

  /// Starts the path here.
  package mutating func begin() { attitude = .identity }

  /// The attitude at an instant shortly after the last rate, or `nil` where that is too long ago.
  package func attitude(at instant: Timestamp) -> Quaternion? {
    guard let rate, let time else { return nil }
    let interval = instant.seconds(since: time)
    guard interval >= 0, interval <= longestGap else { return nil }
    return interval > 0 ? attitude * Quaternion(rotationVector: rate * interval) : attitude
  }
}
