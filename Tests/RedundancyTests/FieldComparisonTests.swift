import Glibc
import Quantities
import Randomness
import Testing

@testable import Heading
@testable import Redundancy

/// Two calibrated magnetometers whose mounts are known: their fields are compared directly.
@Suite struct FieldComparisonTests {
  /// µT: what a calibration of grade B leaves, 1.5° of 20 µT, and 2.1° of misalignment.
  private let left: Double = {
    var calibration = Calibration.given
    calibration.grade = .b
    return CalibrationHeadingError(calibration, ErrorBudgetParameters()).microtesla
  }()

  /// Whether two disagree that differ by what their calibrations and a room leave, and by a magnet of `magnet` µT beside
  /// one of them: eight comparisons in each of eight attitudes.
  private func isContradicted(
    _ earth: Vector3, magnet: Double, _ random: inout SeededGenerator
  ) -> Bool {
    let settings = ComparisonSettings()
    var comparison = FieldComparison(calibrations: hypot(left, left), settings)
    let own = random.normal(left)
    let room = random.normal(settings.parameters.noise * earth.length)
    let direction = random.normal(1).normalized ?? Vector3(1, 0, 0)
    let other = random.normal(left) + room + direction * magnet
    for attitude in 0..<8 as Range<Int64> {
      let bodyFromEarth = Quaternion.any(&random).inverse
      let field = bodyFromEarth.rotate(earth)
      for pair in 0..<8 as Range<Int64> {
        comparison.update(
          .init(
            own: field + own, other: field + other,
            up: bodyFromEarth.rotate(Vector3(0, 0, -1)), turnRate: 0,
            time: Timestamp(microseconds: (8 * attitude + pair) * 200_000)))
      }
      if comparison.isContradicted { return true }
    }
    return false
  }

  // µT, level and down: what a calibration leaves is a field, and turns north twice as far where the level field is half
  // as strong. Beyond the limit are 0.27 %, five of 2000.
  @Test(arguments: [Vector3(9.8, 0, 56.7), Vector3(20, 0, 45), Vector3(40, 0, 10)])
  func whatCalibrationsAndTheRoomLeaveIsNoDisagreementInAnyField(earth: Vector3) {
    var random = SeededGenerator(seed: 30)
    let alarms = (0..<2000).count { _ in isContradicted(earth, magnet: 0, &random) }
    #expect(alarms < 40)
    let found = (0..<200).count { _ in isContradicted(earth, magnet: 12, &random) }
    #expect(found > 190)
  }
}

extension SeededGenerator {
  /// Each component with this standard deviation.
  fileprivate mutating func normal(_ deviation: Double) -> Vector3 {
    Vector3(nextNormal(), nextNormal(), nextNormal()) * deviation
  }
}
