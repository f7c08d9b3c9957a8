import Quantities

/// The attitude carried by a gyro and levelled by gravity: a complementary filter on the rotation.
///
/// Two rotations: the gyro's readings are integrated into a frame that drifts only as slowly as the
/// gyro does; there the specific force is averaged, and a second rotation turns its direction into
/// "up". A hand's accelerations, which a body-fixed average would take for tilt, cancel in a frame
/// that does not turn with the hand.
///
/// - Source: the idea of averaging in the integrated frame is D. Laidig and T. Seel, *VQF: Highly
///   accurate IMU orientation estimation with bias estimation and magnetic disturbance rejection*,
///   Information Fusion 91 (2023), §3.2.
struct GyroAttitude {
  /// Body → the gyro's own slowly drifting frame.
  private var integrated = Quaternion.identity
  /// The drifting frame → level (z down, heading free).
  private var levelling = Quaternion.identity
  private var force: VectorLowPass
  private(set) var bias: GyroBias
  /// rad/s, body frame, bias taken out.
  private(set) var rate = Vector3.zero
  private(set) var lastRate: Timestamp?
  private var lastForce: Timestamp?
  private let parameters: HeadingParameters

  init(parameters: HeadingParameters, bias: GyroBias? = nil) {
    self.parameters = parameters
    self.bias = bias ?? GyroBias(parameters: parameters)
    force = VectorLowPass(timeConstant: parameters.downTimeConstant)
  }

  /// Body → level.
  var levelFromBody: Quaternion { levelling * integrated }

  /// Whether gravity has been seen, so that level means something.
  private(set) var isLevelled = false
  /// rad/s about down, clockwise seen from above.
  var turnRate: Double { levelFromBody.rotate(rate).z }

  /// Takes in the mean angular rate (rad/s, body frame) of the interval that ends at `time`.
  mutating func update(rate sample: Vector3, at time: Timestamp) {
    defer { lastRate = time }
    guard let lastRate else {
      rate = sample - bias.value
      return
    }
    let interval = time.seconds(since: lastRate)
    bias.update(rate: sample, interval: interval)
    rate = sample - bias.value
    integrated = (integrated * Quaternion(rotationVector: rate * interval)).normalized
  }

  /// Takes in a specific force (m/s², body frame).
  mutating func update(force sample: Vector3, at time: Timestamp) {
    let interval = lastForce.map { time.seconds(since: $0) } ?? 0
    lastForce = time
    bias.update(force: sample, interval: interval)
    let wasLevelled = isLevelled  // the first levelling says nothing of a drift, however late
    guard let correction = level(sample, interval: interval) else { return }
    guard wasLevelled, force.elapsed > parameters.downTimeConstant else { return }
    let turned =
      Vector3(correction.x, correction.y, correction.z) * (2 * (correction.w < 0 ? -1 : 1))
    bias.update(drift: -levelFromBody.inverse.rotate(turned), interval: interval)
  }

  /// Forgets the average of "down" and takes it anew from a device that rests: what was averaged
  /// with a gyro whose bias was not known had drifted.
  mutating func relevelAtRest() {
    force = VectorLowPass(timeConstant: parameters.downTimeConstant)
    _ = level(bias.restingForce, interval: 0)
  }

  /// Averages a specific force (body frame) and levels by it; the correction, or `nil` in free fall.
  private mutating func level(_ sample: Vector3, interval: Double) -> Quaternion? {
    let average = force.update(integrated.rotate(sample), interval: interval)
    guard let up = levelling.rotate(average).normalized else { return nil }
    let correction = Quaternion(turning: up, into: Vector3(0, 0, -1))
    levelling = (correction * levelling).normalized
    isLevelled = true
    return correction
  }

  /// Takes in a field (µT, body frame): one that turns is a device that does.
  mutating func update(field sample: Vector3, interval: Double) {
    bias.update(field: sample, interval: interval)
  }

  /// Takes in that the level frame's north turned by `angle` rad about down in `interval` s.
  mutating func update(northDrift angle: Double, interval: Double) {
    bias.update(
      drift: levelFromBody.inverse.rotate(Vector3(0, 0, angle)), interval: interval)
  }

  /// Body → level as it will be at `time`, if the device goes on turning as it does.
  func levelFromBody(at time: Timestamp) -> Quaternion {
    guard let lastRate else { return levelFromBody }
    let ahead = min(max(time.seconds(since: lastRate), 0), 0.1)
    return levelFromBody * Quaternion(rotationVector: rate * ahead)
  }
}
