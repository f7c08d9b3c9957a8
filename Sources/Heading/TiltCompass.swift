private import Glibc
import Quantities

/// The attitude of field and gravity alone, for boards without a gyro.
///
/// Both vectors go through the same low-pass, so that they belong to the same instant when the
/// device turns; without an accelerometer the device is taken to be level.
struct TiltCompass {
  private var field: VectorLowPass
  private var force: VectorLowPass
  private var lastField: Timestamp?
  private var lastForce: Timestamp?
  private var previousAttitude: Matrix3?
  /// rad/s about down, as the field tells.
  private(set) var turnRate = 0.0

  init(parameters: HeadingParameters) {
    field = VectorLowPass(timeConstant: parameters.tiltCompassTimeConstant)
    force = VectorLowPass(timeConstant: parameters.tiltCompassTimeConstant)
  }

  /// s of field in the average.
  var elapsed: Double { field.elapsed }

  /// The specific force over the last moments, body frame, m/s²; `nil` before any.
  var meanForce: Vector3? { force.value }

  /// Whether gravity has been seen.
  var knowsTilt: Bool { force.value?.normalized != nil }

  /// Takes in a calibrated field (µT, body frame).
  mutating func update(field sample: Vector3, at time: Timestamp) {
    let interval = lastField.map { time.seconds(since: $0) } ?? 0
    lastField = time
    _ = field.update(sample, interval: interval)
    updateTurnRate(interval: interval)
  }

  /// Takes in a specific force (m/s², body frame).
  mutating func update(force sample: Vector3, at time: Timestamp) {
    let interval = lastForce.map { time.seconds(since: $0) } ?? 0
    lastForce = time
    _ = force.update(sample, interval: interval)
  }

  /// The body's axes in the earth frame (north, east, down; north is magnetic), or `nil` where the
  /// field is parallel to gravity, or one of them has no direction.
  ///
  /// - Source: H. D. Black, "A passive system for determining the attitude of a satellite", AIAA
  ///   Journal 2 (1964): the TRIAD.
  var earthFromBody: Matrix3? {
    guard let field = field.value,
      let east = down.cross(field).normalized
    else { return nil }
    return Matrix3(east.cross(down), east, down)
  }

  /// Down in the body frame; straight down where gravity has not been seen.
  private var down: Vector3 { (force.value?.normalized).map { -$0 } ?? Vector3(0, 0, 1) }

  /// The part about down of the rotation from the attitude before to that of now; no direction of
  /// the body is special, so that raising the device is no turn.
  private mutating func updateTurnRate(interval: Double) {
    let now = earthFromBody
    defer { previousAttitude = now }
    guard let now, let before = previousAttitude, interval > 0 else { return }
    let rotation = now * before.transposed
    let turned = atan2(
      rotation.row1.x - rotation.row0.y, rotation.row0.x + rotation.row1.y)
    turnRate += (turned / interval - turnRate) * (1 - exp(-interval / 0.2))
  }
}
