import Quantities
import SensorHealth
import Testing

@testable import Heading

/// What a magnetometer that was stuck has said of gyro and accelerometer is discarded, and what was known before it is not.
@Suite struct InertialDistrustTests {
  private static let gyroMatrix = Matrix3 { $0 == $1 ? 1e-6 : 1e-8 }

  private let calibrated = NavigationState(
    earth: .identity, field: Vector3(20, 0, 45), gyroBias: (.zero, error: 0.05),
    inertial: (
      InertialErrors(),
      variances: InertialVariances(
        gyroMatrix: gyroMatrix, accelerometerOffset: Vector3(1e-5, 1e-5, 1e-5))
    ), driverDelay: 0, parameters: HeadingParameters())

  private func variances(_ state: NavigationState) -> Matrix3 {
    state.covariance.gyroMatrixVariances
  }

  @Test func whatWasLearnedOfADistrustedGyroIsKnownAfterAStuckField() {
    var state = calibrated
    state.distrustGyro()
    #expect(variances(state)[0, 0] > 1e-4)
    var learned = state.inertialEstimate
    learned.variances.gyroMatrix = Self.gyroMatrix
    state.restore(learned)
    state.distrustGyro()
    #expect(variances(state) == Self.gyroMatrix)
  }

  @Test func aGyroThatAStuckFieldHasDistrustedIsCalibratedAgain() {
    var state = calibrated
    let before = state.inertialEstimate
    state.distrustGyro()
    state.restore(before)
    #expect(variances(state) == Self.gyroMatrix)
    state.distrustGyro()
    #expect(variances(state)[0, 0] > 1e-4)
  }

  @Test func anAccelerometerThatAStuckFieldHasDistrustedCanBeDistrustedAgain() {
    var (state, judgement) = (calibrated, AccelerometerJudgement())
    let before = (state.inertialEstimate, judgement)
    judgement.distrust(&state)
    let distrusted = state.accelerometerDeviation
    state.restore(before.0)
    #expect(state.accelerometerDeviation < distrusted / 10)
    judgement = before.1
    judgement.distrust(&state)
    #expect(state.accelerometerDeviation == distrusted)
  }
}
