import Quantities
import SensorHealth

/// Turns samples of the gyro into rotations, with spikes taken out.
struct GyroIntegration {
  /// rad/s, body frame, the gyro's errors taken out: of the newest sample.
  private(set) var rate = Vector3.zero
  /// When that was taken.
  private(set) var last: Timestamp?
  /// The samples without the gyro's errors taken out.
  var intervals = IntervalRate()
  /// Body → earth in the middle of the newest interval, which ended at `time`.
  private var middle: (attitude: Matrix3, time: Timestamp)?

  /// One interval of the gyro.
  struct Step {
    /// Half of its rotation, body frame.
    var half: Quaternion
    /// rad/s, body frame: the mean rate as it was measured, and without the gyro's errors.
    var measured: Vector3
    var corrected: Vector3
    /// s.
    var interval: Double
  }

  /// Takes a sample (rad/s, body frame): the mean rate until `time`; `nil` for the first one, and while no attitude is carried.
  ///
  /// - Parameter usual: s between samples; `nil` while it is unknown.
  mutating func step(
    _ sample: Vector3, errors: InertialErrors, bias: Vector3, isRunning: Bool, usual: Double?,
    at time: Timestamp
  ) -> Step? {
    defer { last = time }
    rate = errors.rate(sample - bias)
    guard isRunning, let last else { return nil }
    let interval = time.seconds(since: last)
    let rates = intervals.take(sample, over: interval, usual: usual)
    rate = errors.rate(rates.newest - bias)
    let mean = errors.rate(rates.mean - bias)
    return Step(
      half: Quaternion(rotationVector: mean * (interval / 2)),
      measured: rates.mean, corrected: mean, interval: interval)
  }

  /// Notes the attitude in the middle of the newest interval.
  mutating func noteMiddle(_ attitude: Matrix3, at time: Timestamp) { middle = (attitude, time) }

  /// Body → earth in the middle of the interval that ended at `time`; `nil` where that is not the newest.
  func middle(at time: Timestamp) -> Matrix3? {
    middle.flatMap { $0.time == time ? $0.attitude : nil }
  }

  /// `attitude` turned on until `time` at the newest rate; `lag` is by how many s it is older than the
  /// newest sample. A gyro that is silent for long has no attitude (`longestGyroGap`).
  func predict(_ attitude: Quaternion, at time: Timestamp, lag: Double) -> Quaternion {
    guard let last else { return attitude }
    let ahead = max(time.seconds(since: last), 0)
    return attitude * Quaternion(rotationVector: rate * (ahead + lag))
  }

  /// Another attitude starts: only the newest rate and its time are kept.
  mutating func restart() { (intervals, middle) = (IntervalRate(), nil) }
}
