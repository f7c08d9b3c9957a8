package import Quantities

/// The endless samples of a device in a world, each with the true values.
///
/// The same seed gives the same samples. Sensors that measure at the same microsecond share a
/// sample. If all measurements of a step are lost, it has only the true values.
package struct SimulatedSamples: Sequence, IteratorProtocol, Sendable {
  /// The true values.
  package struct Truth: Equatable, Sendable {
    /// Body → north, east, down; north is true.
    package var attitude: Quaternion
    /// Whether it turned by more than 1°/s or accelerated by more than 0.2 m/s².
    package var isMoving: Bool
    /// The field that magnets added, µT, body frame.
    package var addedField: Vector3
  }

  /// A sample and its true values.
  package struct Step: Equatable, Sendable {
    package var sample: Sample
    package var truth: Truth
  }

  private let world: World
  private let device: Device
  private let inertialFromBody: Quaternion
  private let bodyFromInertial: Quaternion
  private var magnetometer: Readout?
  private var accelerometer: Readout?
  private var gyro: GyroReadout?
  private var lastField: MagneticField?

  package init(world: World, device: Device, seed: UInt64) {
    self.world = world
    self.device = device
    bodyFromInertial = Quaternion(device.mount.inertial)
    inertialFromBody = bodyFromInertial.inverse
    let seeds = SensorSeeds(seed: seed)
    magnetometer = device.magnetometer.map { Readout($0, seeds: seeds, noise: 1) }
    accelerometer = device.accelerometer.map { Readout($0, seeds: seeds, noise: 2) }
    gyro = device.gyro.map { GyroReadout($0, seeds: seeds, noise: 3) }
  }

  /// The next step; `nil` only for a device without sensors.
  package mutating func next() -> Step? {
    let instants = (
      magnetometer?.ticker.next ?? .max, accelerometer?.ticker.next ?? .max,
      gyro?.ticker.next ?? .max
    )
    let instant = Swift.min(instants.0, instants.1, instants.2)
    guard instant != .max else { return nil }
    var sample = Sample(time: Timestamp(microseconds: instant))
    if instants.0 == instant { sample.magneticField = readField() }
    if instants.1 == instant { sample.acceleration = readForce() }
    if instants.2 == instant { sample.angularRate = readRate() }
    let time = Double(instant) / 1e6
    for fault in device.faults { fault.apply(to: &sample, at: time, held: lastField) }
    lastField = sample.magneticField ?? lastField
    return Step(sample: sample, truth: truth(at: time))
  }

  private func truth(at time: Double) -> Truth {
    Truth(
      attitude: world.motion.attitude(at: time), isMoving: world.motion.isMoving(at: time),
      addedField: world.magnets.isEmpty ? .zero : world.field(at: time).added)
  }

  private mutating func readField() -> MagneticField? {
    let (world, iron) = (world, device.iron)
    let sensorFromBody = device.mount.magnetometer.transposed
    let value = magnetometer?.read { time in
      iron.soft * (sensorFromBody * world.field(at: time).whole) + iron.hard
    }
    return value.map(MagneticField.init(microtesla:))
  }

  private mutating func readForce() -> Acceleration? {
    let (world, inertialFromBody) = (world, inertialFromBody)
    let value = accelerometer?.read { inertialFromBody.rotate(world.force(at: $0)) }
    return value.map(Acceleration.init(metresPerSecondSquared:))
  }

  private mutating func readRate() -> AngularRate? {
    let (world, inertialFromBody, bodyFromInertial) = (world, inertialFromBody, bodyFromInertial)
    let value = gyro?.read(
      attitude: { world.motion.attitude(at: $0) * bodyFromInertial },
      force: { inertialFromBody.rotate(world.force(at: $0)) })
    return value.map(AngularRate.init(radiansPerSecond:))
  }
}
