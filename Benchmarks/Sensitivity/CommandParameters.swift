import Heading
import Mounting
import Quantities
import SensorCalibration

/// The parameters of commands that look at a whole recording.
struct CommandParameters {
  var calibration = CalibrationParameters()
  var quarterTurns = QuarterTurnsParameters()
}

/// What the commands find in the recordings.
struct Findings {
  /// One result: what kind it is, and its numbers.
  struct Result: Equatable {
    /// The grade, or why there is none.
    var kind: String
    /// Degrees, by which two results of one kind are compared.
    var degrees: Double
    /// All numbers of it.
    var numbers: [Double]
  }

  private(set) var results: [Result] = []

  /// - Parameters:
  ///   - logs: for calibrations.
  ///   - recordings: for misalignments and mounts.
  init(_ logs: [Recording], _ recordings: [Recording], _ parameters: CommandParameters) {
    for log in logs { fit(log, parameters) }
    for recording in recordings { align(recording, parameters) }
    results += CalibrationFindings(parameters).results + LogFindings(parameters.calibration).results
    results +=
      StalenessFindings(parameters.calibration).results + MountFindings(parameters).results
  }

  private mutating func fit(_ recording: Recording, _ parameters: CommandParameters) {
    let report = fitCalibration(recording.log, parameters: parameters.calibration)
    let offset = report.calibration?.hardIron ?? .zero
    results.append(
      Result(
        kind: report.grade.rawValue, degrees: report.error68Degrees ?? 0,
        numbers: [offset.x, offset.y, offset.z, report.error68Degrees ?? 0]))
  }

  private mutating func align(_ recording: Recording, _ parameters: CommandParameters) {
    let samples = recording.samples
    results.append(.misalignment(samples, parameters.calibration))
    switch guessMount(
      of: samples, calibration: .given, inclination: nil, parameters: parameters.calibration)
    {
    case .success(let found):
      results.append(
        Result(
          kind: "\(found.rotation)", degrees: 0, numbers: [found.misfit, found.nextMisfit]))
    case .failure(let refusal):
      results.append(Result(kind: "\(refusal)", degrees: 0, numbers: []))
    }
  }

  /// How many results differ, how many of them in kind, and the largest difference in degrees.
  func differing(from other: Findings) -> (all: Int, kinds: Int, degrees: Double) {
    var found = (all: 0, kinds: 0, degrees: 0.0)
    for (a, b) in zip(results, other.results) where a != b {
      found.all += 1
      if a.kind != b.kind { found.kinds += 1 }
      found.degrees = max(found.degrees, abs(a.degrees - b.degrees))
    }
    return found
  }
}
