private import Glibc
import Quantities

/// Whether a direction that the device measures has turned further than a rate that stays the same explains.
///
/// Gravity and the field turn in the device as it does. A gyro that repeats one value from its first sample on may be a quiet one
/// at rest, or a dead one: the turn that it does not see is the difference.
struct UnseenTurn {
  /// In the axes of the sensor: the mean of about `averaging` s now and at `since`.
  private var mean: Vector3?
  private var former = Vector3.zero
  private var since = Timestamp(microseconds: 0)
  private var last = Timestamp(microseconds: 0)
  /// Whether it has.
  private(set) var isSeen = false

  /// s. Source: assumed; steps and a hand's shaking cancel.
  private static let averaging = 1.0
  /// s after which the present direction is the former one. Source: derived; the largest turn in it, with the counts of the
  /// coarsest gyro (0.07°/s), is less than a degree where each rounds to the same count.
  private static let longest = 10.0
  /// rad. Source: derived; a push of 5 m/s² for a second turns the force so far.
  private static let least = 30.0.inRadians

  /// Takes a vector of any unit.
  ///
  /// - Parameters:
  ///   - rate: rad/s: how fast the gyro says that the device turns.
  ///   - isRepeated: whether it says the same as before; where it does not, the former direction is that of now.
  mutating func take(_ vector: Vector3?, rate: Double, isRepeated: Bool, at time: Timestamp) {
    guard isRepeated else {
      (mean, isSeen) = (nil, false)
      return
    }
    guard let vector, !isSeen else { return }
    guard let mean else {
      (self.mean, former, since, last) = (vector, vector, time, time)
      return
    }
    let share = 1 - exp(-max(time.seconds(since: last), 0) / Self.averaging)
    let newest = mean + (vector - mean) * share
    (self.mean, last) = (newest, time)
    let seconds = time.seconds(since: since)
    isSeen = former.angle(to: newest) > Self.least + rate * seconds
    if seconds > Self.longest { (former, since) = (newest, time) }
  }
}
