import Foundation
import Quantities
import Testing

@testable import SensorHealth

/// A gyro whose bias changes faster than it was taken to warms up.
@Suite struct GyroBiasCheckTests {
  /// (rad/s)²: a bias that is known within 0.01°/s, and stays so.
  private static let known = 0.01.inRadians * 0.01.inRadians
  /// (rad/s)²/s: the walk that is supposed, 0.004°/s in a minute.
  private static let walk = 1e-5 * 1e-5

  /// What was found.
  private struct Result {
    /// (rad/s)²: the sum of what the variances were too small by.
    var added = 0.0
    /// s: when it was found first.
    var foundAfter: Double?
    var check: GyroBiasCheck
  }

  /// The check of a gyro that was switched on long ago.
  ///
  /// - Parameter perKelvin: rad/s/K, of the chip.
  private func warmCheck(perKelvin: Double = 0) -> GyroBiasCheck {
    var check = GyroBiasCheck(GyroDrift(perKelvin: perKelvin, isKnown: true))
    check.restore(warming: 0)
    return check
  }

  /// Feeds estimates ten times a second.
  ///
  /// - Parameters:
  ///   - perKelvin: rad/s/K, of the chip.
  ///   - bias: rad/s about one axis, `time` s after the start.
  private func run(
    seconds: Double, axis: Int = 0, perKelvin: Double = 0, bias: (_ time: Double) -> Double
  ) -> Result {
    var result = Result(check: warmCheck(perKelvin: perKelvin))
    let left = Vector3(Self.known, Self.known, Self.known)
    result.check.note(.zero, variances: left)
    for step in 1...Int(seconds * 10) {
      let time = Double(step) / 10
      _ = result.check.walk(variance: Self.walk * 0.1, interval: 0.1)
      let estimate = [0, 1, 2].map { $0 == axis ? bias(time) : 0 }
      let added = result.check.take(
        Vector3(estimate[0], estimate[1], estimate[2]), variances: left, hasField: true,
        interval: 0.1)
      result.added += added
      if added > 0, result.foundAfter == nil { result.foundAfter = time }
    }
    return result
  }

  // An MPU-6050 (0.31°/s/K) that warms up by 5 K in three minutes.
  @Test(arguments: 0...2) func aGyroThatWarmsUpIsFound(axis: Int) {
    let result = run(seconds: 60, axis: axis) { 0.31.inRadians * 5 / 180 * $0 }
    #expect(result.foundAfter.map { (15...30).contains($0) } == true)
    #expect(result.check.warming > 100 * Self.walk)
  }

  // The same warming, of a chip whose data sheet allows it, and of one whose drift is a fiftieth.
  @Test func aDriftThatTheChipAllowsIsFoundFirst() {
    let found = [0.31, 0.006].map { perKelvin in
      run(seconds: 60, perKelvin: perKelvin.inRadians) { 0.31.inRadians * 5 / 180 * $0 }.foundAfter
    }
    #expect(found[0].map { (3..<15).contains($0) } == true)
    #expect(found[1].map { (15...30).contains($0) } == true)
  }

  // 0.05°/s/K, 0.2 K in 10 s.
  @Test func aSmallDriftOfAGoodChipIsFoundAndItsWalkStaysSmall() {
    let result = run(seconds: 30, perKelvin: 0.05.inRadians) { 0.05.inRadians * 0.02 * $0 }
    let fastest = 0.3 * 0.05.inRadians
    #expect(result.foundAfter.map { (3...15).contains($0) } == true)
    #expect(result.check.warming <= fastest * fastest * (1 + 1e-9))
  }

  // 0.31°/s/K: the bias follows 2 K within 5 s, and the variance has 0.31² · 5 · 2 (°/s)².
  @Test func aDriftThatTheTemperatureExplainsIsNotContradicted() {
    var check = warmCheck(perKelvin: 0.31.inRadians)
    check.note(.zero, variances: Vector3(Self.known, Self.known, Self.known))
    for step in 1...100 {
      let share = min(Double(step) / 50, 1)
      _ = check.walk(variance: Self.walk * 0.1, interval: 0.1)
      if share < 1 { _ = check.drift(kelvins: 0.04) }
      let added = check.take(
        Vector3(0.62.inRadians * share, 0, 0),
        variances: Vector3(Self.known, Self.known, Self.known),
        hasField: true, interval: 0.1)
      #expect(added == 0)
    }
    let expected = 0.31.inRadians * 0.31.inRadians * 5 * 0.04 * 49
    #expect(abs(check.drifted / expected - 1) < 1e-9)
    #expect(check.drift(kelvins: -0.04) == check.drift(kelvins: 0.04))
  }

  // 0.31°/s in a minute, which a magnetometer once a second shows and rests alone do not.
  @Test(arguments: [(1, true), (600, false)]) func aBiasIsJudgedByTheField(
    period: Int, isFound: Bool
  ) {
    var check = warmCheck(perKelvin: 0.31.inRadians)
    let left = Vector3(Self.known, Self.known, Self.known)
    check.note(.zero, variances: left)
    var added = 0.0
    for step in 1...600 {
      _ = check.walk(variance: Self.walk * 0.1, interval: 0.1)
      added += check.take(
        Vector3(0.31.inRadians / 600 * Double(step), 0, 0), variances: left,
        hasField: step % (10 * period) == 0, interval: 0.1)
    }
    #expect((added > 0) == isFound)
  }

  // 0.05 K/√s of an MPU-6050 (0.31°/s/K), less by 1/e a minute later.
  @Test func aChipThatStartsMayWarmUp() {
    var check = GyroBiasCheck(GyroDrift(perKelvin: 0.31.inRadians, isKnown: true))
    let walk = 0.31.inRadians * 0.05
    #expect(abs(check.walk(variance: 0, interval: 1) / (walk * walk) - 1) < 1e-12)
    for _ in 1..<60 { _ = check.walk(variance: 0, interval: 1) }
    #expect(abs(check.walk(variance: 0, interval: 1) / (walk * walk) - exp(-1)) < 1e-12)
  }

  // An unknown chip walks by 0.115 K/√s at most.
  @Test func anUnknownChipMayDriftLess() {
    let (known, unknown) = (
      GyroDrift(perKelvin: 0.31.inRadians, isKnown: true),
      GyroDrift(perKelvin: 0.31.inRadians, isKnown: false)
    )
    #expect(abs(known.ofOwnChip - 0.3 * 0.31.inRadians) < 1e-12)
    #expect(abs(unknown.ofOwnChip - 0.115 * 0.31.inRadians) < 1e-12)
    #expect(known.ofAnyChip >= known.ofOwnChip && unknown.ofAnyChip >= unknown.ofOwnChip)
  }

  // √(walk² · 30 s) is one deviation of what 30 s add.
  @Test func aBiasThatWalksByFiveDeviationsIsNotContradicted() {
    let most = 5 * (Self.walk * 30).squareRoot()
    let result = run(seconds: 300) { time in time.truncatingRemainder(dividingBy: 60) / 60 * most }
    #expect(result.added == 0 && result.check.warming == 0)
  }

  @Test func aChangeThatComesAndGoesWithinTenSecondsIsNoWarming() {
    let result = run(seconds: 120) { (5..<15).contains(Int($0) % 30) ? 0.2.inRadians : 0 }
    #expect(result.added == 0)
  }

  // 0.115 K/√s of 0.31°/s/K.
  @Test func noWalkIsFasterThanACheapGyroWarms() {
    let result = run(seconds: 60) { 1.0.inRadians * $0 }
    let fastest = 0.115 * 0.31.inRadians
    #expect(result.check.warming > 0 && result.check.warming <= fastest * fastest * (1 + 1e-9))
  }

  @Test func theWalkIsSlowAgainAfterFiveMinutesWithoutAChange() {
    let warm = run(seconds: 60) { 0.0001 * $0 }.check.warming
    let cooled = run(seconds: 360) { 0.0001 * min($0, 60) }.check.warming
    #expect(warm > 0 && cooled < 0.02 * warm)
  }

  @Test func aNotedEstimateIsWhatLaterOnesAreComparedWith() {
    var check = warmCheck()
    let left = Vector3(Self.known, Self.known, Self.known)
    let bias = Vector3(1, -2, 3) * 1.0.inRadians
    check.note(bias, variances: left)
    for _ in 0..<400 {
      _ = check.walk(variance: Self.walk * 0.1, interval: 0.1)
      #expect(check.take(bias, variances: left, hasField: true, interval: 0.1) == 0)
    }
  }
}
