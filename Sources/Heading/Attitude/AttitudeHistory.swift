import Quantities

/// The attitudes of the last moments, for a sensor whose samples are late.
///
/// A ring of fixed size; when it is full the oldest is given up.
struct AttitudeHistory {
  private struct Entry {
    var time = Timestamp(microseconds: 0)
    var attitude = Quaternion.identity
    /// rad/s, body frame: how it turned on its way here.
    var rate = Vector3.zero
  }

  /// Enough for 100 ms at 1 kHz, the largest delay that is believed being 150 ms at lower rates.
  private static let capacity = 128
  private var entries = [Entry](repeating: Entry(), count: capacity)
  private var next = 0
  private var count = 0

  /// Notes where the device was at `time` (earth frame) and how it turned on its way there.
  mutating func append(_ attitude: Quaternion, rate: Vector3, at time: Timestamp) {
    entries[next] = Entry(time: time, attitude: attitude, rate: rate)
    next = (next + 1) % Self.capacity
    count = min(count + 1, Self.capacity)
  }

  /// The attitude `delay` s before `time` and the rate (rad/s, body frame) of then; `nil` where
  /// nothing is known of that moment.
  ///
  /// Between two entries the device turned at the rate of the later one.
  func attitude(
    _ delay: Double, before time: Timestamp
  ) -> (attitude: Quaternion, rate: Vector3)? {
    guard count > 0 else { return nil }
    var index = (next + Self.capacity - 1) % Self.capacity
    var rate = entries[index].rate
    for _ in 1..<max(count, 2) where time.seconds(since: entries[index].time) < delay {
      rate = entries[index].rate
      index = (index + Self.capacity - 1) % Self.capacity
    }
    let ahead = time.seconds(since: entries[index].time) - delay
    let turn = rate * min(max(ahead, 0), 0.1)
    return (entries[index].attitude * Quaternion(rotationVector: turn), rate)
  }

  /// Turns every attitude by `rotation` in the earth frame: a correction holds for the past too.
  mutating func turn(by rotation: Quaternion) {
    for index in 0..<count { entries[index].attitude = rotation * entries[index].attitude }
  }

  /// Forgets all.
  mutating func removeAll() { (next, count) = (0, 0) }
}
