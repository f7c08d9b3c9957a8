import Quantities
import Testing

@testable import Heading

/// A field that turns with the device, and is too weak for interference, is in the error bar.
@Suite struct OwnFieldResidualTests {
  // The reference field of BROAD's room, µT.
  private static let reference = ReferenceField(horizontal: 16.4, down: 42.6)

  /// `count` full turns about down, in steps of a tenth of a radian, with a residual in the earth frame at each.
  private func turns(
    _ count: Double, residual: (Matrix3) -> Vector3
  ) -> OwnFieldResidual {
    var own = OwnFieldResidual()
    let step = 0.1
    for index in 0..<Int(count * 2 * .pi / step) {
      let attitude = Matrix3(Quaternion(yaw: Double(index) * step, pitch: 0, roll: 0))
      own.take(residual(attitude), attitude: attitude, turning: step)
    }
    return own
  }

  // A phone beside BROAD's sensor (recording 26) has 3.9 µT; up to 10 % of the strength is no interference.
  @Test func anObjectThatIsTooWeakForInterferenceCountsOnceTheDeviceHasTurned() {
    let object = Vector3(2.4, 0, -3.1)
    let own = turns(20) { $0 * object }
    #expect((own.mean - object).length < 0.05 * object.length)
    let error = own.error68(Self.reference)
    #expect(error > 10.0.inRadians)
    // At most the angle by which such a field turns the horizontal one.
    #expect(error < object.length / Self.reference.horizontal)
  }

  @Test func anAnomalyOfThePlaceDoesNot() {
    let own = turns(20) { _ in Vector3(0, 3.9, 1) - Vector3(0, 0, 1) }
    #expect(own.error68(Self.reference) == 0)
  }

  // 1.2 % of the strength on each axis, as the perturbed copies have.
  @Test func whatACalibrationLeavesDoesNot() {
    let left = 0.012 * Self.reference.strength
    let own = turns(20) { $0 * Vector3(left, -left, left) }
    #expect(own.error68(Self.reference) == 0)
  }

  @Test func aRestShowsNothing() {
    var own = OwnFieldResidual()
    for _ in 0..<600 {
      own.take(Vector3(0, 3.9, 0), attitude: .identity, turning: 0)
    }
    #expect(own.error68(Self.reference) == 0)
  }
}
