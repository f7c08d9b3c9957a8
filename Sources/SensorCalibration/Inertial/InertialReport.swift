private import Glibc
package import Quantities

/// What a tumble showed of accelerometer and gyro.
package struct InertialReport: Equatable, Sendable {
  /// `nil` where neither was calibrated.
  package var calibration: InertialCalibration?
  package var reasons: [InertialReason] = []
  /// Poses, different from each other, in which the device rested.
  package var restCount = 0
  /// The standard deviation of the inclination over the log's rests, degrees, with the magnetometer's
  /// calibration alone and with this one; `nil` without field or with fewer than three rests.
  package var inclinationSpread: (before: Double, after: Double)?
  /// Magnetometer's axes → the accelerometer's, with its covariance; `nil` without field.
  package var magnetometer: Misalignment?
  /// s, of the field against the turn rate; `nil` without either.
  package var fieldDelay: Double?

  package init() {}

  package static func == (a: Self, b: Self) -> Bool {
    a.calibration == b.calibration && a.reasons == b.reasons && a.restCount == b.restCount
      && a.inclinationSpread?.before == b.inclinationSpread?.before
      && a.inclinationSpread?.after == b.inclinationSpread?.after
      && a.magnetometer == b.magnetometer && a.fieldDelay == b.fieldDelay
  }
}

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
  _ samples: [Sample], magnetometer: Calibration?, mount: Mount, tolerances: InertialTolerances,
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
    report.reasons.append(.gyroSaturated(percent: part * 100, limit: limit.inDegrees))
  }
  let settings = parameters.inertial
  let found = GyroAxes(InertialWindows(log, settings), log)
  if let found, !found.areRight {
    report.reasons.append(.gyroAxes(found.exchange.axisNames))
    log.turnRates(by: found.exchange)
  }
  let start = InertialModel(rotation: rotation, delay: 0)
  let prior = InertialPrior(
    tolerances, calibrationError: calibration?.error68Degrees, parameters)
  var fit = InertialFit(
    log, start: start, bias: found.map { $0.exchange * $0.bias } ?? .zero,
    deviations: prior.deviations, settings)
  guard fit.run(), let covariance = fit.covariance else {
    report.reasons.append(.notFitted)
    return report
  }
  let model = fit.model
  var result = InertialCalibration(accelerometer: model.accelerometer(covariance))
  if log.hasGyro {
    if found?.areRight ?? true { result.gyro = model.gyro(covariance, settings) }
    if calibration != nil { report.fieldDelay = model.delay }
  }
  if calibration != nil { report.magnetometer = model.magnetometer(covariance) }
  report.judge(&result, fit, settings)
  report.calibration = result.accelerometer == nil && result.gyro == nil ? nil : result
  return report
}

/// The calibrated field's strength: the calibration's own, or the median of the samples.
private func fieldStrength(_ samples: [Sample], _ calibration: Calibration) -> Double {
  let lengths = samples.compactMap { sample in
    sample.magneticField.map { calibration.apply($0).microtesla.length }
  }
  return max(median(lengths.filter(\.isFinite)), 1e-9)
}

extension InertialReport {
  /// Counts rests, and refuses what no sensor can be.
  fileprivate mutating func judge(
    _ result: inout InertialCalibration, _ fit: InertialFit, _ parameters: InertialParameters
  ) {
    let rests = InertialRests(fit, parameters)
    restCount = rests.poses
    inclinationSpread = rests.spread
    guard let accelerometer = result.accelerometer else { return }
    let offset = accelerometer.offset
    let largest = [offset.x, offset.y, offset.z].map(abs).max() ?? 0
    if largest > parameters.largestOffset {
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

extension InertialModel {
  fileprivate func accelerometer(_ covariance: SymmetricMatrix) -> AxesCalibration {
    func sigma(_ place: Int) -> Double { max(covariance[place, place], 0).squareRoot() }
    let d = (0..<6).map { sigma(Unknown.forceMatrix + $0) }
    return AxesCalibration(
      offset: forceOffset, matrix: forceMatrix,
      offsetSigma: Vector3(sigma(0), sigma(1), sigma(2)),
      matrixSigma: Matrix3(
        Vector3(d[0], d[3], d[4]), Vector3(d[3], d[1], d[5]), Vector3(d[4], d[5], d[2])))
  }

  fileprivate func magnetometer(_ covariance: SymmetricMatrix) -> Misalignment {
    func row(_ i: Int) -> Vector3 {
      let (place, first) = (Unknown.rotation + i, Unknown.rotation)
      return Vector3(
        covariance[place, first], covariance[place, first + 1], covariance[place, first + 2])
    }
    return Misalignment(
      rotation: Quaternion(rotation), covariance: Matrix3(row(0), row(1), row(2)), gyroBias: bias)
  }

  fileprivate func gyro(
    _ covariance: SymmetricMatrix, _ parameters: InertialParameters
  ) -> AxesCalibration {
    func sigmas(_ place: Int, atLeast least: Double) -> Vector3 {
      func sigma(_ place: Int) -> Double {
        (max(covariance[place, place], 0) + least * least).squareRoot()
      }
      return Vector3(sigma(place), sigma(place + 1), sigma(place + 2))
    }
    let (m, least) = (Unknown.rateMatrix, parameters.leastMatrixDeviation)
    return AxesCalibration(
      offset: bias, matrix: rateMatrix,
      offsetSigma: sigmas(Unknown.bias, atLeast: parameters.biasCurve),
      matrixSigma: Matrix3(
        sigmas(m, atLeast: least), sigmas(m + 3, atLeast: least), sigmas(m + 6, atLeast: least)))
  }
}

/// The standard deviations of the unknowns before the log.
struct InertialPrior {
  private(set) var deviations: [Double]

  init(
    _ tolerances: InertialTolerances, calibrationError: Double?, _ parameters: CalibrationParameters
  ) {
    let inertial = parameters.inertial
    let (force, gyro) = (tolerances.accelerometer, tolerances.gyro)
    // of two axes turned by themselves half is a common turn, which gravity does not show
    let shear = force.crossAxis / 2.0.squareRoot()
    let cross = hypot(gyro.crossAxis, shear)
    let scale = gyro.scale
    let field = inertial.fieldCalibration * max(1, calibrationError ?? 1)
    func three(_ value: Double) -> [Double] { [value, value, value] }
    deviations = three(force.offset) + three(force.scale) + three(shear)
    deviations.append(inertial.gravityDeviation / standardGravity)
    deviations += three(gyro.bias)
    deviations += [scale, cross, cross, cross, scale, cross, cross, cross, scale]
    deviations += three(inertial.biasDrift) + three(inertial.biasPerForce)
    deviations += three(inertial.biasPerForce) + three(inertial.biasPerForce)
    deviations += three(parameters.motion.largestMisalignment)
    deviations += [parameters.motion.fieldDelay, 1]
    deviations += three(field) + three(field) + three(field)
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
