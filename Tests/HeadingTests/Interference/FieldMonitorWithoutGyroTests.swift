import Quantities
import Testing

@testable import Heading

/// What `FieldMonitor` answers without a gyro: lengths are parts of the limits of strength and
/// inclination.
@Suite struct FieldMonitorWithoutGyroTests {
  struct Phase: Sendable {
    var seconds: Double
    var length = 0.0
    /// rad: what such a residual makes of north.
    var northError = 0.0
    /// rad/s.
    var turnRate = 0.0
    /// µT.
    var strength = 45.0

    static func fits(_ seconds: Double) -> Phase { Phase(seconds: seconds) }
    static func misfits(_ seconds: Double) -> Phase {
      Phase(seconds: seconds, length: 1.5, northError: 0.6)
    }
  }

  struct Bench {
    var monitor = FieldMonitor(parameters: FieldMonitorParameters(), knowsStrength: true)
    var earth = EarthModel(parameters: FieldMonitorParameters())
    var time = Timestamp(microseconds: 0)
    var actions: [FieldAction] = []

    mutating func play(_ phase: Phase) {
      for _ in 0..<Int((phase.seconds * 10).rounded()) { step(phase) }
    }

    mutating func step(_ phase: Phase) {
      time = time.advanced(byMicroseconds: 100_000)
      let scalars = ScalarResidual(
        strength: phase.strength, inclination: 1.1, northError: phase.northError,
        reasons: phase.length > 0.5 ? .interferenceStrength : [], attitude: .identity)
      let residual = FieldResidual(
        relativeLength: phase.length, isPlausible: plausibleStrength.contains(phase.strength),
        start: time, detail: .scalars(scalars))
      let new = monitor.step(
        residual, motion: DeviceMotion(turnRate: phase.turnRate, interval: 0.1), earth: &earth,
        at: time)
      actions = (0..<new.count).map { new[$0] }
    }
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var before: [Phase]
    var last: Phase
    var state: HeadingEstimate.Interference
    var action: FieldAction
  }

  private static let use = FieldAction.use(correctsAttitude: true)
  private static let ignore = FieldAction.ignore(correctsAttitude: true)

  private static let rows = [
    Row(
      testDescription: "the first field becomes the reference",
      before: [], last: .fits(0.1), state: .undisturbed, action: use),
    Row(
      testDescription: "a field that fits corrects the reference",
      before: [.fits(5)], last: .fits(0.1), state: .undisturbed, action: use),
    Row(
      testDescription: "a suspect field does not",
      before: [.fits(5)], last: .misfits(0.1), state: .suspect, action: ignore),
    Row(
      testDescription: "a field that misfits for 0.15 s is disturbed",
      before: [.fits(5), .misfits(0.2)], last: .misfits(0.1), state: .disturbed, action: ignore),
    Row(
      testDescription: "a field that no place on Earth has is disturbed too",
      before: [Phase(seconds: 0.3, strength: 90)], last: Phase(seconds: 0.1, strength: 90),
      state: .disturbed, action: ignore),
    Row(
      testDescription: "a field that fits again is recovering for 0.6 s",
      before: [.fits(5), .misfits(1), .fits(0.5)], last: .fits(0.1), state: .recovering,
      action: ignore),
    Row(
      testDescription: "then it is used",
      before: [.fits(5), .misfits(1), .fits(0.6)], last: .fits(0.1), state: .undisturbed,
      action: use),
    Row(
      testDescription: "rest in another field does not make it the reference",
      before: [.fits(5), .misfits(100)], last: .misfits(0.1), state: .disturbed, action: ignore),
  ]

  @Test(arguments: rows) func step(row: Row) {
    var bench = Bench()
    for phase in row.before { bench.play(phase) }
    bench.step(row.last)
    #expect(bench.monitor.state.interference == row.state)
    #expect(bench.actions == [row.action])
  }

  // 20 s at 1 rad/s after the 0.2 s in which the field was suspect.
  @Test func aFullTurnInASteadyFieldMakesItTheReference() throws {
    var bench = Bench()
    bench.play(.fits(30))
    var seconds = 0.0
    while bench.actions.count < 2, seconds < 60 {
      bench.step(Phase(seconds: 0, length: 1.5, northError: 0.2, turnRate: 1))
      seconds += 0.1
    }
    #expect((20.2...20.7).contains(seconds))
    guard case .adoptReference(let field, _, turnsNorth: false)? = bench.actions.first else {
      Issue.record("nothing was adopted")
      return
    }
    #expect(abs(field.length - 45) < 1e-9 && bench.monitor.state.interference == .undisturbed)
  }

  // As far as the field was off, until the device has turned for as long as the old one was accepted.
  @Test func anotherReferenceIsUncertain() {
    var bench = Bench()
    bench.play(.fits(30))
    bench.play(.misfits(1))
    while bench.actions.count < 2 {
      bench.step(Phase(seconds: 0, length: 1.5, northError: 0.2, turnRate: 1))
    }
    #expect(abs(bench.monitor.uncertainty.angle68 - 0.6) < 1e-9)
    bench.play(Phase(seconds: 30, turnRate: 1))
    #expect(abs(bench.monitor.uncertainty.angle68 - 0.3) < 1e-9)
  }

  @Test func aDisturbanceThatHasPassedLeavesNoUncertainty() {
    var bench = Bench()
    bench.play(.fits(30))
    bench.play(.misfits(1))
    bench.play(.fits(5))
    // The next one makes 0.2 of north at most, and that is what counts.
    repeat {
      bench.step(Phase(seconds: 0, length: 1.5, northError: 0.2, turnRate: 1))
    } while bench.actions.count < 2
    #expect(abs(bench.monitor.uncertainty.angle68 - 0.2) < 1e-9)
  }
}
