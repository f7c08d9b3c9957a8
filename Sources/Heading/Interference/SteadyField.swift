private import Glibc
import Quantities

/// Whether a field that does not fit stays the same in the earth frame: then it is not a magnet that
/// moves or turns with the device.
struct SteadyField {
  /// The mean of the last second, earth frame, µT; `nil` before a sample.
  private(set) var mean: Vector3?
  /// s for which it has been steady.
  private(set) var duration = 0.0
  /// rad of turning in that time.
  private(set) var turning = 0.0

  /// Part of the place's strength by which a steady field may waver.
  private static let tolerance = 0.13

  /// Takes in a field (earth frame, µT) of `interval` s, in which the device turned by `turning` rad.
  mutating func update(_ field: Vector3, strength: Double, interval: Double, turning: Double) {
    guard let mean else {
      self.mean = field
      return
    }
    let difference = field - mean
    self.mean = mean + difference * (1 - exp(-interval))
    if difference.length < Self.tolerance * strength {
      duration += interval
      self.turning += turning
    } else {
      // A single gust does not undo what was seen; twice as much of it does.
      let left = max(duration - 2 * interval, 0)
      self.turning *= duration > 0 ? left / duration : 0
      duration = left
    }
  }
}
