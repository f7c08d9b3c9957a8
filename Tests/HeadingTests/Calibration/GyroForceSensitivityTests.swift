import Glibc
import Quantities
import Simulation
import Testing

@testable import Heading

/// A gyro whose bias changes with the specific force, in a device that is turned over again and again: the change is a
/// turn about the vertical that neither gravity nor a rest shows.
@Suite struct GyroForceSensitivityTests {
  // 0.1°/s/g: InvenSense PS-MPU-6000A-00, 6.1.
  private static let sensitivity = Matrix3.identity * (0.1.inRadians / standardGravity)

  /// Degrees: level for 4 s, upside down for 4 s, and 2 s from the one to the other.
  private static func roll(_ time: Double) -> Double {
    let phase = time.truncatingRemainder(dividingBy: 12)
    switch phase {
    case ..<4: return 0
    case ..<6: return 90 - 90 * cos((phase - 4) / 2 * .pi)
    case ..<10: return 180
    default: return 90 + 90 * cos((phase - 10) / 2 * .pi)
    }
  }

  /// °: the RMS error of the headings of a minute, after one, with a calibration that has `known`.
  private func error(known: Matrix3) throws -> Double {
    var calibration = Calibration.given
    (calibration.grade, calibration.error68Degrees) = (.a, 0.5)
    let sigma = Vector3(0.0001, 0.0001, 0.0001)
    calibration.inertial = InertialCalibration(
      accelerometer: AxesCalibration(
        offset: .zero, matrix: .identity, offsetSigma: sigma * 40,
        matrixSigma: Matrix3(sigma, sigma, sigma) * 10),
      gyro: AxesCalibration(
        offset: .zero, matrix: .identity, offsetSigma: sigma,
        matrixSigma: Matrix3(sigma, sigma, sigma), forceSensitivity: known))
    var filter = HeadingFilter(
      mount: .identity, calibration: calibration, tolerances: .cheapBoard)
    let scene = Scene(earth: try earthField(inclinationDegrees: 67)) { time in
      Pose(headingDegrees: 250, rollDegrees: Self.roll(time))
    }
    var (squares, count) = (0.0, 0)
    for step in Simulator(scene: scene, model: SensorModel(), seed: 3) {
      var sample = step.sample
      if let force = sample.acceleration?.metresPerSecondSquared,
        let rate = sample.angularRate?.radiansPerSecond
      {
        sample.angularRate = AngularRate(radiansPerSecond: rate + Self.sensitivity * force)
      }
      filter.update(sample)
      let time = sample.time.seconds(since: Timestamp(microseconds: 0))
      guard time < 120 else { break }
      guard time > 60, let heading = filter.estimate(at: sample.time).heading else { continue }
      let off = RelativeBearing(degrees: heading.degrees - 250).degrees
      squares += off * off
      count += 1
    }
    return (squares / Double(try #require(count > 1000 ? count : nil))).squareRoot()
  }

  @Test func aCalibratedOneKeepsTheHeadingAndAnotherOneTurnsIt() throws {
    #expect(try error(known: Self.sensitivity) < 0.7)
    #expect(try error(known: .zero) > 1.4)
  }
}
