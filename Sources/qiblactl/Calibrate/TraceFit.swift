import Heading
import Quantities
import Session
import Trace
import SensorCalibration

/// A calibration that was fitted to the sensors of a trace.
struct TraceFit {
  /// Of the magnetometer; its calibration has those of accelerometer and gyro, too.
  var report: CalibrationReport
  /// Of accelerometer and gyro; `nil` for a trace without accelerometer.
  var inertial: InertialReport?
  /// The misalignment against the inertial axes; `nil` without a calibration.
  var alignment: CalibrationMisalignment?
  /// Whether the trace is in µT; otherwise in counts.
  var isMicrotesla: Bool

  /// The number of samples for accelerometer, gyro and misalignment: 17 minutes at 100 Hz are enough.
  private static let maximumSamples = 100_000

  /// Reads a whole trace and fits a calibration to its sensors (the first of several magnetometers).
  ///
  /// - Parameter expectedStrength: the strength of the Earth's field there, µT, if it is known.
  /// - Throws: `TraceError` if the trace cannot be read.
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
      if samples.count < Self.maximumSamples { samples.append(sample) }
    }
    for complaint in reader.complaints { complain("\(path): \(complaint)") }
    let found = fitNineAxes(
      samples, log: log, mount: mount, tolerances: reader.header.inertialTolerances)
    (report, inertial, alignment) = (found.magnetometer, found.inertial, found.alignment)
    if alignment?.contradictsMount == true {
      complain(
        "\(path): the magnetometer's mount is wrong; find the right one with qiblactl mount guess")
    }
  }
}

extension CalibrationReport {
  /// Why a fit was refused and what to do, in one line.
  var refusal: String {
    let worst = reasons.first?.description ?? "The recording does not determine a calibration."
    let advice =
      reasons.first?.advice ?? "record again, and turn the device through every direction"
    return "no calibration (grade F): \(worst) \(advice.capitalizedFirst)."
  }
}

extension String {
  /// The text with a capital first letter.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
