package import Quantities

/// Slow refinement of a calibration from everyday use.
///
/// It uses undisturbed fields only, and only after the device was turned through enough directions. The
/// calibration in use, with its predicted error, is the prior and bounds the change: what the fields do
/// not determine stays. No heading of our own is used. Its size is fixed.
package struct CalibrationRefinement: Equatable, Sendable {
  /// What is refined.
  package let current: Calibration

  private var collection: CalibrationCollection
  private var triedAt: Timestamp?
  private let mount: Mount
  /// s from one attempt to the next. Source: a limit of the time that fits take.
  private static let period = 30.0
  private let parameters: CalibrationParameters

  package init(
    _ current: Calibration, mount: Mount = .identity,
    parameters: CalibrationParameters = CalibrationParameters()
  ) {
    (self.current, self.mount) = (current, mount)
    self.parameters = parameters
    collection = CalibrationCollection(flow: .sphere, parameters: parameters)
    collection.recentre(fixed: FieldShape(centre: current.hardIron, matrix: current.softIron))
  }

  /// Adds a sample, sensor frame, before calibration.
  ///
  /// - Parameter isUndisturbed: whether the field is the Earth's; a disturbed one is ignored.
  /// - Returns: whether `proposal` is due, at most twice a minute.
  package mutating func take(_ sample: Sample, isUndisturbed: Bool) -> Bool {
    if let rate = sample.angularRate?.radiansPerSecond, rate.isFinite {
      let body = mount.inertial * rate
      collection.add(rate: mount.magnetometer.transposed * body, at: sample.time)
    }
    guard isUndisturbed, let field = sample.magneticField?.microtesla, field.isFinite else {
      return false
    }
    collection.add(field: field, at: sample.time)
    guard let triedAt, sample.time >= triedAt else {
      triedAt = sample.time
      return false
    }
    guard sample.time.seconds(since: triedAt) >= Self.period else { return false }
    self.triedAt = sample.time
    collection.forget(
      before: sample.time.advanced(byMicroseconds: -Int64(parameters.staleness.memory * 1e6)))
    return true
  }

  /// A better calibration, with its predicted error, of the grade that the current one has; `nil` where the fields
  /// show none. Takes some milliseconds: meant for another thread, on a copy.
  package func proposal() -> CalibrationReport? {
    let (log, contradicted) = collection.log(isMicrotesla: true, expectedStrength: nil)
    guard contradicted < parameters.grading.rejected.b,
      collection.coverage >= parameters.grading.leastCoverage,
      let step = RefinementStep(log.fields.map(\.field), current, parameters)
    else { return nil }
    var report = CalibrationReport(
      calibration: step.calibration, grade: current.grade)
    report.model = .ellipsoid
    report.radius = step.calibration.radius
    report.residual = step.residual
    report.error68Degrees = step.error68Degrees
    report.coverage = collection.coverage
    report.sampleCount = log.fields.count
    report.rejected = contradicted
    return report
  }
}
