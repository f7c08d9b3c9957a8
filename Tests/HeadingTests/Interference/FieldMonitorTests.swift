import Glibc
import Quantities
import Testing

@testable import Heading

/// What `FieldMonitor` answers with a gyro, ten times a second. Each row: what happened before, one more
/// residual, and the state and the actions that follow.
@Suite struct FieldMonitorTests {
  /// 45 µT, 63° of inclination.
  static let reference = ReferenceField(horizontal: 20, down: 40)
  /// North is 90° off in it; as strong.
  static let other = Vector3(0, 20, 40)
  static let estimate = FieldCheckpoint(
    hardIronVariance: Vector3(0.1, 0.1, 0.1), reference: reference, horizontalVariance: 0.2,
    downVariance: 0.3)

  /// One kind of residual for some seconds.
  struct Phase: Sendable {
    var seconds: Double
    /// Earth frame, µT.
    var field = reference.vector
    /// µT and standard deviations.
    var innovation = (length: 0.0, sigmas: 0.0)
    /// rad/s.
    var turnRate = 0.0
    /// Whether `field` is in the body frame, so that it turns with the device.
    var isOnDevice = false

    /// The reference, which the device turns in.
    static func fits(_ seconds: Double) -> Phase { Phase(seconds: seconds) }
  }

  /// A monitor, and the time.
  struct Bench {
    var monitor = FieldMonitor(parameters: FieldMonitorParameters(), knowsStrength: true)
    var earth = EarthModel(parameters: FieldMonitorParameters())
    var time = Timestamp(microseconds: 0)
    var heading = 0.0
    /// Those of the newest step.
    var actions: [FieldAction] = []

    mutating func play(_ phase: Phase) {
      for _ in 0..<Int((phase.seconds * 10).rounded()) { step(phase) }
    }

    mutating func step(_ phase: Phase) {
      let start = time
      time = time.advanced(byMicroseconds: 100_000)
      heading += phase.turnRate * 0.1
      let attitude = Matrix3(Quaternion(rotationVector: Vector3(0, 0, heading)))
      let magnet = phase.field - FieldMonitorTests.reference.vector
      let field =
        phase.isOnDevice ? FieldMonitorTests.reference.vector + attitude * magnet : phase.field
      let expected = monitor.expectation(FieldMonitorTests.estimate)
      let vector = VectorResidual(
        field: field, attitude: attitude, innovation: phase.innovation,
        recentNorthCorrections: 0.05, estimate: FieldMonitorTests.estimate)
      let residual = FieldResidual(
        relativeLength: (field - expected.reference.vector).length
          / FieldMonitorTests.reference.strength,
        isPlausible: monitor.isPlausible(field), start: start, detail: .vector(vector))
      let new = monitor.step(
        residual, motion: DeviceMotion(turning: abs(phase.turnRate) * 0.1, interval: 0.1),
        earth: &earth, at: time)
      actions = (0..<new.count).map { new[$0] }
    }
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var before: [Phase]
    var last: Phase
    var model: ExpectedField?
    var state: HeadingEstimate.Interference
    var isInflated = false
    var actions: [FieldAction]
  }

  private static let use = FieldAction.use(correctsAttitude: true)
  private static let large = (length: 10.0, sigmas: 5.0)
  private static func inflate(_ includingReference: Bool) -> FieldAction {
    .inflateCovariance(variance: 100, includingReference: includingReference)
  }
  private static func adopt(_ field: Vector3, turnsNorth: Bool) -> FieldAction {
    .adoptReference(field: field, variance: 0.25, turnsNorth: turnsNorth)
  }
  /// The model's field: 45 µT, and inclination in degrees.
  private static func model(_ inclination: Double) -> ExpectedField {
    ExpectedField(strength: 45, inclination: inclination.inRadians)
  }
  /// 11 % of the strength beside the reference.
  private static let near = Vector3(20, 4.9, 40)
  /// 40 µT almost level: 14° of inclination.
  private static let flat = Vector3(39, 0, 10)

  private static let rows = [
    Row(
      testDescription: "a field that fits is used",
      before: [.fits(1)], last: .fits(0.1), state: .undisturbed, actions: [use]),
    Row(
      testDescription: "one innovation that is too large is waited out",
      before: [.fits(1)], last: Phase(seconds: 0.1, innovation: large),
      state: .undisturbed, actions: [.ignore(correctsAttitude: true)]),
    Row(
      testDescription: "3 σ alone are not too large: less than a tenth of the strength",
      before: [.fits(1)], last: Phase(seconds: 0.1, innovation: (4, 9)),
      state: .undisturbed, actions: [use]),
    Row(
      testDescription: "the second inflates the covariance, the reference's too while it is new",
      before: [.fits(1), Phase(seconds: 0.1, innovation: large)],
      last: Phase(seconds: 0.1, innovation: large),
      state: .undisturbed, isInflated: true, actions: [inflate(true), use]),
    Row(
      testDescription: "with a reference of 10 s north corrections are undone instead",
      before: [.fits(11), Phase(seconds: 0.1, innovation: large)],
      last: Phase(seconds: 0.1, innovation: large),
      state: .undisturbed, isInflated: true,
      actions: [inflate(false), .undoRecentNorthCorrections(angle: -0.05), use]),
    Row(
      testDescription: "they are undone once for a disturbance",
      before: [.fits(11), Phase(seconds: 0.3, innovation: large)],
      last: Phase(seconds: 0.1, innovation: large),
      state: .undisturbed, isInflated: true, actions: [inflate(false), use]),
    Row(
      testDescription:
        "a step of the field does not correct the attitude while the reference is new",
      before: [.fits(1), Phase(seconds: 0.1, field: other, innovation: large)],
      last: Phase(seconds: 0.1, field: other, innovation: large),
      state: .disturbed, isInflated: true,
      actions: [inflate(true), .use(correctsAttitude: false)]),
    Row(
      testDescription: "an inflated covariance stays so within a second of a field that fits",
      before: [.fits(1), Phase(seconds: 0.2, innovation: large), .fits(0.7)],
      last: .fits(0.1), state: .undisturbed, isInflated: true, actions: [use]),
    Row(
      testDescription: "after a second the checkpoint is restored",
      before: [.fits(1), Phase(seconds: 0.2, innovation: large), .fits(1)],
      last: .fits(0.1), state: .undisturbed, actions: [.restore(estimate), use]),
    Row(
      testDescription: "another field is suspect at first",
      before: [.fits(20)], last: Phase(seconds: 0.1, field: other), state: .suspect,
      actions: [use]),
    Row(
      testDescription: "one residual of 20 % is no interference: four fifths of it count",
      before: [.fits(20)], last: Phase(seconds: 0.1, field: Vector3(28, 0, 44)),
      state: .undisturbed, actions: [use]),
    Row(
      testDescription: "a field that no place on Earth has is disturbed with the second sample",
      before: [.fits(20), Phase(seconds: 0.1, field: Vector3(0, 0, 90))],
      last: Phase(seconds: 0.1, field: Vector3(0, 0, 90)), state: .disturbed, actions: [use]),
    Row(
      testDescription:
        "a candidate does not win against a new reference within a second of its step",
      before: [.fits(0.5), Phase(seconds: 0.9, field: other)],
      last: Phase(seconds: 0.1, field: other), state: .disturbed,
      actions: [.use(correctsAttitude: false)]),
    Row(
      testDescription: "a candidate does not win against a reference that was accepted for longer",
      before: [.fits(20), Phase(seconds: 19, field: other)],
      last: Phase(seconds: 0.1, field: other), state: .disturbed, actions: [use]),
    Row(
      testDescription:
        "what turns with the device does not win, however long the device rests then",
      before: [
        .fits(5), Phase(seconds: 20, field: other, turnRate: 1, isOnDevice: true),
        Phase(seconds: 40, field: other, isOnDevice: true),
      ],
      last: Phase(seconds: 0.1, field: other, isOnDevice: true), state: .disturbed,
      actions: [use]),
    Row(
      testDescription: "a candidate that the model does not explain never wins at rest",
      before: [.fits(5), Phase(seconds: 100, field: flat)],
      last: Phase(seconds: 0.1, field: flat), model: model(63), state: .disturbed,
      actions: [use]),
  ]

  @Test(arguments: rows) func step(row: Row) {
    var bench = Bench()
    bench.earth.expected = row.model
    for phase in row.before { bench.play(phase) }
    bench.step(row.last)
    #expect(bench.monitor.state.interference == row.state)
    #expect(bench.monitor.isInflated == row.isInflated)
    #expect(bench.actions == row.actions)
  }

  struct Win: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var before: [Phase]
    var candidate: Phase
    var model: ExpectedField?
    /// s after which it wins.
    var seconds: ClosedRange<Double>
    var turnsNorth: Bool
  }

  private static let wins = [
    Win(
      testDescription: "a step from a new reference: after a second",
      before: [.fits(0.5)], candidate: Phase(seconds: 0, field: other), seconds: 1...2.5,
      turnsNorth: true),
    Win(
      testDescription: "a reference of 20 s: after as long",
      before: [.fits(20)], candidate: Phase(seconds: 0, field: other), seconds: 20...22,
      turnsNorth: true),
    Win(
      testDescription: "a reference of five minutes: after one",
      before: [.fits(300)], candidate: Phase(seconds: 0, field: other), seconds: 60...62,
      turnsNorth: true),
    Win(
      testDescription:
        "a field that differs by 11 %, which the checkpoint does not explain: after as long",
      before: [
        .fits(20), Phase(seconds: 0.2, field: near, innovation: (4.9, 5)),
        Phase(seconds: 0.1, field: near),
      ],
      candidate: Phase(seconds: 0, field: near), seconds: 19.5...22, turnsNorth: true),
    Win(
      testDescription: "a full turn in it: after 20 s, and the gyro's north stays",
      before: [.fits(300)], candidate: Phase(seconds: 0, field: other, turnRate: 0.5),
      seconds: 20...22, turnsNorth: false),
    Win(
      testDescription: "the model explains the candidate alone: after 3 s",
      before: [.fits(300)], candidate: Phase(seconds: 0, field: flat), model: model(14),
      seconds: 3...6, turnsNorth: true),
    Win(
      testDescription: "the model explains the reference alone: a full turn",
      before: [.fits(5)], candidate: Phase(seconds: 0, field: flat, turnRate: 0.5),
      model: model(63), seconds: 20...22, turnsNorth: false),
  ]

  @Test(arguments: wins) func aSteadyFieldWins(row: Win) throws {
    var bench = Bench()
    bench.earth.expected = row.model
    for phase in row.before { bench.play(phase) }
    var seconds = 0.0
    while bench.actions.count < 3, seconds < 100 {
      bench.step(row.candidate)
      seconds += 0.1
    }
    #expect(row.seconds.contains(seconds))
    #expect(bench.actions.count == 3 && bench.actions[0] == .restore(Self.estimate))
    guard case .adoptReference(let field, let variance, let turnsNorth) = bench.actions[1] else {
      Issue.record("nothing was adopted")
      return
    }
    #expect((field - row.candidate.field).length < 6 && variance == 0.25)
    #expect(turnsNorth == row.turnsNorth && bench.actions[2] == Self.use)
    #expect(bench.monitor.state.interference == .undisturbed && !bench.monitor.isInflated)
    #expect(
      bench.monitor.checkpoint.reference
        == ReferenceField(horizontal: hypot(field.x, field.y), down: field.z))
  }

  @Test func anAdoptedNorthIsUncertain() {
    var bench = Bench()
    bench.play(.fits(20))
    #expect(bench.monitor.uncertainty.angle68 == 0)
    bench.play(Phase(seconds: 25, field: Self.other))
    #expect(bench.monitor.uncertainty.angle68 > 1.3)
  }
}
