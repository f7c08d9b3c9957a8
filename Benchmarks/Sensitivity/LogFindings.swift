internal import Glibc
import Pipeline
import Quantities
import SensorCalibration
import TestSamples

/// What `qiblactl fit` and the live procedure find in logs of a magnetometer that have one fault each.
struct LogFindings {
  /// The Earth's field in the logs, µT. Source: that of `Tumbling`.
  private static let strength = 48.0
  /// Samples to one field of a log: 20 Hz of 100.
  private static let samplesPerField = 5

  /// A device that is turned through all directions.
  private static let turned = Tumbling(seconds: 60, swing: Vector3(2.6, 1.5, 3.1)).samples(seed: 11)
  /// Level turns by a hand that tilts the device by so much, rad, to and fro.
  private static let levelTurns = [0.02, 0.035, 0.05].map {
    Tumbling(seconds: 40, swing: Vector3($0, $0, 3.1), pace: 0.05).samples(seed: 12)
  }

  private(set) var results: [Findings.Result] = []

  init(_ parameters: CalibrationParameters) {
    // a magnet, such as a watch's clasp, is near for a part of the time
    for part in [0.06, 0.12, 0.18] {
      fit(
        log(Self.turned, hasGyro: false) { field, time in
          time.truncatingRemainder(dividingBy: 6) < 6 * part ? field + Vector3(20, -15, 10) : field
        }, parameters)
    }
    // a gyro whose gain is off
    for gain in [1.3, 1.4, 1.5] { fit(log(Self.turned, rateGain: gain), parameters) }
    // a magnetometer whose gain is off
    for gain in [1.08, 1.22, 1.37] {
      var log = log(Self.turned) { field, _ in field * gain }
      log.expectedStrength = Self.strength
      fit(log, parameters)
    }
    for samples in Self.levelTurns {
      fit(log(samples), parameters)
      results.append(.procedure(.circle, samples, parameters))
    }
  }

  private func log(
    _ samples: [Sample], hasGyro: Bool = true, rateGain: Double = 1,
    field change: (Vector3, Double) -> Vector3 = { field, _ in field }
  ) -> CalibrationLog {
    var log = CalibrationLog(isMicrotesla: true)
    for (index, sample) in samples.enumerated() {
      var given = sample
      let time = Double(sample.time.microseconds) / 1e6
      given.magneticField =
        index % Self.samplesPerField == 0
        ? sample.magneticField.map { MagneticField(microtesla: change($0.microtesla, time)) } : nil
      given.angularRate =
        hasGyro
        ? sample.angularRate.map {
          AngularRate(radiansPerSecond: $0.radiansPerSecond * rateGain)
        } : nil
      log.add(given)
    }
    return log
  }

  private mutating func fit(_ log: CalibrationLog, _ parameters: CalibrationParameters) {
    let report = fitCalibration(log, parameters: parameters)
    results.append(
      Findings.Result(
        kind: "\(report.grade.rawValue) \(report.reasons.map { "\($0)" })",
        degrees: report.error68Degrees ?? 0, numbers: [report.error68Degrees ?? 0]))
  }
}
