import Quantities
import Randomness
import Testing

@testable import Qibla

/// Drives an alignment at 60 Hz and notes what it tells.
private struct Bench {
  var alignment = Alignment()
  var tick: Int64 = 0
  var told: [Alignment.Outcome] = []
  var events: [Alignment.Event] { told.map(\.event) }

  mutating func step(_ pointer: Double?, rate: Double = 0, certain: Bool = true) {
    let time = Timestamp(microseconds: tick * 1_000_000 / 60)
    tick += 1
    alignment.update(
      Alignment.Input(
        time: time, pointer: pointer.map { RelativeBearing(degrees: $0) }, turnRate: rate,
        isCertain: certain)
    ) { told.append($0) }
  }

  mutating func hold(_ pointer: Double?, seconds: Double, rate: Double = 0, certain: Bool = true) {
    for _ in 0..<Int(seconds * 60) { step(pointer, rate: rate, certain: certain) }
  }

  /// Turns evenly from one pointer to another at a rate in °/s.
  mutating func turn(from: Double, to: Double, rate: Double, certain: Bool = true) {
    let ticks = Int(abs(to - from) / rate * 60)
    for i in 0...ticks {
      step(from + (to - from) * Double(i) / Double(ticks), rate: rate, certain: certain)
    }
  }
}

@Suite struct AlignmentTests {
  @Test func alignedComesOnceAfterTheDwellAndUntilThenTheFieldSaysAlmost() {
    var bench = Bench()
    bench.hold(3, seconds: 0.35)
    #expect(bench.alignment.field == .almost)
    #expect(bench.told.isEmpty)
    bench.hold(3, seconds: 1)
    #expect(bench.alignment.field == .aligned)
    #expect(bench.events == [.aligned])
  }

  @Test func lockedComesAfterTwoSeconds() {
    var bench = Bench()
    bench.hold(-2, seconds: 2.3)
    #expect(bench.events == [.aligned])
    bench.hold(-2, seconds: 0.3)
    #expect(bench.events == [.aligned, .locked])
    bench.hold(-2, seconds: 10)
    #expect(bench.events == [.aligned, .locked])
  }

  @Test func aBadHeadingIsNeverConfident() {
    var bench = Bench()
    bench.hold(0, seconds: 30, certain: false)
    #expect(bench.events == [.alignedUncertain])
    #expect(bench.alignment.field == .alignedUncertain)
  }

  @Test func qualityChangesInsideSwitchTheFieldWithoutASecondBuzz() {
    var bench = Bench()
    bench.hold(1, seconds: 1)
    bench.hold(1, seconds: 1, certain: false)
    #expect(bench.alignment.field == .alignedUncertain)
    bench.hold(1, seconds: 1)
    #expect(bench.alignment.field == .aligned)
    #expect(bench.events == [.aligned, .alignedUncertain, .aligned])
    #expect(bench.told.map(\.isFelt) == [true, false, false])
    bench.hold(1, seconds: 1.5)  // locked counts from when the heading became good again
    #expect(bench.events == [.aligned, .alignedUncertain, .aligned, .locked])
  }

  @Test func leavingTakesSevenDegreesAndRearms() {
    var bench = Bench()
    bench.hold(0, seconds: 1)
    bench.hold(6.9, seconds: 1)
    #expect(bench.events == [.aligned])
    bench.hold(7.1, seconds: 1)
    #expect(bench.events == [.aligned, .left])
    bench.hold(4, seconds: 1)
    #expect(bench.events == [.aligned, .left, .aligned])
  }

  @Test(arguments: [45.0, 90, 300, 900])
  func aFastSweepIsPassedAndNeverAligned(rate: Double) {
    var bench = Bench()
    bench.turn(from: -60, to: 60, rate: rate)
    bench.turn(from: 60, to: -60, rate: rate)
    #expect(bench.events == [.passed, .passed])
  }

  @Test func aSlowSweepIsAlignedAndLeft() {
    var bench = Bench()
    bench.turn(from: 20, to: -20, rate: 15)
    #expect(bench.events == [.aligned, .left])
  }

  @Test func aFastTurnThatStopsOnTheQiblaIsAligned() {
    var bench = Bench()
    bench.turn(from: -60, to: 0, rate: 90)
    bench.hold(0, seconds: 1)
    #expect(bench.events == [.aligned])
  }

  @Test func passedNeedsSevenDegreesToRearm() {
    var bench = Bench()
    bench.turn(from: -30, to: 5.5, rate: 60)
    #expect(bench.events == [.passed])
    bench.turn(from: 5.5, to: -5.5, rate: 60)  // never beyond 7°
    #expect(bench.events == [.passed])
  }

  // Beyond 5° `passed` is told, and the pointer never comes beyond 7°.
  @Test(arguments: [(true, .aligned), (false, .alignedUncertain)] as [(Bool, Alignment.Event)])
  func aFastTurnThatOvershootsAndComesBackIsAlignedAndFelt(
    certain: Bool, event: Alignment.Event
  ) {
    var bench = Bench()
    bench.turn(from: -30, to: 6, rate: 60, certain: certain)
    bench.hold(0, seconds: 1, certain: certain)
    #expect(bench.events == [.passed, event])
    // `aligned` comes 0.4 s after `passed`, and both are felt.
    #expect(bench.told.map(\.isFelt) == [true, true])
  }

  @Test func afterAnOvershootTheDeviceIsNotPassedAgainBeforeSevenDegrees() {
    var bench = Bench()
    bench.turn(from: -30, to: 6, rate: 60)
    bench.turn(from: 6, to: -6, rate: 60)
    #expect(bench.events == [.passed])
    bench.step(-7.1)
    bench.turn(from: -6, to: 6, rate: 60)
    #expect(bench.events == [.passed, .passed])
  }

  @Test func turningRoundTheBackIsNoPass() {
    var bench = Bench()
    bench.turn(from: 170, to: 190, rate: 300)  // +170 … −170
    #expect(bench.events.isEmpty)
  }

  @Test func hapticsKeepSevenTenthsOfASecondApart() {
    var bench = Bench()
    bench.turn(from: -20, to: 20, rate: 100)
    bench.turn(from: 20, to: -20, rate: 100)  // 0.4 s later
    #expect(bench.told.map(\.isFelt) == [true, false])
  }

  // `left` has no pattern by default, and the second `aligned` comes 0.4 s after it.
  @Test func aQuickReturnToTheQiblaIsFelt() {
    var bench = Bench()
    bench.hold(0, seconds: 1.5)
    bench.step(7.1)
    bench.hold(4, seconds: 0.5)
    #expect(bench.events == [.aligned, .left, .aligned])
    #expect(bench.told.map(\.isFelt) == [true, true, true])
  }

  @Test func beforeAQuickReturnTheGapCountsFromTheHapticBeforeLeft() {
    var bench = Bench()
    bench.hold(0, seconds: 0.5)  // aligned after 0.4 s
    bench.step(7.1)
    bench.hold(4, seconds: 0.5)  // again 0.5 s after the first
    #expect(bench.events == [.aligned, .left, .aligned])
    #expect(bench.told.map(\.isFelt) == [true, false, false])
  }

  @Test func theWordsHaveTwoDegreesOfHysteresis() {
    var bench = Bench()
    let path: [(Double, Alignment.Field)] = [
      (40, .away), (30.5, .away), (29.5, .near), (31.5, .near), (32.5, .away), (-20, .near),
      (-9.5, .almost), (-11.5, .almost), (-12.5, .near), (179, .away),
    ]
    for (pointer, field) in path {
      bench.step(pointer)
      #expect(bench.alignment.field == field, "at \(pointer)")
    }
  }

  @Test func losingThePointerIsUnknownAndLeaves() {
    var bench = Bench()
    bench.hold(0, seconds: 1)
    bench.step(nil)
    #expect(bench.events == [.aligned, .left])
    #expect(bench.alignment.field == .unknown)
    #expect(bench.told.last?.isFelt == false)
  }

  // The field and the events always agree: what the events say is what the field says.
  @Test(arguments: 0..<20)
  func fieldAndEventsAgreeOnARandomWalk(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var bench = Bench()
    var pointer = 20.0
    var inside: Alignment.Field?
    for _ in 0..<5000 {
      let step = Double.random(in: -1.5...1.5, using: &generator)
      pointer = RelativeBearing(degrees: pointer + step - pointer * 0.01).degrees
      let before = bench.told.count
      bench.step(
        pointer, rate: abs(step) * 60, certain: Double.random(in: 0..<1, using: &generator) > 0.02)
      for outcome in bench.told[before...] {
        switch outcome.event {
        case .aligned: inside = .aligned
        case .alignedUncertain: inside = .alignedUncertain
        case .left: inside = nil
        case .locked, .passed: break
        }
      }
      let field = bench.alignment.field
      #expect(inside == nil ? field != .aligned && field != .alignedUncertain : field == inside)
    }
  }
}
