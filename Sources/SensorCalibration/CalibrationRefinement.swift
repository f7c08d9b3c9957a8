package import Quantities

/// Slow refinement of a calibration from everyday use.
///
/// It looks at undisturbed fields only, and only once the device was turned through enough directions.
/// What they leave open stays as it was: the calibration in force, with its predicted error, is the
/// prior, and the change is bounded by that. It never looks at a heading of our own. Of fixed size.
package struct CalibrationRefinement: Equatable, Sendable {
  /// Whether it proposes nothing.
  package var isLocked: Bool
  /// What is refined.
  package let current: Calibration

  /// s between two attempts, and for how long a field counts.
  private static let (period, memory) = (30.0, 600.0)

  private var collection = CalibrationCollection(flow: .sphere)
  private var triedAt: Timestamp?
  private let mount: Mount

  package init(_ current: Calibration, mount: Mount = .identity, isLocked: Bool = false) {
    (self.current, self.mount, self.isLocked) = (current, mount, isLocked)
    collection.recentre(fixed: FieldShape(centre: current.hardIron, matrix: current.softIron))
  }

  /// Takes in a sample, sensor frame, before calibration.
  ///
  /// - Parameter isUndisturbed: whether the field is the Earth's; what is not is passed over.
  /// - Returns: a better calibration to propose, with its predicted error, of the grade that the one in
  ///   force has; `nil` where there is none. Seldom: at most twice a minute.
  package mutating func take(_ sample: Sample, isUndisturbed: Bool) -> CalibrationReport? {
    guard !isLocked else { return nil }
    if let rate = sample.angularRate?.radiansPerSecond, rate.isFinite {
      let body = mount.inertial * rate
      collection.add(rate: mount.magnetometer.transposed * body, at: sample.time)
    }
    guard isUndisturbed, let field = sample.magneticField?.microtesla, field.isFinite else {
      return nil
    }
    collection.add(field: field, at: sample.time)
    guard let triedAt, sample.time >= triedAt else {
      triedAt = sample.time
      return nil
    }
    guard sample.time.seconds(since: triedAt) >= Self.period else { return nil }
    self.triedAt = sample.time
    collection.forget(
      before: sample.time.advanced(byMicroseconds: -Int64(Self.memory * 1e6)))
    return proposal()
  }

  private func proposal() -> CalibrationReport? {
    let (log, contradicted) = collection.log(isMicrotesla: true, expectedStrength: nil)
    guard contradicted < 0.1, collection.coverage >= 0.3 else { return nil }
    guard let step = RefinementStep(log.fields.map(\.field), current) else { return nil }
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
