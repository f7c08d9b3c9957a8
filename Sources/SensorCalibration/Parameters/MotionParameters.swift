package import Quantities

/// How fields are compared with turn rates and specific forces: for every calibration and every mount.
package struct MotionParameters: Equatable, Sendable {
  /// The longest time, s, between two samples of a sensor. The motion in a longer gap is not known.
  /// Source: chosen; the slowest usual rate is 10 Hz, and a quarter for its jitter.
  package var longestGap = 0.125
  /// The usual delay of a field, s: a late field points back by this times the turn rate.
  /// Source: chosen; the usual delays are 12 to 60 ms.
  package var fieldDelay = 0.04
  /// By which part the specific force of a device in motion may differ from gravity's.
  /// Source: chosen; a hand that turns a device slowly accelerates it by less.
  package var gravityTolerance = 0.1
  /// By which part an accelerometer that is not calibrated may be off.
  /// Source: derived; three standard deviations of an MPU-6050's z axis (PS-MPU-6000A-00, 6.2: ±80 mg and ±3 %).
  static let accelerometerTolerance = 0.25
  /// The largest misfit (root mean square, in strengths of the field) of the magnetometer's best
  /// rotation against the inertial axes. With a larger one the field changes as much with the position
  /// as with the attitude.
  /// Source: chosen; the recordings have at most 0.15.
  package var largestMisfit = 0.25
  /// The largest misalignment, rad. Beyond it the mount is another one.
  /// Source: chosen; hands hold a pose so well, and the next mount is 90° away.
  package var largestMisalignment = 20.0.inRadians

  package init() {}

  /// Whether a specific force, m/s², is that of gravity alone.
  package func isGravity(_ force: Vector3) -> Bool {
    force.isGravity(within: gravityTolerance)
  }

  /// Whether a specific force, m/s², can be that of gravity alone, by an accelerometer that is not calibrated.
  package func canBeGravity(_ force: Vector3) -> Bool {
    force.isGravity(within: Self.accelerometerTolerance)
  }
}
