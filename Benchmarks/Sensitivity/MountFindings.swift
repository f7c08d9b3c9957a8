internal import Glibc
import Mounting
import Pipeline
import Quantities
import SensorCalibration
import TestSamples

/// What the commands for mounts find where a user does not do quite what they ask for.
struct MountFindings {
  /// A magnetometer without calibration, by its hard iron in µT.
  private static let uncalibrated = [18.0, 22, 26, 30].map {
    Tumbling(seconds: 20, hardIron: Vector3(0.6, -0.64, 0.48) * $0).samples(seed: 31)
  }
  /// Turned for hardly as long as it takes.
  private static let short = Tumbling(seconds: 11.5).samples(seed: 32)

  private(set) var results: [Findings.Result] = []

  init(_ parameters: CommandParameters) {
    for samples in Self.uncalibrated + [Self.short] {
      results.append(.misalignment(samples, parameters.calibration))
    }
    // a device that is pointed this many degrees beside north, and turned by quarters from there
    for degrees in [10.0, 30, 40] { quarterTurns(from: degrees, parameters) }
  }

  private mutating func quarterTurns(from degrees: Double, _ parameters: CommandParameters) {
    func field(_ heading: Double) -> Vector3 {
      let angle = (heading + degrees).inRadians
      return Vector3(20 * cos(angle), -20 * sin(angle), 35)
    }
    let turns = QuarterTurns(north: field(0), east: field(90), south: field(180), west: field(270))
    let found = turns.mount(
      parameters: parameters.quarterTurns, motion: parameters.calibration.motion)
    switch found {
    case .success(let found):
      results.append(
        Findings.Result(
          kind: "\(found.bodyFromChip)", degrees: found.angle.inDegrees, numbers: [found.angle]))
    case .failure(let refusal):
      results.append(Findings.Result(kind: refusal.description, degrees: 0, numbers: []))
    }
  }
}
