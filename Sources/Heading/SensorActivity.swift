package import Quantities

/// When the newest sample of a sensor was taken, and how often it has samples.
package struct SensorActivity {
  /// When the newest sample was taken; `nil` before the first.
  package private(set) var last: Timestamp?
  /// Seconds between samples, averaged over about ten; `nil` before the second.
  package private(set) var interval: Double?
  /// A longer interval counts as so many of those before: one gap shows little of the sensor's rate, ten
  /// in a row show that it has become slow.
  private static let longestStep = 4.0

  package init() {}

  /// Notes a sample, and returns the seconds since the one before it.
  package mutating func noteSample(at time: Timestamp) -> Double? {
    defer { last = time }
    guard let last else { return nil }
    let elapsed = time.seconds(since: last)
    guard let interval, interval > 0 else {
      interval = elapsed
      return elapsed
    }
    self.interval = interval + (min(elapsed, Self.longestStep * interval) - interval) * 0.1
    return elapsed
  }

  /// Whether the newest sample is not stale: 3½ of its intervals old at most, at least `shortest` s and
  /// at most 5 s.
  package func isAlive(at time: Timestamp, atLeast shortest: Double) -> Bool {
    guard let last else { return false }
    let timeout = interval.map { 3.5 * $0 } ?? 2
    return time.seconds(since: last) <= min(max(timeout, shortest), 5)
  }
}

/// The activity of the three sensors of a heading.
struct SensorActivities {
  /// The magnetometer.
  var field = SensorActivity()
  /// The accelerometer.
  var force = SensorActivity()
  /// The gyro.
  var rate = SensorActivity()

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
