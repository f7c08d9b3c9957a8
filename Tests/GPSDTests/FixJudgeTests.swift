import GPSD
import Quantities
import Randomness
import Testing

/// Which reports become a fix, and what is said of the others.
@Suite struct FixJudgeTests {
  /// 2026-11-21T05:00:00Z, µs since 1970.
  static let now: Int64 = 1_795_237_200_000_000
  /// 1024 weeks, µs.
  static let rollover: Int64 = 1024 * 7 * 86_400 * 1_000_000

  /// A receiver in Sydney that speaks once a second, with what a test changes in it.
  private struct Receiver {
    var judge = FixJudge()
    var clock: Int64? = FixJudgeTests.now
    var report = FixReport(
      mode: 3, latitude: -33.8688, longitude: 151.2093, altitudeMetres: 58, errorMetres: 8)

    /// What is judged of the report at `second`; its own time lies `age` s and `shift` µs behind.
    mutating func says(
      at second: Double, age: Double = 0.2, shift: Int64 = 0,
      _ change: (inout FixReport) -> Void = { _ in }
    ) -> FixJudge.Judgement {
      var report = report
      report.utcMicroseconds = FixJudgeTests.now + Int64((second - age) * 1e6) + shift
      change(&report)
      let time = Timestamp(microseconds: 7_000_000 + Int64(second * 1e6))
      return judge.judge(report, at: time, clock: clock.map { $0 + Int64(second * 1e6) })
    }
  }

  @Test func aGoodReportBecomesAFixWithPlaceHeightErrorAndDate() throws {
    var receiver = Receiver()
    let judgement = receiver.says(at: 0)
    let position = try Position(
      coordinates: try Coordinates(latitude: -33.8688, longitude: 151.2093), altitudeMetres: 58,
      error68Metres: 8)
    #expect(judgement.fault == nil)
    #expect(judgement.fix?.mode == .threeDimensional(position))
    #expect(judgement.fix?.utcMicroseconds == Self.now - 200_000)
  }

  @Test func aTwoDimensionalFixHasNoHeight() throws {
    var receiver = Receiver()
    let fix = try #require(receiver.says(at: 0) { $0.mode = 2 }.fix)
    guard case .twoDimensional(let position) = fix.mode else {
      Issue.record("\(fix)")
      return
    }
    #expect(position.altitudeMetres == nil)
  }

  @Test(arguments: [0, 1]) func withoutAFixThereIsNeitherPlaceNorDate(mode: Int) {
    var receiver = Receiver()
    let judgement = receiver.says(at: 0) { $0.mode = mode }
    #expect(judgement == .init(fix: Fix(mode: .none), fault: nil))
  }

  @Test func zeroZeroIsRefusedAndOneMetreBesideItIsNot() {
    var receiver = Receiver()
    let confused = receiver.says(at: 0) { ($0.latitude, $0.longitude) = (0, 0) }
    #expect(confused == .init(fix: nil, fault: .zeroZero))
    let buoy = receiver.says(at: 1) { ($0.latitude, $0.longitude) = (0, 0.00001) }
    #expect(buoy.fix?.position != nil && buoy.fault == nil)
  }

  @Test(arguments: [(91.0, 0.0), (0.0, 361.0), (Double.nan, 5.0), (5, .infinity)])
  func numbersThatAreNoPlaceAreRefused(latitude: Double, longitude: Double) {
    var receiver = Receiver()
    let judgement = receiver.says(at: 0) {
      ($0.latitude, $0.longitude) = (latitude, longitude)
    }
    #expect(judgement == .init(fix: nil, fault: .notAPlace))
  }

  @Test func anImpossibleHeightOrErrorCostsOnlyItself() throws {
    var receiver = Receiver()
    let fix = try #require(
      receiver.says(at: 0) { ($0.altitudeMetres, $0.errorMetres) = (1e9, -1) }.fix)
    let position = try #require(fix.position)
    #expect(position.altitudeMetres == nil && position.error68Metres == nil)
  }

  // Sydney to Paris is 16,960 km: great circle of a sphere, Aviation Formulary.
  @Test func aJumpAcrossTheWorldIsRefused() {
    var receiver = Receiver()
    _ = receiver.says(at: 0)
    let jump = receiver.says(at: 1) { ($0.latitude, $0.longitude) = (48.8566, 2.3522) }
    guard case .jump(let kilometres) = jump.fault else {
      Issue.record("\(jump)")
      return
    }
    #expect(jump.fix == nil && abs(kilometres - 16_960) < 10)
    #expect(receiver.says(at: 2).fix != nil)
  }

  // A first fix that is wrong must not keep out all that follow.
  @Test func aReceiverThatStaysWithItsNewPlaceIsBelievedAfterFiveSeconds() {
    var receiver = Receiver()
    _ = receiver.says(at: 0)
    (receiver.report.latitude, receiver.report.longitude) = (48.8566, 2.3522)
    let faults = (1...7).map { receiver.says(at: Double($0)).fault != nil }
    #expect(faults == [true, true, true, true, true, false, false])
  }

  @Test func oneThatJumpsEachTimeIsNeverBelieved() {
    var receiver = Receiver()
    _ = receiver.says(at: 0)
    for second in 1...60 {
      let judgement = receiver.says(at: Double(second)) {
        $0.latitude = second.isMultiple(of: 2) ? 48.8566 : 12
      }
      #expect(judgement.fix == nil, "second \(second)")
    }
  }

  // 250 m/s, an airliner's; a degree of latitude is 111.2 km.
  @Test func anAirlinerMoves() {
    var receiver = Receiver()
    for second in 0...60 {
      let judgement = receiver.says(at: Double(second)) {
        $0.latitude = -33.8688 + 0.25 / 111.2 * Double(second)
      }
      #expect(judgement.fault == nil && judgement.fix != nil)
    }
  }

  @Test func afterADayInAnAircraftWithoutAFixTheNewPlaceIsTakenAtOnce() {
    var receiver = Receiver()
    _ = receiver.says(at: 0)
    let arrived = receiver.says(at: 86_400) { ($0.latitude, $0.longitude) = (48.8566, 2.3522) }
    #expect(arrived.fix != nil && arrived.fault == nil)
  }

  @Test(arguments: [-1, 1, 2]) func aDate1024WeeksOffIsNotUsedButThePlaceIs(count: Int) {
    var receiver = Receiver()
    _ = receiver.says(at: 0)
    for second in 1...100 {
      let judgement = receiver.says(at: Double(second), shift: Self.rollover * Int64(count))
      // Back from 2026 it is 2007, which no clock of this program believes.
      #expect(judgement.fault == (count < 0 ? .year : .weekRollover(count)))
      #expect(judgement.fix?.position != nil && judgement.fix?.utcMicroseconds == nil)
    }
  }

  @Test func withoutAClockTheFirstDateJudges() {
    var receiver = Receiver()
    receiver.clock = nil
    #expect(receiver.says(at: 0).fault == nil)
    #expect(receiver.says(at: 1, shift: Self.rollover).fault == .weekRollover(1))
    #expect(receiver.says(at: 2).fault == nil)
  }

  @Test func theMachinesClockTellsAFirstDateThatIsOff() {
    var receiver = Receiver()
    #expect(receiver.says(at: 0, shift: Self.rollover).fault == .weekRollover(1))
  }

  // A board without a clock starts in 1970: that says nothing against anybody.
  @Test func aClockThatCannotBeRightIsNotAskedFor() {
    var receiver = Receiver()
    receiver.clock = 0
    #expect(receiver.says(at: 0).fault == nil)
  }

  @Test(arguments: [0, 315_964_800_000_000, 4_102_444_800_000_000, Int64.max, .min])
  func yearsOutsideReasonCostTheDateAlone(utc: Int64) {
    var receiver = Receiver()
    let judgement = receiver.says(at: 0) { $0.utcMicroseconds = utc }
    #expect(judgement.fault == .year)
    #expect(judgement.fix?.position != nil && judgement.fix?.utcMicroseconds == nil)
  }

  // A gpsd that was stopped for a minute hands on what has gathered all at once.
  @Test func aBurstOfOldFixesIsRefusedToTheLastFreshOne() {
    var receiver = Receiver()
    _ = receiver.says(at: 0)
    for age in stride(from: 60.0, through: 4, by: -1) {
      let judgement = receiver.says(at: 60 + (60 - age) * 0.001, age: age)
      #expect(judgement.fix == nil, "\(age) s old")
    }
    let fresh = receiver.says(at: 60.5)
    #expect(fresh.fix != nil && fresh.fault == nil)
  }

  @Test func aReceiverThatRepeatsOneFixIsNotBelievedAfterThreeSeconds() {
    var receiver = Receiver()
    for second in 0...600 {
      let judgement = receiver.says(at: Double(second), age: 0.2 + Double(second))
      #expect((judgement.fix != nil) == (second <= 3), "second \(second)")
    }
  }

  // GPS time is 18 s ahead of UTC since 2017 (IERS Bulletin C 52); a receiver may learn that late.
  @Test func aReceiverThatLearnsOfTheLeapSecondsIsBelievedAgainAfterFiveSeconds() {
    var receiver = Receiver()
    for second in 0...20 { _ = receiver.says(at: Double(second), shift: 18_000_000) }
    let fixes = (21...28).map { receiver.says(at: Double($0)).fix != nil }
    #expect(fixes == [false, false, false, false, false, true, true, true])
  }

  @Test func aClockThatRunsFastBy100MillionthsNeverMakesAFixLate() {
    var receiver = Receiver()
    for hour in 0...200 {
      let seconds = Double(hour) * 3600
      let judgement = receiver.says(at: seconds, age: 0.2 + seconds * 1e-4)
      #expect(judgement.fault == nil, "hour \(hour)")
    }
  }

  @Test func anyReportIsJudgedWithoutATrapAndNoFixIsEverWithoutAPlace() {
    var generator = SeededGenerator(seed: 20)
    var judge = FixJudge()
    let wild: [Double?] = [
      nil, .nan, .infinity, -.infinity, 0, -0.0, 1e308, -1e308, 45, -180, 1e-300,
    ]
    for _ in 0..<20_000 {
      func any() -> Double? { wild.randomElement(using: &generator) ?? nil }
      let report = FixReport(
        mode: Int.random(in: -1...4, using: &generator),
        utcMicroseconds: Bool.random(using: &generator)
          ? Int64.random(in: .min ... .max, using: &generator) : nil,
        latitude: any(), longitude: any(), altitudeMetres: any(), errorMetres: any(),
        trackDegrees: any(), speedMetresPerSecond: any())
      let time = Timestamp(microseconds: Int64.random(in: 0 ... .max / 4, using: &generator))
      let clock = Int64.random(in: .min ... .max, using: &generator)
      let judgement = judge.judge(report, at: time, clock: clock)
      if report.mode >= 2, judgement.fault == nil { #expect(judgement.fix?.position != nil) }
    }
  }

  @Test func courseAndSpeedGoApartFromThePlace() {
    var receiver = Receiver()
    let fix = receiver.says(at: 0) { ($0.trackDegrees, $0.speedMetresPerSecond) = (361, 12.5) }.fix
    #expect(fix?.motion == .init(speedMetresPerSecond: 12.5, course: Azimuth(degrees: 1)))
  }

  @Test(arguments: [0.49, 0]) func aDeviceThatHardlyMovesHasNoCourse(speed: Double) {
    var receiver = Receiver()
    let fix = receiver.says(at: 0) { ($0.trackDegrees, $0.speedMetresPerSecond) = (123, speed) }.fix
    #expect(fix?.motion == .init(speedMetresPerSecond: speed, course: nil))
  }
}
