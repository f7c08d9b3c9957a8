import Pipeline
import Quantities
import SensorCalibration
import Simulation
import TestSamples

/// What calibrations of simulated boards come to: nine axes from a tumble, and the live procedure.
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
  /// Tumbles in which something is wrong: a hurried one, a shaken one in two strengths, and one with a gyro whose y
  /// axis measures nothing.
  private static let wrongBoards: [BoardTumble] =
    [BoardTumble(seed: 26, course: .init(seconds: 12, rest: 0.5))]
    + [4.0, 5].map { BoardTumble(seed: 27, course: .init(seconds: 30, tremor: $0)) }
    + [
      BoardTumble(seed: 28, course: .init(seconds: 30)) {
        $0.gyro?.sensor.response.matrix.row1 = .zero
      }
    ]
  private static let wrongTumbles = wrongBoards.map(\.samples)

  private(set) var results: [Findings.Result] = []

  init(_ parameters: CommandParameters) {
    for (board, samples) in zip(Self.boards, Self.tumbles) {
      results.append(Self.nineAxes(board, samples, parameters.calibration))
      results.append(
        .procedure(.sphere, samples, mount: board.mount, parameters.calibration))
    }
    for (board, samples) in zip(Self.wrongBoards, Self.wrongTumbles) {
      results.append(Self.nineAxes(board, samples, parameters.calibration))
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
    let bias = inertial?.calibration?.gyro?.offsetSigma ?? .zero
    let spread = inertial?.inclinationSpread
    let grade = report.magnetometer.grade.rawValue
    return Findings.Result(
      kind: "\(grade) \(inertial?.reasons.map { "\($0)" } ?? [])",
      degrees: report.magnetometer.error68Degrees ?? 0,
      numbers: [
        offset.x, offset.y, offset.z, report.magnetometer.error68Degrees ?? 0,
        bias.x, bias.y, bias.z,
        Double(inertial?.restCount ?? 0), spread?.before ?? 0, spread?.after ?? 0,
      ])
  }
}
