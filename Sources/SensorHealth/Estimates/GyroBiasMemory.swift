package import Quantities

/// The gyro's bias as it was known some seconds ago.
///
/// A magnet that comes closer turns the field slowly at first, and the filter takes that for a bias. When its field is found
/// to be disturbed, the bias of before is better than the newest estimate: from then on the gyro alone holds the heading.
/// A vehicle's push teaches a bias too, until it is noticed (`VehicleCheck`).
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

  private struct Entry: Equatable {
    var known: Known
    /// s of `clock`.
    var time: Double
  }

  /// Oldest first.
  private var entries: [Entry] = []
  /// s over which was noted what is known.
  private var clock = 0.0

  /// s between two entries. Source: numerical; a fraction of a push of a vehicle.
  private static let step = 0.5
  /// s: an older entry is dropped. Source: derived; one and a half times the memory of `VehicleCheck` for evidence.
  private static let longest = 30.0
  /// s for which a magnet that comes closer may have taught the bias. Source: chosen on the recordings of phones beside magnets; 8 are too long.
  package static let magnetTime = 4.5

  package init() { entries.reserveCapacity(Int(Self.longest / Self.step) + 2) }

  /// Notes what is known now, `interval` s after the last time.
  package mutating func note(_ known: Known, interval: Double) {
    clock += interval
    if let newest = entries.last, clock - newest.time < Self.step { return }
    if let oldest = entries.first, clock - oldest.time > Self.longest { entries.removeFirst() }
    entries.append(Entry(known: known, time: clock))
  }

  /// Discards all of it.
  ///
  /// - Parameter seconds: s for which the estimate may have been wrong.
  /// - Returns: the newest of what was known before that, and how long ago that was, s; `nil` where nothing as old was noted.
  package mutating func takeFormer(beforeLast seconds: Double) -> (known: Known, age: Double)? {
    defer { entries.removeAll(keepingCapacity: true) }
    return entries.last { clock - $0.time >= seconds }.map { ($0.known, clock - $0.time) }
  }
}
