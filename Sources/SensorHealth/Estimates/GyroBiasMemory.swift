package import Quantities

/// The gyro's bias as it was known some seconds ago.
///
/// A magnet that comes closer turns the field slowly at first, and the filter takes that for a bias. When its field is found
/// to be disturbed, the bias of before is better than the newest estimate: from then on the gyro alone holds the heading.
package struct GyroBiasMemory: Equatable, Sendable {
  /// What was known of a bias at one moment.
  package struct Known: Equatable, Sendable {
    /// rad/s, body frame.
    package var estimate: Vector3
    /// (rad/s)².
    package var variances: Vector3
    /// (rad/s)²/s: the variance that warming added to the walk.
    package var warming: Double
    /// (rad/s)²: what measured changes of the temperature had added.
    package var drifted: Double

    package init(estimate: Vector3, variances: Vector3, warming: Double, drifted: Double) {
      (self.estimate, self.variances) = (estimate, variances)
      (self.warming, self.drifted) = (warming, drifted)
    }
  }

  private var former: Known?
  private var recent: Known?
  /// s since `recent`.
  private var elapsed = 0.0

  /// s between the two. Source: chosen on the recordings of phones beside magnets; 5 are as good, 8 too long.
  package static let step = 3.0

  package init() {}

  /// Notes what is known now, `interval` s after the last time.
  package mutating func note(_ known: Known, interval: Double) {
    elapsed += interval
    guard recent == nil || elapsed > Self.step else { return }
    (former, recent, elapsed) = (recent, known, 0)
  }

  /// Discards all of it.
  ///
  /// - Returns: what was known one to two steps ago, and how long ago that was, s; `nil` where less was noted.
  package mutating func takeFormer() -> (known: Known, age: Double)? {
    defer { self = Self() }
    return former.map { ($0, elapsed + Self.step) }
  }
}
