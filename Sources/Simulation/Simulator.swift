private import Glibc
package import Quantities
import Randomness

/// The samples of a simulated device, each with the true values.
package struct Simulator: Sequence, IteratorProtocol, Sendable {
  /// A sample and its true values.
  package struct Step: Sendable {
    package var sample: Sample
    package var pose: Pose
    /// The field that magnets added, µT; north, east, down.
    package var magnets: Vector3
    /// Whether the device turned by more than 1°/s.
    package var isMoving: Bool
  }

  private let scene: Scene
  private let model: SensorModel
  private var generator: SeededGenerator
  private var index = 0

  package init(scene: Scene, model: SensorModel = SensorModel(), seed: UInt64) {
    self.scene = scene
    self.model = model
    generator = SeededGenerator(seed: seed)
  }

  /// The next step; there always is one.
  package mutating func next() -> Step? {
    defer { index += 1 }
    let interval = 1 / model.inertialRateHz
    let time = Double(index) * interval
    let pose = scene.pose(time)
    let magnets = scene.magnets(time)
    let rate = meanRate(endingAt: time, interval: interval)
    var sample = Sample(time: Timestamp(microseconds: Int64((time * 1_000_000).rounded())))
    if model.hasForce { sample.acceleration = force(pose) }
    if model.hasRate { sample.angularRate = angularRate(rate) }
    if index % model.inertialPerField == 0 { sample.magneticField = field(pose, magnets) }
    return Step(
      sample: sample, pose: pose, magnets: magnets, isMoving: rate.length > 1.0.inRadians)
  }

  private mutating func noise(_ deviation: Double) -> Vector3 {
    Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal()) * deviation
  }

  private mutating func field(_ pose: Pose, _ magnets: Vector3) -> MagneticField {
    let body = pose.earthFromBody.inverse.rotate(scene.earth.vector + magnets)
    let sensor = model.mount.magnetometer.transposed * body
    return MagneticField(
      microtesla: model.softIron * sensor + model.hardIron + noise(model.fieldNoise))
  }

  private mutating func force(_ pose: Pose) -> Acceleration {
    let body = pose.earthFromBody.inverse.rotate(Vector3(0, 0, -9.80665))
    return Acceleration(
      metresPerSecondSquared: model.mount.inertial.transposed * body + noise(model.forceNoise))
  }

  private mutating func angularRate(_ rate: Vector3) -> AngularRate {
    AngularRate(
      radiansPerSecond: model.mount.inertial.transposed * (rate + model.gyroBias)
        + noise(model.rateNoise))
  }

  /// rad/s, body frame: the mean over the interval that ends at `time`.
  private func meanRate(endingAt time: Double, interval: Double) -> Vector3 {
    let before = scene.pose(time - interval).earthFromBody
    let step = before.inverse * scene.pose(time).earthFromBody
    let axis = Vector3(step.x, step.y, step.z) * (step.w < 0 ? -1 : 1)
    let sine = axis.length
    guard sine > 0 else { return .zero }
    return axis * (2 * atan2(sine, abs(step.w)) / sine / interval)
  }
}
