private import Glibc
package import Quantities

/// Whether an accelerometer measures gravity as strong as it should be, which its offset must not change by more than
/// is known of it.
///
/// The vertical specific force without gravity is integrated: the vertical velocity of a device that a person, a
/// vehicle or a lift carries is bounded, and that of an offset grows without end. It counts while the device is calm:
/// an arm that swings accelerates to its shoulder all the time.
package struct AccelerometerCheck {
  /// Whether the accelerometer is off by more than it was taken for. It stays so.
  package private(set) var isContradicted = false
  /// m/s.
  private var velocity = 0.0
  /// ∫ |acceleration| dt, m/s.
  private var agitation = 0.0
  /// s for which the device was calm.
  private var elapsed = 0.0
  /// m/s², earth frame, and (m/s²)², over about a second.
  private var (mean, meanSquare) = (Vector3.zero, 0.0)

  /// s after which the integration restarts. Source: chosen; offsets of 11 mg are found in it.
  private static let window = 60.0
  /// m/s: how much the vertical velocity may change. Source: ISO 8100-30; lifts of usual buildings rise with at most
  /// 2.5 m/s.
  private static let largestVelocity = 3.0
  /// (m/s²)²: the variance within a second of a calm device is less. An offset is hardly any of it.
  /// Source: assumed; a hand that turns a device slowly.
  private static let calm = 1.0
  /// Part of 1: how much of an acceleration may be vertical all the time. Source: chosen on the recordings.
  private static let verticalShare = 0.15
  /// m/s²: by how much gravity differs from the standard one. Source: derived; 9.780 m/s² at the equator to
  /// 9.832 m/s² at the poles (WGS 84), as the standard deviation of an even distribution.
  private static let gravityDeviation = 0.015

  package init() {}

  /// Takes the mean acceleration of one interval.
  ///
  /// - Parameters:
  ///   - acceleration: m/s², earth frame: the specific force without gravity.
  ///   - deviation: m/s², 68 %: what the offset may be.
  ///   - interval: s.
  package mutating func take(acceleration: Vector3, deviation: Double, interval: Double) {
    let share = 1 - exp(-interval)
    mean = mean + (acceleration - mean) * share
    meanSquare += (acceleration.dot(acceleration) - meanSquare) * share
    guard meanSquare - mean.dot(mean) < Self.calm else { return }
    velocity += acceleration.z * interval
    agitation += acceleration.length * interval
    elapsed += interval
    let offset = significantDeviations * hypot(deviation, Self.gravityDeviation)
    let bound = Self.largestVelocity + Self.verticalShare * agitation + offset * elapsed
    if abs(velocity) > bound { isContradicted = true }
    if elapsed > Self.window { restart() }
  }

  /// Takes that something else has shown the accelerometer to be off.
  package mutating func contradict() { isContradicted = true }

  /// Restarts, as after a gap.
  package mutating func restart() {
    (velocity, agitation, elapsed) = (0, 0, 0)
    (mean, meanSquare) = (.zero, 0)
  }
}
