import Quantities
import Simulation
import Testing

@testable import Heading
@testable import SensorHealth

/// What a magnetometer that was stuck has said of gyro and accelerometer is discarded, and what was known before it is not.
@Suite struct InertialDistrustTests {
  private static let calibrated = InertialVariances(
    gyroMatrix: Matrix3 { $0 == $1 ? 1e-6 : 1e-8 }, accelerometerOffset: Vector3(1e-5, 1e-5, 1e-5))
  /// (m/s²)², part of 1: of what nobody calibrated.
  private static let (looseOffset, looseMatrix) = (0.05, 1e-4)

  private let calibrated = NavigationState(
    earth: .identity, field: Vector3(20, 0, 45), gyroBias: (.zero, error: 0.05),
    inertial: (InertialErrors(), variances: calibrated), driverDelay: 0,
    parameters: HeadingParameters())

  /// A device at rest, the bias of whose gyro is five standard deviations from the calibrated one.
  private struct Rest {
    var filter = AttitudeFilter(
      isCalibrated: true, parameters: HeadingParameters(),
      fieldParameters: FieldMonitorParameters())
    var earth = EarthModel(parameters: FieldMonitorParameters())
    private var step = 0

    var time: Timestamp { Timestamp(microseconds: Int64(step) * 10_000) }
    var offsetVariance: Double { filter.state.inertialVariances.meanOffset }
    var matrixVariance: Double { filter.state.inertialVariances.gyroMatrix[0, 0] }

    mutating func begin(_ variances: InertialVariances) {
      filter.begin(
        force: Vector3(0, 0, -standardGravity), field: Vector3(20, 0, 45), unit: 1,
        variances: variances, bias: GyroBiasRange(error: 0.02), former: nil, at: time)
    }

    mutating func run(seconds: Double, isFieldRepeated: Bool = false) {
      for _ in 0..<Int(seconds * 100) {
        step += 1
        filter.update(rate: Vector3(0.1, 0, 0), usual: nil, at: time)
        filter.update(force: Vector3(0, 0, -standardGravity), at: time)
        filter.update(field: Vector3(20, 0, 45), at: time)
        filter.updateIfDue(at: time, isFieldRepeated: isFieldRepeated, earth: &earth)
      }
    }
  }

  @Test func theSensorsThatAStuckFieldHasDistrustedAreCalibratedAgainAndCanBeDistrustedAgain() {
    var rest = Rest()
    rest.begin(Self.calibrated)
    rest.run(seconds: 0.2)
    rest.run(seconds: 10, isFieldRepeated: true)
    #expect(rest.offsetVariance > Self.looseOffset && rest.matrixVariance > Self.looseMatrix)
    rest.filter.undoRepeatedField()
    #expect(rest.offsetVariance < 1e-3 && rest.matrixVariance < 2e-6)
    rest.run(seconds: 10)
    #expect(rest.offsetVariance > Self.looseOffset && rest.matrixVariance > Self.looseMatrix)
  }

  @Test func whatWasLearnedOfADistrustedGyroIsKnownAfterAStuckFieldAndAnotherStart() {
    var state = calibrated
    state.distrustGyro()
    #expect(state.inertialVariances.gyroMatrix[0, 0] > Self.looseMatrix)
    var learned = state.inertialEstimate
    learned.variances.gyroMatrix = Self.calibrated.gyroMatrix
    state.restore(learned)
    state.distrustGyro()
    #expect(state.inertialVariances.gyroMatrix == Self.calibrated.gyroMatrix)
  }

  // 0.5 m/s² of 9.81 are 2.9°.
  @Test func theTiltFollowsTheOffsetThatIsRestored() {
    var state = calibrated
    let before = state.inertialEstimate
    state.replaceAccelerometerOffset(by: found)
    #expect(angle(state) > 2.8.inRadians && angle(state) < 3.0.inRadians)
    state.restore(before)
    // To the second order of the tilt.
    #expect(angle(state) < 0.01.inRadians)
  }

  @Test func northAndAnomalyAreNotMoreCertainByAnotherOffset() {
    var state = calibrated
    let parts = [StateIndex.north, StateIndex.localAnomaly, StateIndex.localAnomaly + 1]
    for part in parts { state.covariance.add(variance: 5, from: part, count: 1) }
    let before = state.covariance
    state.replaceAccelerometerOffset(by: found)
    for part in parts { #expect(state.covariance[part, part] >= before[part, part] - 1e-9) }
    // down is as uncertain as the change and what was found
    let tilt = (0.25 + 0.01) / (standardGravity * standardGravity)
    #expect(abs(state.covariance[StateIndex.attitude, StateIndex.attitude] - tilt) < 1e-6)
  }

  private var found: OffsetRegression.Estimate {
    OffsetRegression.Estimate(
      offset: Vector3(0.5, 0, 0), covariance: .identity * 0.01,
      block: OffsetRegression.Block(row: Vector3(0, 0, 1), acceleration: 0, variance: 0.01))
  }

  /// rad: of the attitude from the one that it began with.
  private func angle(_ state: NavigationState) -> Double {
    2 * Vector3(state.attitude.x, state.attitude.y, state.attitude.z).length
  }
}
