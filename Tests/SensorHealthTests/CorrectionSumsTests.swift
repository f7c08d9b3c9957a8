import Glibc
import Quantities
import Randomness
import Testing

@testable import SensorHealth

@Suite struct CorrectionSumsTests {
  private static let interval = 0.1
  private var sums = CorrectionSums()

  /// An update of a device whose axes are those of the earth.
  ///
  /// - Parameters:
  ///   - rotation: rad, earth frame.
  ///   - bias: rad/s, body frame.
  ///   - taken: what the update takes from the variances of tilt and north, rad², and of the bias, (rad/s)².
  ///   - proven: in [0, 1].
  private mutating func update(
    _ rotation: Vector3 = .zero, bias: Vector3 = .zero,
    taken: (tilt: Double, north: Double, bias: Double) = (0, 0, 0), proven: Double = 0
  ) {
    let left = CorrectionSums.Variances(tilt: 1, north: 1, gyroBias: Vector3(1, 1, 1))
    let (of, all) = (1 + taken.bias, Vector3(1, 1, 1))
    sums.expect(
      CorrectionSums.Variances(tilt: 1 + taken.tilt, north: 1 + taken.north, gyroBias: all * of),
      attitudeIntegral: .identity * Self.interval, interval: Self.interval)
    sums.add(rotation, bias: bias, left: left, proven: proven)
  }

  // Corrections that cancel leave nothing; one that is undone neither; of one that stays a third is left after a minute.
  @Test mutating func theTiltsCorrectionsAreSummedAndFade() {
    for index in 0..<300 { update(Vector3(index % 2 == 0 ? 0.01 : -0.01, 0, 0)) }
    #expect(sums.unexplainedTilt < 0.01)
    for _ in 0..<10 { update(Vector3(0.1, 0.2, 0)) }
    #expect(abs(sums.unexplainedTilt - hypot(1, 2)) < 0.05)
    sums.undo(Vector3(1, 2, 0))
    #expect(sums.unexplainedTilt < 0.05)
    update(Vector3(1, 0, 0))
    for _ in 0..<600 { update() }
    #expect(abs(sums.unexplainedTilt - exp(-1)) < 0.03)
    sums.restart()
    #expect(sums.unexplainedTilt == 0)
  }

  // Each update takes σ² from the variances of tilt, north and bias.
  @Test mutating func independentCorrectionsAsLargeAsTheCovarianceSaysAreExplained() {
    var random = SeededGenerator(seed: 7)
    for step in 1...3_000 {
      update(
        Vector3(0.1 * random.nextNormal(), 0.1 * random.nextNormal(), 0.1 * random.nextNormal()),
        bias: Vector3(0, 0, 0.01 * random.nextNormal()), taken: (0.02, 0.01, 1e-4))
      #expect(sums.unexplainedTilt == 0 && sums.unexplainedNorth == 0, "step \(step)")
    }
  }

  @Test mutating func smallerCorrectionsThatAllHaveOneSignAreNot() {
    for _ in 0..<3_000 { update(Vector3(0.05, 0, 0.05), taken: (0.01, 0.01, 0)) }
    // The sum of 60 s is 30 rad; the 5 and 3.5 σ of independent corrections are 5 · √3 and 3.5 · √3 rad.
    #expect(abs(sums.unexplainedTilt - (900 - 25 * 3).squareRoot()) < 0.3)
    #expect(abs(sums.unexplainedNorth - (900 - 3.5 * 3.5 * 3).squareRoot()) < 0.3)
  }

  // A bias that is larger by 0.01 rad/s than was known has turned north by 0.1 rad within 10 s, of which 8 % have faded.
  @Test mutating func aCorrectionOfTheBiasTurnsNorthOn() {
    update(bias: Vector3(0, 0, 0.01))
    for _ in 0..<100 { update() }
    #expect(abs(sums.unexplainedNorth - 0.1 * (1 - 10 / 60.0)) < 0.01)
    #expect(sums.unexplainedTilt == 0)
    sums.undo(bias: Vector3(0, 0, 0.01))
    let before = sums.unexplainedNorth
    for _ in 0..<100 { update() }
    #expect(sums.unexplainedNorth <= before)
  }

  @Test mutating func aTurnProvesNorth() {
    update(Vector3(0, 0, 1))
    for _ in 0..<300 { update() }
    #expect(sums.unexplainedNorth > 0.9)
    for _ in 0..<100 { update(proven: 1) }
    #expect(abs(sums.unexplainedNorth - exp(-1)) < 0.05)
  }

  @Test mutating func aSwayProvesLittle() {
    update(Vector3(0, 0, 1))
    for _ in 0..<300 { update(proven: 0.15) }
    #expect(sums.unexplainedNorth > 0.85)
  }
}
