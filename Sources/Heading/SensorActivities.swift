import Quantities

/// The activity of the three sensors of a heading.
package struct SensorActivities {
  /// The magnetometer.
  package internal(set) var field = SensorActivity()
  /// The accelerometer.
  package internal(set) var force = SensorActivity()
  /// The gyro.
  package internal(set) var rate = SensorActivity()

  /// s without any sample after which no heading is given, for a fast sensor.
  private static let shortestSilence = 0.25

  /// Whether gyro and accelerometer can carry an attitude.
  ///
  /// - Parameter longestGap: s between samples of the gyro; with a longer one the attitude is lost.
  func hasInertial(at time: Timestamp, longestGap: Double) -> Bool {
    hasRate(at: time) && hasForce(at: time) && (rate.interval ?? 0) <= longestGap
  }

  /// Whether the gyro is alive.
  func hasRate(at time: Timestamp) -> Bool {
    rate.isAlive(at: time, atLeast: Self.shortestSilence)
  }

  /// Whether the newest force still shows "down".
  func hasForce(at time: Timestamp) -> Bool { force.isAlive(at: time, atLeast: 5) }
}
