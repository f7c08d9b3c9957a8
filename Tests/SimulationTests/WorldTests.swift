import Foundation
import Quantities
import Testing

@testable import Simulation

@Suite struct WorldTests {
  // The magnetometer's length and its angle to the vertical do not depend on how it is held; the
  // vertical is the accelerometer's, since nothing pushes.
  @Test(arguments: [63, -70.0, 0, 90]) func everyPoseHasThePlacesStrengthAndDip(dip: Double) throws
  {
    var motion = awkward
    (motion.track, motion.speed) = (Track(), Path())
    var device = Device()
    device.mount = Mount(turning: oddQuaternion, inertial: oddQuaternion)
    let world = World(earth: try earthField(inclinationDegrees: dip), motion: motion)
    for step in steps(world, device, seconds: 20) {
      let field = try #require(step.sample.magneticField).microtesla
      let force = try #require(step.sample.acceleration).metresPerSecondSquared
      #expect(abs(field.length - 48) < 1e-9)
      #expect(abs(force.length - 9.80665) < 1e-9)
      let sine = -field.dot(force) / (field.length * force.length)
      #expect(abs(sine - sin(dip.inRadians)) < 1e-12)
    }
  }

  private let oddQuaternion = Quaternion(yaw: 0.4, pitch: 1.1, roll: -2)

  // By hand: at 8 m/s a turn to the right at 15°/s takes 8 · 15π/180 = 2.0944 m/s² to the right, and
  // what pushes to the right makes an accelerometer read it there.
  @Test func aCornerPushesAcross() throws {
    let motion = Motion(heading: Path(73, rate: 15), speed: Path(8))
    let force = World(earth: try earthField(), motion: motion).force(at: 4)
    #expect((force - Vector3(0, 2.094395, -9.80665)).length < 1e-6)
  }

  // By hand: 2 m/s more in every second, and the device looks north-east.
  @Test func speedingUpPushesAhead() throws {
    var motion = Motion(heading: Path(45), speed: Path(0, rate: 2))
    #expect(
      (motion.acceleration(at: 1) - Vector3(2.0.squareRoot(), 2.0.squareRoot(), 0)).length < 1e-12)
    motion.pitch = Path(90)
    let force = World(earth: try earthField(), motion: motion).force(at: 1)
    #expect((force - Vector3(9.80665, 0, 2)).length < 1e-9)  // x up, z ahead
  }

  @Test func whatFallsFreelyWeighsNothing() throws {
    var motion = still
    motion.falls = [Envelope(from: 1, until: 2, ramp: 0.2)]
    let world = World(earth: try earthField(), motion: motion)
    #expect(world.force(at: 1.5).length < 1e-12)
    #expect(abs(world.force(at: 0.9).length - 9.80665) < 1e-12)
    #expect(abs(world.force(at: 1.1).length - 9.80665 / 2) < 1e-12)
  }

  // Turned about down with everything in it, a world looks the same from inside.
  @Test(arguments: [17.0, 138, -95]) func aTurnedWorldTurnsOnlyTheTruth(degrees: Double) throws {
    let device = Chips.mpu6050QMC5883L.device
    let (plain, turned) = (
      steps(try world(turnedBy: 0), device, seconds: 8),
      steps(try world(turnedBy: degrees), device, seconds: 8)
    )
    let turn = Quaternion(yaw: degrees.inRadians, pitch: 0, roll: 0)
    for (a, b) in zip(plain, turned) {
      #expect((turn * a.truth.attitude).angle(to: b.truth.attitude) < 1e-9)
      #expect((a.truth.addedField - b.truth.addedField).length < 1e-9)
      // one step of the converter, where rounding decides
      expect(a.sample.magneticField?.microtesla, b.sample.magneticField?.microtesla, 0.04)
      expect(
        a.sample.acceleration?.metresPerSecondSquared,
        b.sample.acceleration?.metresPerSecondSquared,
        0.001)
      expect(a.sample.angularRate?.radiansPerSecond, b.sample.angularRate?.radiansPerSecond, 0.0004)
    }
    #expect(plain.contains { $0.truth.addedField.length > 5 })
  }

  private func world(turnedBy degrees: Double) throws -> World {
    let turn = Quaternion(yaw: degrees.inRadians, pitch: 0, roll: 0)
    var motion = awkward
    motion.heading = Path(20 + degrees, rate: 31).waving(40, hertz: 0.3)
    return World(
      earth: try earthField(declination: RelativeBearing(degrees: 150 + degrees).degrees),
      motion: motion,
      magnets: [
        Magnet(.uniform(turn.rotate(Vector3(4, -7, 2))), in: .earth),
        Magnet(
          .dipole(
            Track(at: turn.rotate(Vector3(0.2, 0.1, -0.1))), moment: turn.rotate(Vector3(1, 2, -1))),
          in: .earth),
        Magnet(.uniform(Vector3(3, 3, 1)), in: .body, hertz: 5),
      ])
  }

  private func expect(
    _ a: Vector3?, _ b: Vector3?, _ limit: Double, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect((a == nil) == (b == nil), sourceLocation: sourceLocation)
    guard let a, let b else { return }
    let difference = a - b
    let worst = max(abs(difference.x), abs(difference.y), abs(difference.z))
    #expect(worst < limit, sourceLocation: sourceLocation)
  }
}
