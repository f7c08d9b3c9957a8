import Quantities
import SensorCalibration
import Testing

@testable import Mounting

@Suite struct BodyFromGravityTests {
  /// Specific force in the chip's axes: m/s².
  private func force(_ mount: Matrix3, pitch: Double, roll: Double = 0) -> Vector3 {
    let body = Quaternion(yaw: 2, pitch: pitch.inRadians, roll: roll.inRadians).inverse
      .rotate(Vector3(0, 0, -9.8))
    return mount.transposed * body
  }

  @Test(arguments: axisRotations)
  func levelAndNoseUpTellEveryMount(mount: Matrix3) throws {
    for pitch in [30.0, 60, 90] {
      let found = inertialMount(
        level: force(mount, pitch: 3, roll: -4), noseUp: force(mount, pitch: pitch, roll: 5))
      #expect(try found.get() == .known(mount))
    }
  }

  @Test(arguments: axisRotations)
  func levelAloneTellsWhichAxisIsDown(mount: Matrix3) throws {
    let found = try inertialMount(level: force(mount, pitch: 0), noseUp: nil).get()
    guard case .onlyDown(let down, let candidates) = found else {
      Issue.record("\(found)")
      return
    }
    #expect((mount * down - Vector3(0, 0, 1)).length < 1e-9)
    #expect(candidates.count == 4 && candidates.contains(mount))
  }

  // One and a half standard deviations of an MPU-6050 on each axis (PS-MPU-6000A-00, 6.2: ±50 mg, z ±80 mg, ±3 %), in the sense
  // that makes gravity largest and in that which makes it smallest.
  @Test(arguments: axisRotations)
  func anAccelerometerThatIsNotCalibratedTellsItsMount(mount: Matrix3) throws {
    for sign in [-1.0, 1] {
      func sold(_ pitch: Double) -> Vector3 {
        let force = force(mount, pitch: pitch)
        let side = Vector3(
          force.x.sign == .minus ? -1 : 1, force.y.sign == .minus ? -1 : 1,
          force.z.sign == .minus ? -1 : 1)
        return force * (1 + 0.045 * sign)
          + Vector3(side.x * 0.075, side.y * 0.075, side.z * 0.12) * (standardGravity * sign)
      }
      let found = inertialMount(level: sold(0), noseUp: sold(60))
      #expect(try found.get() == .known(mount))
    }
  }

  @Test func posesThatSayNothingAreRefused() {
    let level = force(.identity, pitch: 0)
    let alike = inertialMount(level: level, noseUp: force(.identity, pitch: 8))
    #expect(alike == .failure(.posesAlike(angle: alike.angle ?? -1)))
    #expect((alike.angle ?? 0) > 7.9.inRadians && (alike.angle ?? 1) < 8.1.inRadians)
    let shaken = inertialMount(level: Vector3(0, 0, -14), noseUp: nil)
    #expect(shaken == .failure(.noGravity))
    let upsideDown = inertialMount(level: level, noseUp: force(.identity, pitch: 0, roll: 180))
    #expect(upsideDown.angle ?? 0 > 3)
  }

  @Test func aChipBetweenTheAxesIsRefused() {
    let turned = Quaternion(yaw: 0.7, pitch: 0, roll: 0).matrix
    let found = inertialMount(level: force(turned, pitch: 0), noseUp: force(turned, pitch: 45))
    guard case .failure(.notAlongTheAxes(let angle)) = found else {
      Issue.record("\(found)")
      return
    }
    #expect(abs(angle - 0.7) < 1e-6)
    let slanted = Quaternion(yaw: 0, pitch: 0.6, roll: 0).matrix
    guard
      case .failure(.notAlongTheAxes) = inertialMount(
        level: force(slanted, pitch: 0), noseUp: nil)
    else {
      Issue.record("a slanted chip was taken for one along the axes")
      return
    }
  }
}

extension Result<InertialMount, MountRefusal> {
  /// Between two poses that are too alike.
  fileprivate var angle: Double? {
    if case .failure(.posesAlike(let angle)) = self { angle } else { nil }
  }
}
