import Pipeline
import Quantities
import SensorCalibration
import TestSamples

/// When a calibration is contradicted by a magnet that comes onto the device, and when it agrees again.
struct StalenessFindings {
  /// A device that is turned through all directions, at 10 Hz.
  private static let turned = thinned(Tumbling(seconds: 400, swing: Vector3(2.6, 1.5, 3.1)))
  /// One on a table, turned about the vertical and hardly tilted.
  private static let onTable = thinned(Tumbling(seconds: 400, swing: Vector3(0.25, 0.25, 3.1)))
  /// One that is turned through all directions, and then held as a telephone is.
  private static let held =
    Array(turned.prefix(2500))
    + thinned(Tumbling(seconds: 1200, swing: Vector3(0.6, 0.5, 3.1))).map { sample in
      var later = sample
      later.time = sample.time.advanced(byMicroseconds: 250_000_000)
      return later
    }
  /// Fields of the magnet, in parts of the field's strength.
  private static let strengths = [0.05, 0.08, 0.12, 0.16]
  /// The time, s, at which the magnet is taken away.
  private static let removed = 250.0

  private(set) var results: [Findings.Result] = []

  init(_ parameters: CalibrationParameters) {
    for strength in Self.strengths { follow(Self.turned, magnet: strength, parameters) }
    follow(Self.onTable, magnet: 0.12, parameters)
    follow(Self.held, magnet: 0.12, parameters)
  }

  private static func thinned(_ tumbling: Tumbling) -> [Sample] {
    tumbling.samples(seed: 7).enumerated().filter { $0.offset % 10 == 0 }.map(\.element)
  }

  /// - Parameter strength: the field of the magnet, in strengths of the Earth's.
  private mutating func follow(
    _ samples: [Sample], magnet strength: Double, _ parameters: CalibrationParameters
  ) {
    var inForce = CalibrationInForce(
      Calibration(hardIron: .zero, softIron: .identity, grade: .a, residual: 0.01), parameters)
    let added = Vector3(0.6, -0.64, 0.48) * (48 * strength)
    var changes: [Double] = []
    var wasStale = false
    for sample in samples {
      guard let field = sample.magneticField?.microtesla else { continue }
      let seconds = sample.time.seconds(since: Timestamp(microseconds: 0))
      inForce.take(seconds < Self.removed ? field + added : field, at: sample.time)
      if inForce.isStale != wasStale { changes.append(seconds) }
      wasStale = inForce.isStale
    }
    results.append(
      Findings.Result(
        kind: "\(changes.count) changes", degrees: 0, numbers: changes + [inForce.spread ?? 0]))
  }
}
