private import Glibc
import Quantities

/// A field that differs from the reference: whether it stays the same in the earth frame. Then it is not
/// a magnet that moves or turns with the device. Without a gyro strength and inclination show that.
struct CandidateReference {
  /// The mean of the last second, earth frame, µT; `nil` before a sample.
  private(set) var mean: Vector3?
  /// s for which it has been steady.
  private(set) var duration = 0.0
  /// rad of turning in that time.
  private(set) var turning = 0.0

  /// Takes a field (earth frame, µT) of an interval.
  ///
  /// - Parameter tolerance: µT by which a steady field may vary.
  mutating func update(_ field: Vector3, tolerance: Double, motion: DeviceMotion) {
    guard let mean else {
      self.mean = field
      return
    }
    let interval = motion.interval
    let difference = field - mean
    self.mean = mean + difference * (1 - exp(-interval))
    if difference.length < tolerance {
      duration += interval
      turning += motion.turning
    } else {
      // A single gust does not undo what was seen; twice as much of it does.
      let left = max(duration - 2 * interval, 0)
      turning *= duration > 0 ? left / duration : 0
      duration = left
    }
  }
}
