import Quantities

/// The attitudes of the last moments, for a sensor whose samples are late.
///
/// A ring of fixed size; when it is full the oldest is given up.
struct AttitudeHistory {
  private struct Entry {
    var time = Timestamp(microseconds: 0)
    /// As it was before any correction.
    var attitude = Quaternion.identity
    /// rad/s, body frame: how it turned on its way here.
    var rate = Vector3.zero
  }

  /// Entries. Source: a size; 120 ms at 1 kHz, and more than every possible delay at lower rates; a power of two.
  private static let capacity = 128
  private var entries = [Entry](repeating: Entry(), count: capacity)
  /// All corrections since: they hold for the past too.
  private var correction = Quaternion.identity
  private var newest = 0
  private var count = 0

  /// Notes where the device was at `time` (earth frame) and how it turned on its way there.
  mutating func append(_ attitude: Quaternion, rate: Vector3, at time: Timestamp) {
    newest = (newest + 1) & (Self.capacity - 1)
    entries[newest] = Entry(time: time, attitude: correction.inverse * attitude, rate: rate)
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
    let instant = time.advanced(byMicroseconds: -Int64(delay * 1e6))
    var index = newest
    var rate = entries[index].rate
    var left = count - 1  // before the oldest nothing is known: it counts for all that was earlier
    while left > 0, entries[index].time > instant {
      rate = entries[index].rate
      index = (index - 1) & (Self.capacity - 1)
      left -= 1
    }
    let turn = rate * max(instant.seconds(since: entries[index].time), 0)
    return (correction * entries[index].attitude * Quaternion(rotationVector: turn), rate)
  }

  /// Turns every attitude by `rotation` in the earth frame.
  mutating func turn(by rotation: Quaternion) {
    correction = (rotation * correction).normalized
  }
}
