package import Quantities

/// The time of a sensor's newest sample, and the interval between its samples.
package struct SensorActivity {
  /// When the newest sample was taken; `nil` before the first.
  package private(set) var last: Timestamp?
  /// Seconds between samples, averaged over about ten; `nil` before the second.
  package private(set) var interval: Double?
  /// The average takes in an interval of at most this many times the average: a single gap moves it
  /// little, ten long intervals in a row show that the sensor has become slow.
  private static let longestStep = 4.0

  package init() {}

  /// Records a sample.
  ///
  /// - Returns: seconds since the sample before it; `nil` for the first.
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

  /// Whether the newest sample is not older than 3½ intervals, at least `shortest` s and at most 5 s.
  package func isAlive(at time: Timestamp, atLeast shortest: Double) -> Bool {
    guard let last else { return false }
    let timeout = interval.map { 3.5 * $0 } ?? 2
    return time.seconds(since: last) <= min(max(timeout, shortest), 5)
  }
}

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
