private import Glibc
package import Quantities

/// The mean rate of a gyro over the interval between two of its samples, with spikes taken out.
///
/// A sample is the mean rate of the usual interval that ends at its time. Where samples are missing before it, the rate of their time is the mean
/// of the samples on both sides.
package struct IntervalRate: Sendable {
  private var spike = GyroSpike()
  /// rad/s, body frame: of the newest sample; `nil` before the first.
  private var newest: Vector3?
  /// (rad/s²)², about one axis, over about a second.
  private var meanSquareAcceleration = 0.0
  /// rad, about each axis, 68 %: by how much the device may have turned otherwise while samples were missing, fading as gravity and
  /// field find it.
  package private(set) var missedTurn = 0.0

  /// Times the usual interval: in a longer one a sample is missing. Source: derived; halfway between one interval and two.
  private static let longestInterval = 1.5
  /// rad/s². Source: derived; a device that is turned by 30° and back within a second.
  package static let handAcceleration = 10.0
  /// The mean of a rate that rises and falls within an interval, as a part of the acceleration times the interval.
  /// Source: derived; the mean height of a triangle that rises for half of it.
  private static let riseAndFall = 0.25
  /// The standard deviation of an instant in an interval, as a part of it. Source: derived; √(1/12), of a uniform distribution.
  private static let instantDeviation = 0.288675
  /// s in which `missedTurn` fades. Source: derived; a tilt of 6° is a velocity of 2 m/s then, which no hand keeps.
  private static let fadingTime = 2.0

  package init() {}

  /// Takes in a sample.
  ///
  /// - Parameters:
  ///   - sample: rad/s, body frame.
  ///   - interval: s since the sample before.
  ///   - usual: s between samples; `nil` while it is unknown.
  /// - Returns: rad/s: the rate of now, and the mean of the interval.
  package mutating func take(
    _ sample: Vector3, over interval: Double, usual: Double?
  ) -> (newest: Vector3, mean: Vector3) {
    let before = newest
    var measured = interval
    if let usual, interval > Self.longestInterval * usual { measured = usual }
    let judged = spike.judge(sample, over: measured)
    newest = judged.rate
    guard let before, interval > 0 else { return (judged.rate, judged.rate) }
    missedTurn *= 1 - min(interval / Self.fadingTime, 1)
    let change = judged.rate - before
    if measured == interval {
      let square = change.dot(change) / (3 * interval * interval)
      meanSquareAcceleration += (square - meanSquareAcceleration) * min(interval, 1)
    }
    let missing = change * ((interval - measured) / interval / 2)
    return (judged.rate, judged.rate - missing + judged.deferred / interval)
  }

  /// Samples are missing before `sample` (rad/s, body frame), in `interval` s. A sample that jumps is no spike then.
  ///
  /// - Returns: rad, 68 %, what the mean of the samples on both sides leaves unknown of the turn. `change`, body frame: the rate may have changed at
  ///   any instant. `hand`, about each axis: the device may have been turned and turned back.
  package mutating func noteMissing(
    _ sample: Vector3, interval: Double
  ) -> (change: Vector3, hand: Double) {
    spike = GyroSpike()
    let rise = interval * interval * Self.riseAndFall
    let acceleration = max(Self.handAcceleration, meanSquareAcceleration.squareRoot())
    missedTurn = hypot(missedTurn, acceleration * rise)
    let change = sample - (newest ?? sample)
    return (change * (interval * Self.instantDeviation), Self.handAcceleration * rise)
  }
}
