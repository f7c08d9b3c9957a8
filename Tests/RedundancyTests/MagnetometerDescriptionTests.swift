import Quantities
import Testing

@testable import Redundancy

@Suite struct MagnetometerDescriptionTests {
  @Test func oneOfSeveralIsComparedAsTheFilterWouldUseIt() throws {
    // The chips turned against each other, and the magnetometer by 6.4° more.
    let mount = try Mount(
      magnetometer: Matrix3(Vector3(0, 1, 0), Vector3(1, 0, 0), Vector3(0, 0, -1)),
      inertial: .identity)
    let askew = Quaternion(rotationVector: Vector3(0.05, -0.08, 0.06))
    var calibration = Calibration.given
    calibration.misalignment = askew
    let description = MagnetometerDescription(
      mount: mount, calibration: calibration, isMountKnown: true)
    let body = Vector3(20, -7, 44)
    let measured = askew.inverse.rotate(mount.magnetometer.transposed * body)
    #expect((description.field(MagneticField(microtesla: measured)) - body).length < 1e-9)
  }
}
