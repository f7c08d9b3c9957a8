package import Quantities

/// What a tumble showed of magnetometer, accelerometer and gyro.
package struct NineAxisReport: Equatable, Sendable {
  /// Of the magnetometer; its calibration has the inertial one, too.
  package var magnetometer: CalibrationReport
  /// Of accelerometer and gyro; `nil` for a log without accelerometer.
  package var inertial: InertialReport?
  /// The magnetometer's axes against the accelerometer's; `nil` without a calibration.
  package var alignment: CalibrationMisalignment?
}

/// Fits a calibration of all nine axes to a tumble.
///
/// Gravity first, because a gyro's bias makes good fields contradict its turns; then the field; then both together.
///
/// - Parameters:
///   - samples: in the order of time, each sensor along its own axes.
///   - log: the fields of the same samples, or of more.
///   - tolerances: of accelerometer and gyro, before the log.
package func fitNineAxes(
  _ samples: some Collection<Sample>, log: CalibrationLog, mount: Mount,
  tolerances: InertialTolerances,
  parameters: CalibrationParameters = CalibrationParameters()
) -> NineAxisReport {
  let byGravity = fitInertialCalibration(
    samples, magnetometer: nil, mount: mount, tolerances: tolerances, parameters: parameters)
  var log = log
  if let gyro = byGravity?.calibration?.gyro {
    let axes = mount.magnetometer.transposed * mount.inertial
    for index in log.rates.indices {
      let raw = axes.transposed * log.rates[index].rate
      log.rates[index].rate = axes * gyro.apply(raw)
    }
  }
  var report = NineAxisReport(
    magnetometer: fitCalibration(log, parameters: parameters), inertial: byGravity)
  guard let calibration = report.magnetometer.calibration else { return report }
  if byGravity != nil {
    report.inertial = fitInertialCalibration(
      samples, magnetometer: calibration, mount: mount, tolerances: tolerances,
      parameters: parameters)
  }
  let inertial = report.inertial?.calibration ?? InertialCalibration()
  var alignment = CalibrationMisalignment(
    of: samples.lazy.map(inertial.apply), calibration: calibration, mount: mount,
    parameters: parameters)
  if let found = report.inertial?.magnetometer, report.inertial?.calibration != nil,
    found.error68 < GradingParameters.error.a.inRadians, !alignment.contradictsMount
  {
    // with all that the log shows of the gyro it is three times as exact
    alignment.misalignment = found.beyond(mount)
  }
  report.alignment = alignment
  var aligned = calibration.with(alignment)
  aligned.inertial = report.inertial?.calibration
  if !aligned.isLevelOnly {
    aligned.inclination =
      MeasuredInclination(
        of: samples.lazy.map(inertial.apply), calibration: aligned, mount: mount
      ).value
  }
  report.magnetometer.calibration = aligned
  return report
}

extension Misalignment {
  /// The same from the axes that the mount has.
  fileprivate func beyond(_ mount: Mount) -> Misalignment {
    var misalignment = self
    let nominal = Quaternion(mount.inertial.transposed * mount.magnetometer)
    misalignment.rotation = nominal.inverse * rotation
    return misalignment
  }
}
