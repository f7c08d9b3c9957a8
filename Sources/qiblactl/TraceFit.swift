import Heading
import Quantities
import Trace
import SensorCalibration

/// What a trace says of its magnetometer.
struct TraceFit {
  var report: CalibrationReport
  /// `nil` where there is no calibration, and so nothing to align.
  var alignment: CalibrationMisalignment?
  /// Whether the trace is in µT, and not in counts.
  var isMicrotesla: Bool

  /// With which samples the axes are found: 17 minutes at 100 Hz are enough.
  private static let mostSamples = 100_000

  /// Reads a whole trace and fits a calibration to it, of several magnetometers to the first.
  ///
  /// - Parameter expectedStrength: of the Earth's field there, µT, where it is known.
  /// - Throws: `TraceError` where the trace cannot be read.
  init(_ path: String, expectedStrength: Double? = nil) throws(TraceError) {
    var reader = try TraceReader(path: path)
    let mount = reader.header.mount
    isMicrotesla = reader.header.isFieldInMicrotesla
    var log = CalibrationLog(isMicrotesla: isMicrotesla, expectedStrength: expectedStrength)
    var samples: [Sample] = []
    var sensors = FirstSensors()
    while let next = try reader.nextSample() {
      let sample = sensors.restrict(next)
      log.add(sample, mount: mount)
      if samples.count < Self.mostSamples { samples.append(sample) }
    }
    if reader.skipped.total > 0 { complain("\(path): \(reader.skipped)") }
    report = fitCalibration(log)
    guard let calibration = report.calibration else { return }
    let found = CalibrationMisalignment(of: samples, calibration: calibration, mount: mount)
    if found.contradictsMount {
      complain(
        "\(path): the magnetometer's axes are not turned as the mount says: qiblactl mount guess")
    }
    report.calibration = calibration.with(found)
    alignment = found
  }
}

extension CalibrationReport {
  /// One line for a fit that was refused: why, and what to do.
  var refusal: String {
    let worst = reasons.first?.description ?? "The log does not determine a calibration."
    let advice = reasons.first?.advice ?? "record again, and turn it through every direction"
    return "no calibration (grade F): \(worst) \(advice.capitalizedFirst)."
  }
}

extension String {
  /// With its first letter large.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
