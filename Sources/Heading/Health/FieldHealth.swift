import Quantities

/// Whether a magnetometer measures at all: what its own values tell of a broken one.
///
/// It is stuck where an axis says the very same although the device turns, by gyro or gravity, or for
/// long where it had noise before. Where neither is so, nothing can be known, and it is believed: a
/// world without noise is not broken.
struct FieldHealth {
  /// `nil` while the magnetometer is taken to measure.
  private(set) var fault: SensorFault?
  /// Whether the newest sample is to be used.
  var isBelieved: Bool { fault == nil && zeros == 0 }

  private var axes = (FieldAxis(), FieldAxis(), FieldAxis())
  private var last: Timestamp?
  private var healthyFor = 0.0
  /// How many samples in a row were nothing.
  private var zeros = 0
  private var gravity = VectorLowPass(timeConstant: 0.2)
  private var lastForce: Timestamp?
  /// Where gravity was when an axis last changed, unit length.
  private var anchor: Vector3?
  /// Whether it has turned so far since that the field had to change.
  private var hasTurned = false

  /// s after which an axis at the end of its range does not merely pass.
  private static let saturatedAfter = 0.2
  /// s without a fault until the field is believed again.
  private static let healthyAfter = 0.5
  /// µT or counts. A field that is smaller is none …
  private static let nothing = 1e-3
  /// … and so often in a row no slip of a bus.
  private static let fewestZeros = 3
  /// Cosine of 20°: gravity that has turned by more is a device that has.
  private static let turned = 0.94
  /// s, and samples in it, in which no axis changes although gravity turns.
  private static let patience = (seconds: 1.0, count: 10)
  /// Part of gravity by which a force may differ from it.
  private static let tolerance = 0.1
  /// s. A longer silence says nothing of what was in it.
  private static let longestInterval = 2.0

  /// Takes in a specific force, m/s², any frame.
  mutating func heard(force sample: Vector3, at time: Timestamp) {
    let interval = lastForce.map { time.seconds(since: $0) } ?? 0
    lastForce = time
    _ = gravity.update(sample, interval: interval)
  }

  /// Takes in a magnetometer's sample.
  ///
  /// - Parameters:
  ///   - sample: as it was read, sensor frame, before any calibration.
  ///   - motion: what the gyro expects of each axis.
  ///   - isTooStrong: whether no place on Earth has such a strength.
  mutating func update(
    _ sample: Vector3, motion: (FieldMotion, FieldMotion, FieldMotion), isTooStrong: Bool,
    at time: Timestamp
  ) {
    let interval = min(last.map { time.seconds(since: $0) } ?? 0, Self.longestInterval)
    last = time
    let strength = sample.length
    axes.0.update(sample.x, strength: strength, motion: motion.0, interval: interval)
    axes.1.update(sample.y, strength: strength, motion: motion.1, interval: interval)
    axes.2.update(sample.z, strength: strength, motion: motion.2, interval: interval)
    if let now = judge(strength, isTooStrong: isTooStrong) {
      (fault, healthyFor) = (now, 0)
      return
    }
    healthyFor += interval
    if healthyFor >= Self.healthyAfter { fault = nil }
  }

  private mutating func judge(_ strength: Double, isTooStrong: Bool) -> SensorFault? {
    zeros = strength < Self.nothing ? zeros + 1 : 0
    watchGravity()
    if zeros >= Self.fewestZeros { return .allZero }
    let isStuck = axes.0.isStuck || axes.1.isStuck || axes.2.isStuck || hasTurned
    if isTooStrong, isStuck || isPinned { return .saturated }
    return isStuck ? .stuck : nil
  }

  /// Whether an axis stands at the end of its range while noise goes on beside it, or did before.
  private var isPinned: Bool {
    let lives = axes.0.isNoisy || axes.1.isNoisy || axes.2.isNoisy
    let after = Self.saturatedAfter
    return lives
      && (axes.0.isPinned(for: after) || axes.1.isPinned(for: after)
        || axes.2.isPinned(for: after))
  }

  /// Notes whether gravity turns while no axis of the field changes.
  private mutating func watchGravity() {
    let count = min(axes.0.count, axes.1.count, axes.2.count)
    let force = gravity.value ?? .zero
    let isGravity = abs(force.length - standardGravity) < Self.tolerance * standardGravity
    let up = isGravity ? force.normalized : nil
    if count == 0 { (anchor, hasTurned) = (up, false) }
    guard let up, let anchor else { return }
    let same = min(axes.0.same, axes.1.same, axes.2.same)
    if same > Self.patience.seconds, count >= Self.patience.count, anchor.dot(up) < Self.turned {
      hasTurned = true
    }
  }
}
