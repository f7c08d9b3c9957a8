import Pipeline
import Quantities
import SensorCalibration
import TestSamples

/// What calibrations of simulated boards come to: nine axes from a tumble, the live procedure, and a calibration
/// that is no longer right.
struct CalibrationFindings {
  /// Boards drawn from the tolerances of a cheap one, tumbled as a user does: with rests, with short ones, without,
  /// and by a hand that trembles.
  private static let boards: [BoardTumble] = [
    BoardTumble(seed: 21),
    BoardTumble(seed: 22, course: .init(rest: 0.4, inclination: 35)),
    BoardTumble(seed: 23, course: .init(rest: 0)),
    BoardTumble(seed: 24, course: .init(tremor: 0.4, inclination: -55)),
    BoardTumble(seed: 25, course: .init(seconds: 45, inclination: 70)),
  ]
  private static let tumbles = boards.map(\.samples)
  /// Fields of a board that was magnetised after its calibration.
  private static let strengths = [0.03, 0.05, 0.08, 0.12]

  private(set) var results: [Findings.Result] = []

  init(_ parameters: CommandParameters) {
    for (board, samples) in zip(Self.boards, Self.tumbles) {
      results.append(Self.nineAxes(board, samples, parameters.calibration))
      results.append(Self.procedure(board, samples, parameters.calibration))
    }
    for strength in Self.strengths {
      results.append(Self.stale(magnet: strength, parameters.calibration))
    }
  }

  /// `qiblactl fit` of a tumble.
  private static func nineAxes(
    _ board: BoardTumble, _ samples: [Sample], _ parameters: CalibrationParameters
  ) -> Findings.Result {
    var log = CalibrationLog(isMicrotesla: true)
    for sample in samples { log.add(sample, mount: board.mount) }
    let report = fitNineAxes(
      samples, log: log, mount: board.mount, tolerances: .cheapBoard, parameters: parameters)
    let inertial = report.inertial
    let offset = inertial?.calibration?.accelerometer?.offset ?? .zero
    let grade = report.magnetometer.grade.rawValue
    return Findings.Result(
      kind: "\(grade) \(inertial?.reasons.map { "\($0)" } ?? [])",
      degrees: report.magnetometer.error68Degrees ?? 0,
      numbers: [offset.x, offset.y, offset.z, report.magnetometer.error68Degrees ?? 0])
  }

  /// The live procedure: how long it collects, and what it finds.
  private static func procedure(
    _ board: BoardTumble, _ samples: [Sample], _ parameters: CalibrationParameters
  ) -> Findings.Result {
    var settings = CalibrationProcedureParameters()
    (settings.mount, settings.calibration) = (board.mount, parameters)
    var procedure = CalibrationProcedure(settings)
    procedure.start(.sphere, at: Timestamp(microseconds: 0))
    for sample in samples {
      if let log = procedure.take(sample, isUndisturbed: true) {
        procedure.fitted(fitCalibration(log, parameters: parameters), at: sample.time)
      }
      guard case .candidate(let report) = procedure.state else { continue }
      return Findings.Result(
        kind: report.grade.rawValue, degrees: report.error68Degrees ?? 0,
        numbers: [sample.time.seconds(since: Timestamp(microseconds: 0))])
    }
    return Findings.Result(kind: "no candidate", degrees: 0, numbers: [])
  }

  /// When a calibration is contradicted by a magnet that was added, in parts of the field's strength.
  private static func stale(
    magnet: Double, _ parameters: CalibrationParameters
  ) -> Findings.Result {
    let samples = Tumbling(seconds: 400, swing: Vector3(2.6, 1.5, 3.1)).samples(seed: 7)
    var inForce = CalibrationInForce(
      Calibration(hardIron: .zero, softIron: .identity, grade: .a, residual: 0.01), parameters)
    let added = Vector3(0.6, -0.64, 0.48) * (48 * magnet)
    for sample in samples {
      guard let field = sample.magneticField?.microtesla else { continue }
      let isAdded = sample.time.microseconds < 250_000_000
      inForce.take(isAdded ? field + added : field, at: sample.time)
      if inForce.isStale {
        return Findings.Result(
          kind: "stale", degrees: 0,
          numbers: [sample.time.seconds(since: Timestamp(microseconds: 0))])
      }
    }
    return Findings.Result(kind: "ok", degrees: 0, numbers: [inForce.spread ?? 0])
  }
}
