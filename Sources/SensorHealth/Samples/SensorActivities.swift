package import Quantities

/// The activity of the three sensors of a heading.
package struct SensorActivities: Sendable {
  /// The magnetometer.
  package var field = SensorActivity()
  /// The accelerometer.
  package var force = SensorActivity()
  /// The gyro.
  package var rate = SensorActivity()

  package init() {}

  /// Whether the gyro can carry an attitude.
  ///
  /// - Parameter longestGap: s between samples of the gyro; with a longer one the attitude is lost.
  package func hasRate(at time: Timestamp, longestGap: Double) -> Bool {
    guard let last = rate.last else { return false }
    return time.seconds(since: last) <= longestGap && (rate.interval ?? 0) <= longestGap
  }

  /// Whether samples of the gyro are missing at `time`.
  package func isRateLate(at time: Timestamp) -> Bool {
    guard let last = rate.last, let interval = rate.interval else { return false }
    return time.seconds(since: last) > Self.longestInterval * interval
  }

  /// Times the usual one. Source: derived; two intervals that are each a quarter too long by jitter.
  private static let longestInterval = 2.5

  /// Whether gyro and accelerometer measure, so that they can carry an attitude.
  ///
  /// - Parameter isDead: whether both measure only zeros.
  package func hasInertial(at time: Timestamp, longestGap: Double, isDead: Bool) -> Bool {
    hasRate(at: time, longestGap: longestGap) && hasForce(at: time) && !isDead
  }

  /// Whether the newest force still shows "down".
  package func hasForce(at time: Timestamp) -> Bool {
    force.isAlive(at: time, atLeast: SensorActivity.longestTimeout)
  }
}
