import Quantities
import SensorHealth

/// Turns samples of the gyro into rotations, with spikes taken out.
struct GyroIntegration {
  /// rad/s, body frame, the gyro's errors taken out: of the newest sample.
  private(set) var rate = Vector3.zero
  /// When that was taken.
  private(set) var last: Timestamp?
  private var spike = GyroSpike()
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

  /// Takes the mean rate (rad/s, body frame) of the interval that ends at `time`; `nil` for the first
  /// sample, and while no attitude is carried.
  mutating func step(
    _ sample: Vector3, errors: InertialErrors, bias: Vector3, isRunning: Bool,
    at time: Timestamp
  ) -> Step? {
    defer { last = time }
    rate = errors.rate(sample - bias)
    guard isRunning, let last else { return nil }
    let interval = time.seconds(since: last)
    let judged = spike.judge(sample, over: interval)
    rate = errors.rate(judged.rate - bias)
    let deferred = interval > 0 ? errors.rate(judged.deferred / interval) : .zero
    return Step(
      half: Quaternion(rotationVector: (rate + deferred) * (interval / 2)),
      measured: judged.rate + deferred, corrected: rate + deferred, interval: interval)
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

  /// The next sample is compared with none before it.
  mutating func forgetSpike() { spike = GyroSpike() }

  /// Another attitude starts: only the newest rate and its time are kept.
  mutating func restart() { (spike, middle) = (GyroSpike(), nil) }
}
