package import Quantities

/// The attitude that a gyro integrates to, from its own axes to those it had when the path began.
package struct GyroPath: Equatable, Sendable {
  /// Seconds; after a longer silence nobody knows how the device turned.
  package static let longestGap = 0.1

  /// Gyro axes → those at the beginning; at the instant of the last rate.
  package private(set) var attitude = Quaternion.identity
  /// rad/s, the last one.
  package private(set) var rate: Vector3?
  /// The instant of the last rate.
  package private(set) var time: Timestamp?

  package init() {}

  /// Turns by a rate, rad/s, that is the mean up to `time`.
  ///
  /// - Returns: false where the path began anew with it.
  package mutating func add(_ rate: Vector3, at time: Timestamp) -> Bool {
    defer { (self.rate, self.time) = (rate, time) }
    guard let last = self.time else { return false }
    let interval = time.seconds(since: last)
    guard interval > 0, interval <= Self.longestGap else {
      attitude = .identity
      return false
    }
    attitude = (attitude * Quaternion(rotationVector: rate * interval)).normalized
    return true
  }

  /// Lets the path begin here.
  package mutating func begin() { attitude = .identity }

  /// The attitude at an instant shortly after the last rate, or `nil` where that is too long ago.
  package func attitude(at instant: Timestamp) -> Quaternion? {
    guard let rate, let time else { return nil }
    let interval = instant.seconds(since: time)
    guard interval >= 0, interval <= Self.longestGap else { return nil }
    return interval > 0 ? attitude * Quaternion(rotationVector: rate * interval) : attitude
  }
}
