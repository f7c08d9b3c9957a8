import Pipeline
import Quantities
import SensorCalibration

extension Findings.Result {
  /// The live procedure: how long it collects, and what it finds.
  static func procedure(
    _ flow: CalibrationCollection.Flow, _ samples: [Sample], mount: Mount = .identity,
    _ parameters: CalibrationParameters
  ) -> Findings.Result {
    var settings = CalibrationProcedureParameters()
    (settings.mount, settings.calibration) = (mount, parameters)
    var procedure = CalibrationProcedure(settings)
    procedure.start(flow, at: Timestamp(microseconds: 0))
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

  /// The misalignment of a magnetometer that is taken to be calibrated.
  static func misalignment(
    _ samples: [Sample], _ parameters: CalibrationParameters
  ) -> Findings.Result {
    switch SensorCalibration.misalignment(
      of: samples, calibration: .given, parameters: parameters)
    {
    case .success(let found):
      let q = found.rotation
      return Findings.Result(
        kind: "found", degrees: q.angle.inDegrees, numbers: [q.w, q.x, q.y, q.z, found.error68])
    case .failure(let refusal):
      return Findings.Result(kind: refusal.description, degrees: 0, numbers: [])
    }
  }
}
