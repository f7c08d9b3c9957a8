private import Glibc
package import Quantities

/// Detects from the values of a magnetometer that it does not measure: stuck, saturated or all zero.
///
/// An axis is stuck where its value does not change although the device turns, by gyro or gravity, or
/// for long where it had noise before. Where neither is so nothing can be concluded, and the values are
/// used: a simulated field without noise has no fault.
///
/// Why this is not `SensorFaultDetector`, which the chips' counts go through before: a recording has no
/// counts, no range and often values that were filtered, so that "unchanged" alone proves nothing; and the
/// filter knows the motion, so that it can tell one dead axis from a field that stands still. Both
/// use `SensorFault` and `Occurrences`.
package struct FieldHealth: Sendable {
  /// `nil` while no fault is detected.
  package private(set) var fault: SensorFault?
  /// Whether the newest sample is to be used. Stored, because each sample asks for it: a computed property of another
  /// module copies the whole detector.
  package private(set) var isUsable = true

  private var axes: (StuckAxisDetector, StuckAxisDetector, StuckAxisDetector)
  private var last: Timestamp?
  private var healthyFor = 0.0
  /// Samples in a row with a field of zero.
  private var zeros = Occurrences()
  private var gravity: VectorLowPass
  private var lastForce: Timestamp?
  /// Gravity when an axis last changed, m/s².
  private var anchor: Vector3?
  /// Whether gravity has turned so far since that the field had to change.
  private var hasTurned = false
  private let parameters: FieldHealthParameters
  /// Part of gravity.
  private let gravityTolerance: Double
  /// Where gravity has turned by more than this cosine in the sensor frame, the device has.
  private let cosineOfTurn: Double

  /// µT or counts: a smaller field is zero.
  /// Source: data sheets; under what the finest chip resolves (RM3100: 0.013 µT).
  private static let zeroField = 1e-3
  /// s that count of the time since the sample before, at the most. Source: numerical.
  private static let longestInterval = 2.0

  /// - Parameters:
  ///   - gravityTolerance: part of gravity by which a specific force may differ from it and still show "down".
  ///   - averaging: s, of the specific force.
  package init(
    _ parameters: FieldHealthParameters = FieldHealthParameters(), gravityTolerance: Double,
    averaging: Double
  ) {
    self.parameters = parameters
    self.gravityTolerance = gravityTolerance
    cosineOfTurn = cos(parameters.clearTurn)
    gravity = VectorLowPass(timeConstant: averaging)
    let axis = StuckAxisDetector(parameters)
    axes = (axis, axis, axis)
  }

  /// Takes in a specific force, m/s², any frame.
  package mutating func add(force sample: Vector3, at time: Timestamp) {
    let interval = lastForce.map { time.seconds(since: $0) } ?? 0
    lastForce = time
    _ = gravity.update(sample, interval: interval)
  }

  /// Takes in a magnetometer's sample.
  ///
  /// - Parameters:
  ///   - sample: as it was read, sensor frame, before any calibration.
  ///   - motion: what the gyro expects of each axis.
  ///   - isTooStrong: whether the calibrated strength is higher than anywhere on Earth.
  ///   - isRepeated: whether the value is the same for long, and those of other sensors are not.
  package mutating func update(
    _ sample: Vector3, motion: (FieldMotion, FieldMotion, FieldMotion), isTooStrong: Bool,
    isRepeated: Bool = false, at time: Timestamp
  ) {
    defer { isUsable = fault == nil && zeros.count == 0 }
    let interval = min(last.map { time.seconds(since: $0) } ?? 0, Self.longestInterval)
    last = time
    let strength = sample.length
    axes.0.update(sample.x, strength: strength, motion: motion.0, interval: interval)
    axes.1.update(sample.y, strength: strength, motion: motion.1, interval: interval)
    axes.2.update(sample.z, strength: strength, motion: motion.2, interval: interval)
    if let now = judge(strength, isTooStrong: isTooStrong, isRepeated: isRepeated, at: time) {
      (fault, healthyFor) = (now, 0)
      return
    }
    healthyFor += interval
    if healthyFor >= parameters.healthyAfter { fault = nil }
  }

  private mutating func judge(
    _ strength: Double, isTooStrong: Bool, isRepeated: Bool, at time: Timestamp
  ) -> SensorFault? {
    zeros.update(strength < Self.zeroField, at: time)
    watchGravity()
    if zeros.count >= StuckAxisDetector.limits.fewestReadings { return .allZero }
    let isStuck =
      axes.0.isStuck || axes.1.isStuck || axes.2.isStuck || hasTurned || isRepeated
    if isTooStrong, isStuck || isPinned { return .saturated }
    return isStuck ? .stuck : nil
  }

  /// Whether an axis stands at its largest value, of a magnetometer that has shown noise.
  private var isPinned: Bool {
    let hasNoise = axes.0.isNoisy || axes.1.isNoisy || axes.2.isNoisy
    let after = parameters.saturatedAfter
    return hasNoise
      && (axes.0.isPinned(for: after) || axes.1.isPinned(for: after)
        || axes.2.isPinned(for: after))
  }

  /// Detects that gravity turns while no axis of the field changes.
  private mutating func watchGravity() {
    let count = min(axes.0.count, axes.1.count, axes.2.count)
    let force = gravity.value ?? .zero
    let isGravity = force.isGravity(within: gravityTolerance)
    if count == 0 { (anchor, hasTurned) = (isGravity ? force : nil, false) }
    guard count >= StuckAxisDetector.fewest, isGravity, let anchor else { return }
    let same = min(axes.0.same, axes.1.same, axes.2.same)
    if same > StuckAxisDetector.stuckAfter,
      anchor.dot(force) < cosineOfTurn * anchor.length * force.length
    {
      hasTurned = true
    }
  }
}

/// When the values of a magnetometer show a fault (`FieldHealth`).
package struct FieldHealthParameters: Equatable, Sendable {
  /// s for which an axis stands at its largest value until it is saturated.
  /// Source: chosen; shorter than in `SensorFaultParameters`, since the strength of the field has to be implausible
  /// as well.
  package var saturatedAfter = 0.2
  /// s without a sign of a fault until the field is used again.
  /// Source: chosen.
  package var healthyAfter = 0.5
  /// rad. A turn by more, by gyro or gravity, must change the field.
  /// Source: chosen; it changes a horizontal field of 20 µT by 5 µT.
  package var clearTurn = 0.25

  package init() {}
}
