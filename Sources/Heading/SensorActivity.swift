package import Quantities

/// The time of a sensor's newest sample, and the interval between its samples.
package struct SensorActivity {
  /// When the newest sample was taken; `nil` before the first.
  package private(set) var last: Timestamp?
  /// Seconds between samples, averaged over about ten; `nil` before the second.
  package private(set) var interval: Double?
  /// Intervals without a sample after which a sensor is silent. The average takes in an interval of at most so many
  /// times the average: a single gap moves it little, ten long intervals in a row show that the sensor has become
  /// slow.
  /// Source: derived; three lost samples, and half an interval for a late one.
  static let silentIntervals = 3.5
  /// s: every sensor is silent after this.
  /// Source: derived; the same of 1 Hz, the slowest that is useful (`SensorFaultParameters.silentTrigger`).
  static let longestTimeout = silentIntervals

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
    self.interval =
      interval + (min(elapsed, Self.silentIntervals * interval) - interval)
      * gainOfTenSamples
    return elapsed
  }

  /// Whether the newest sample is not older than `silentIntervals`, at least `shortest` s and at most
  /// `longestTimeout`.
  package func isAlive(at time: Timestamp, atLeast shortest: Double) -> Bool {
    guard let last else { return false }
    let timeout = interval.map { Self.silentIntervals * $0 } ?? Self.longestTimeout
    return time.seconds(since: last) <= min(max(timeout, shortest), Self.longestTimeout)
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

  /// Whether the gyro can carry an attitude.
  ///
  /// - Parameter longestGap: s between samples of the gyro; with a longer one the attitude is lost.
  func hasRate(at time: Timestamp, longestGap: Double) -> Bool {
    guard let last = rate.last else { return false }
    return time.seconds(since: last) <= longestGap && (rate.interval ?? 0) <= longestGap
  }

  /// Whether gyro and accelerometer measure, so that they can carry an attitude.
  ///
  /// - Parameter isDead: whether both measure only zeros.
  func hasInertial(at time: Timestamp, longestGap: Double, isDead: Bool) -> Bool {
    hasRate(at: time, longestGap: longestGap) && hasForce(at: time) && !isDead
  }

  /// Whether the newest force still shows "down".
  func hasForce(at time: Timestamp) -> Bool {
    force.isAlive(at: time, atLeast: SensorActivity.longestTimeout)
  }
}
