private import Glibc
import Quantities

/// How far the tilt was corrected of late, beside what its covariance explains of that.
///
/// The velocity of a device is measured to be zero. That of a person who begins to walk, or of a vehicle in a bend, is
/// not, and passes for a tilt. The corrections of the tilt then go on to one side and become larger than
/// the covariance allows, which shows it.
struct RecentTiltCorrection {
  /// rad, about north and about east.
  private var sum = (north: 0.0, east: 0.0)
  /// rad²: the variance, about one axis, that the corrections of the sum took from the covariance.
  private var explained = 0.0

  /// s. Source: derived; a velocity of 1.3 m/s that stays is taken for a tilt of 0.7° after a rest of 40 s, as if it had
  /// been an acceleration for 1.3 m/s / (g · 0.7°) = 11 s: for so long the velocity tells a tilt from a motion.
  private static let memory = 10.0

  /// The square of the part of a correction that is an error, 68 %, about a horizontal axis. Source: derived; half of the
  /// corrections take an error away, so that the quantile is that of 36 % of the others, and of a direction that is even in
  /// the horizontal it is sin(0.36 · 90°) = 0.54.
  private static let share = 0.287

  /// Lets `interval` s pass.
  mutating func advance(_ interval: Double) {
    let kept = exp(-interval / Self.memory)
    sum = (sum.north * kept, sum.east * kept)
    explained *= kept * kept
  }

  /// Adds a correction of the attitude.
  ///
  /// - Parameters:
  ///   - correction: rotation vector, rad, earth frame.
  ///   - reduction: rad², by which it made the variance of a tilt about one axis smaller.
  mutating func add(_ correction: Vector3, reduction: Double) {
    sum = (sum.north + correction.x, sum.east + correction.y)
    explained += max(reduction, 0)
  }

  /// rad², about each horizontal axis: what the covariance does not explain.
  var variance: Double {
    max((sum.north * sum.north + sum.east * sum.east) * Self.share - explained, 0)
  }
}
