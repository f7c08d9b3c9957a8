import Foundation
import Quantities
import Simulation
import Testing

@testable import Heading

/// An even turn that begins with the first sample, and what it looks like.
@Suite struct RestDetectorTests {
  /// What a detector says of a field that moves evenly: 20 µT horizontally, at 0.5°/s.
  private struct Result {
    /// When it took a turn for rest, s, and how fast the field was, rad/s.
    var turns: [(time: Double, rate: Double)] = []
    /// s: the first rest.
    var firstRest: Double?
    var isResting = false
  }

  private static let turnRate = 0.5.inRadians

  /// - Parameters:
  ///   - begins: s, when the field begins to move.
  ///   - outlier: s, when one sample is 1.2 µT back on its way.
  private func run(
    seconds: Double, begins: Double = 0, outlier: Double? = nil, isBiasKnown: Bool = false
  ) -> Result {
    let parameters = HeadingParameters()
    var detector = RestDetector(parameters, biasLimit: 3 * parameters.gyroBiasAtStart)
    var result = Result()
    let rate = Vector3(0, 0, Self.turnRate)
    for step in 1...Int(seconds * 10) {
      let time = Double(step) / 10
      let angle = Self.turnRate * max(time - begins, 0)
      let back = outlier.map { abs($0 - time) < 0.01 } == true ? 1.2 : 0
      detector.update(
        rate: rate, force: Vector3(0, 0, -9.8),
        field: Vector3(20 * cos(angle), back - 20 * sin(angle), 47),
        bias: isBiasKnown ? rate : .zero,
        biasError: isBiasKnown ? 0 : parameters.gyroBiasAtStart, interval: 0.1)
      if let turn = detector.turnTakenForRest {
        result.turns.append((time, turn.fieldChange / 20 / turn.seconds))
      }
      if detector.isResting, result.firstRest == nil { result.firstRest = time }
    }
    result.isResting = detector.isResting
    return result
  }

  // 0.7 µT of 20 are 2°: 4 s at 0.5°/s, and the 0.5 s of the average. Half of the way is timed in steps of 0.1 s.
  @Test func aFieldThatMovesFromTheStartWasATurn() throws {
    let result = run(seconds: 6)
    #expect(try #require(result.firstRest) < 3)
    let turn = try #require(result.turns.first)
    #expect(turn.time > 4 && turn.time < 5.5)
    #expect(abs(turn.rate - Self.turnRate) < 0.15 * Self.turnRate)
    #expect(!result.isResting)
  }

  // One sample in 0.5 s of average takes it back over half of the way.
  @Test func aFieldWithAnOutlierThatMovesFromTheStartWasATurn() {
    #expect(run(seconds: 6, outlier: 3.2).turns.count == 1)
  }

  // The rest of 30 s has taught the bias: what moves the field then is another thing.
  @Test func aFieldThatBeginsToMoveAfterARestWasNoTurn() throws {
    let result = run(seconds: 37, begins: 30)
    #expect(try #require(result.firstRest) < 3)
    #expect(result.turns.isEmpty && !result.isResting)
  }

  @Test func whereTheBiasWasKnownNoTurnWasTakenForRest() throws {
    let result = run(seconds: 60, isBiasKnown: true)
    #expect(try #require(result.firstRest) < 3)
    #expect(result.turns.isEmpty && !result.isResting)
  }

  // 5°/s² after 10 s of rest: the average of 0.5 s is over its tolerance, 0.46°/s, 0.4 s later.
  @Test func theBeginningOfAMotionIsNotTheBias() {
    let parameters = HeadingParameters()
    var detector = RestDetector(parameters, biasLimit: 3 * parameters.gyroBiasAtStart)
    let bias = Vector3(0.01, -0.02, 0.005)
    var largest = 0.0
    var count = 0
    for step in 1...120 {
      let turn = max(Double(step) / 10 - 10, 0) * 5.0.inRadians
      detector.update(
        rate: bias + Vector3(0, 0, turn), force: nil, field: nil, bias: .zero,
        biasError: parameters.gyroBiasAtStart, interval: 0.1)
      guard let rate = detector.restingRate else { continue }
      largest = max(largest, (rate - bias).length)
      count += 1
    }
    // From `restAfter`, 2 s, on.
    #expect(count > 70)
    #expect(largest < significantDeviations * parameters.restRate)
  }

  // Rests of 4 s between turns of 20° in 6 s, with an unknown bias. With the whole rate of the last 0.1 s of a rest for the bias the
  // error stepped by 0.7 to 1.0°.
  @Test(arguments: [UInt64(1), 2, 3, 4]) func theEndOfARestTurnsNorthByNothing(seed: UInt64) throws
  {
    let scene = Scene(earth: try earthField(inclinationDegrees: 70)) { time in
      let (round, within) = (Int(time / 10), time.truncatingRemainder(dividingBy: 10))
      let part = max(within - 4, 0) / 6
      let turned = 20 * part * part * (3 - 2 * part)
      return Pose(headingDegrees: round % 2 == 0 ? 40 + turned : 60 - turned)
    }
    var model = SensorModel()
    (model.fieldNoise, model.forceNoise, model.rateNoise) = (0.3, 0.02, 0.001)
    model.gyroBias = Vector3(0.04, -0.03, 0.05)
    let judged = judge(scene, model: model, seconds: 90, seed: seed).filter { $0.time > 12 }
    for (before, after) in zip(judged, judged.dropFirst(5)) {
      let change = try #require(after.error) - #require(before.error)
      #expect(abs(change) < 0.35, "at \(after.time) s")
    }
  }

  // Nearly London's field (WMM2025: 19.6 µT north, 45.1 µT down). A bias that had learned the turn turned north by
  // 5.9° in 20 s, beside an error of 0.9°, and by 12° in 40 s.
  @Test func anEvenTurnFromTheFirstSampleOnIsFollowed() throws {
    var model = SensorModel()
    (model.fieldNoise, model.forceNoise, model.rateNoise) = (0.1, 0.01, 0.001)
    model.gyroBias = .zero
    let scene = Scene(
      earth: Scene.EarthField(
        strength: hypot(20.0, 47.0), inclinationDegrees: atan2(47.0, 20.0).inDegrees,
        declination: try Declination(degrees: 0))
    ) { Pose(headingDegrees: 40 + 0.5 * $0) }
    let judged = judge(scene, model: model, seconds: 60).filter { $0.time > 10 }
    #expect(judged.count > 400)
    for item in judged {
      let error = abs(try #require(item.error))
      let error68 = try #require(item.estimate.error68Degrees)
      #expect(error < 3 * error68, "at \(item.time) s")
      #expect(error < 2, "at \(item.time) s")
    }
  }

  /// A device at rest whose gyro's bias was known to be 0, and is `rate` from 5 s on; what the detector takes for a jump, and when.
  ///
  /// - Parameter turns: whether force and field move with it: then it is a turn.
  private func jump(
    _ rate: Vector3, turns: Bool
  ) -> (rate: Vector3, seconds: Double, time: Double)? {
    let parameters = HeadingParameters()
    var detector = RestDetector(parameters, biasLimit: 3 * parameters.gyroBiasAtStart)
    for step in 1...200 {
      let time = Double(step) / 10
      let turned = turns ? Quaternion(rotationVector: rate * -max(time - 5, 0)) : .identity
      detector.update(
        rate: time > 5 ? rate : .zero, force: turned.rotate(Vector3(0, 0, -9.8)),
        field: turned.rotate(Vector3(20, 0, 47)), bias: .zero, biasError: 0, interval: 0.1)
      if let jump = detector.biasJump { return (jump.rate, jump.seconds, time) }
    }
    return nil
  }

  // About down 1°/s turns 20 µT by 2.1 µT, three times the tolerance, within 6 s. The rate stays, within the 0.46°/s that it may
  // change, after the average has taken 0.3 s to 1 s.
  @Test(arguments: [Vector3(0, 0, 1), Vector3(0, 0, -1), Vector3(0.7, 0, 0.7), Vector3(1, 0, 0)])
  func anEvenTurnThatMovesNeitherForceNorFieldIsABiasThatJumped(axis: Vector3) throws {
    let rate = axis * 1.0.inRadians
    let jump = try #require(self.jump(rate, turns: false))
    #expect((jump.rate - rate).length < 0.03 * rate.length)
    #expect(jump.time < 5 + 7.5 && abs(jump.time - 5 - jump.seconds) < 1.5, "\(jump)")
    #expect(self.jump(rate, turns: true) == nil)
  }
}
