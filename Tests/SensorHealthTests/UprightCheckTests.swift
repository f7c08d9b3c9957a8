import Quantities
import Testing

@testable import SensorHealth

/// An attitude that has just started is the right way up where the mean specific force points up.
@Suite struct UprightCheckTests {
  private func check(_ forces: [Vector3], correction: Quaternion = .identity) -> UprightCheck {
    var check = UprightCheck()
    for force in forces { check.take(force: force, correction: correction, interval: 0.1) }
    return check
  }

  @Test(arguments: [(59.0, false), (61, true), (180, true)])
  func theMeanOfTwoSecondsDecides(degrees: Double, isWrong: Bool) {
    let tilt = Quaternion(yaw: 0, pitch: degrees.inRadians, roll: 0)
    let force = tilt.rotate(Vector3(0, 0, -standardGravity))
    #expect(!check(Array(repeating: force, count: 19)).isWrong)
    #expect(check(Array(repeating: force, count: 21)).isWrong == isWrong)
  }

  // 25 m/s² to and fro within 0.4 s: half of the samples point down, the mean does not.
  @Test func aShakenDeviceIsTheRightWayUp() {
    let forces = (0..<40).map { Vector3(0, 0, ($0 % 4 < 2 ? 25 : -25) - standardGravity) }
    #expect(!check(forces).isWrong)
  }

  @Test func theMeanTurnsAlongWithTheCorrections() {
    let half = Quaternion(yaw: 0, pitch: 0, roll: .pi / 40)
    let check = check(
      Array(repeating: Vector3(0, 0, -standardGravity), count: 20), correction: half)
    let newest = half.rotate(Vector3(0, 0, -standardGravity))
    #expect((check.meanForce ?? .zero).y.sign == newest.y.sign)
    #expect(abs((check.meanForce ?? .zero).y) > abs(newest.y))
  }
}
