package import Quantities

/// Fits a calibration of accelerometer and gyro to a tumble.
///
/// What the log does not determine stays at the data sheet's, with its standard deviation.
///
/// - Parameters:
///   - samples: in the order of time, each sensor along its own axes.
///   - magnetometer: its calibration; without one, or with one for a level device, the field is not used.
///   - tolerances: of the chips, before the log.
/// - Returns: `nil` for a log without accelerometer.
package func fitInertialCalibration(
  _ samples: some Collection<Sample>, magnetometer: Calibration?, mount: Mount,
  tolerances: InertialTolerances,
  parameters: CalibrationParameters = CalibrationParameters()
) -> InertialReport? {
  guard samples.contains(where: { $0.acceleration != nil }) else { return nil }
  var report = InertialReport()
  let calibration = magnetometer.flatMap { $0.isLevelOnly ? nil : $0 }
  let strength = calibration.map { fieldStrength(samples, $0) } ?? 1
  let rotation = mount.inertial.transposed * mount.bodyFromMagnetometer(calibration)
  var log = InertialBlocks(
    samples, calibration: calibration, strength: strength, fieldAxes: rotation,
    parameters: parameters)
  if let (part, limit) = log.saturated {
    report.reasons.append(.gyroSaturated(percent: part.percent, limit: limit.inDegrees))
  }
  let settings = parameters.inertial
  let found = GyroAxes(InertialWindows(log, settings), log, fieldAxes: rotation)
  if let found, !found.areRight {
    report.reasons.append(.gyroAxes(found.exchange.axisNames))
  }
  if let gain = found?.wrongGain { report.reasons.append(.gyroGain(gain)) }
  if let found { log.turnRates(by: found.correction) }
  let start = TumbleModel(rotation: rotation, delay: 0)
  let prior = InertialPrior(
    tolerances, calibrationError: calibration?.error68Degrees, parameters)
  var fit = InertialFit(
    log, start: start, bias: found.map { $0.correction * $0.bias } ?? .zero,
    deviations: prior.deviations, settings)
  guard fit.run(), let covariance = fit.covariance, fit.explains(settings) else {
    report.reasons.append(.notFitted)
    return report
  }
  let model = fit.model
  var result = InertialCalibration(accelerometer: model.accelerometer(covariance))
  if log.hasGyro {
    if found?.isUsable ?? true { result.gyro = model.gyro(covariance, settings) }
    if calibration != nil { report.fieldDelay = model.delay }
  }
  if calibration != nil { report.magnetometer = model.magnetometer(covariance) }
  if result.gyro != nil {
    let body = BodyAxes(model, covariance, tolerances).fromAccelerometer
    result.accelerometer?.turn(by: body)
    result.gyro?.turn(by: body)
    report.magnetometer?.turn(by: body)
  }
  report.judge(&result, fit, settings)
  report.calibration = result.accelerometer == nil && result.gyro == nil ? nil : result
  return report
}

/// The calibrated field's strength: the calibration's own, or the median of the samples.
private func fieldStrength(_ samples: some Collection<Sample>, _ calibration: Calibration) -> Double
{
  let lengths = samples.compactMap { sample in
    sample.magneticField.map { calibration.apply($0).microtesla.length }
  }
  return max(median(lengths.filter(\.isFinite)), 1e-9)
}

extension InertialReport {
  /// m/s²: the largest zero-g offset of a chip that works.
  /// Source: data sheets of supported chips allow up to 0.25 g (ADXL345, z axis), and a fifth for the temperature.
  private static let largestOffset = 3.0

  /// A log that rested in fewer poses does not show how the gyro's bias changes with the specific force: two logs of one
  /// phone that never rested differ by 0.1°/s for 1 g.
  /// Source: derived; a rest shows the bias of three axes, and four show its twelve unknowns.
  private static let posesForForceSensitivity = 4

  /// Counts rests, and refuses what no sensor can be.
  fileprivate mutating func judge(
    _ result: inout InertialCalibration, _ fit: InertialFit, _ parameters: InertialParameters
  ) {
    let rests = InertialRests(fit, parameters)
    restCount = rests.poses
    if restCount < Self.posesForForceSensitivity { result.gyro?.forceSensitivity = .zero }
    inclinationSpread = rests.spread
    guard let accelerometer = result.accelerometer else { return }
    let offset = accelerometer.offset
    let largest = [offset.x, offset.y, offset.z].map(abs).max() ?? 0
    if largest > Self.largestOffset {
      reasons.append(.accelerometerOffset(largest))
      result.accelerometer = nil
      return
    }
    let sigma = accelerometer.offsetSigma
    let error = max(sigma.x, sigma.y, sigma.z)
    if error > parameters.knownOffset {
      reasons.append(.tooFewRests(restCount, offsetError: error))
    }
  }
}

extension Matrix3 {
  /// The axes that the rows of an axis-aligned matrix name, such as "y, −x, z".
  fileprivate var axisNames: String {
    [row0, row1, row2].map { row in
      let parts = [("x", row.x), ("y", row.y), ("z", row.z)]
      let (name, value) = parts.max { abs($0.1) < abs($1.1) } ?? ("x", 1)
      return value < 0 ? "−\(name)" : name
    }.joined(separator: ", ")
  }
}
