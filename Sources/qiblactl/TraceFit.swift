import Heading
import Quantities
import Trace

/// Reads a whole trace and fits a calibration to it, of several magnetometers to the first.
///
/// - Parameter expectedStrength: of the Earth's field there, µT, where it is known.
/// - Returns: the report, and whether the trace is in µT.
/// - Throws: `TraceError` where the trace cannot be read.
func fitTrace(
  _ path: String, expectedStrength: Double? = nil
) throws(TraceError) -> (report: CalibrationReport, isMicrotesla: Bool) {
  var reader = try TraceReader(path: path)
  var log = CalibrationLog(
    isMicrotesla: reader.header.isFieldInMicrotesla, expectedStrength: expectedStrength)
  var sensors = FirstSensors()
  while let item = try reader.next() {
    log.add(sensors.restrict(item.sample), mount: reader.header.mount)
  }
  if reader.skipped.total > 0 { complain("\(path): \(reader.skipped)") }
  return (fitCalibration(log), log.isMicrotesla)
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
