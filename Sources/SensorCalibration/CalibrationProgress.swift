private import Glibc
package import Quantities

/// How a procedure stands, for a front end.
package struct CalibrationProgress: Equatable, Sendable {
  /// The words of the protocol.
  package enum Status: String, Equatable, Sendable {
    case none, collecting, candidate, ok, stale, rejected
  }

  package var status: Status
  /// Fields that were looked at.
  package var samples: Int?
  /// One bit for each cell with a field in it, of 48 (24 for a level turn).
  package var coverageMap: UInt64?
  /// 0 to 100.
  package var coveragePercent: Double?
  package var nextPose: CalibrationPose?
  /// Of the last fit, the candidate, or what is in use; percent of the strength.
  package var residualPercent: Double?
  /// µT or counts.
  package var radius: Double?
  package var condition: Double?
  package var grade: Calibration.Grade?
  /// Degrees, 68 %.
  package var error68Degrees: Double?
  package var reasons: [CalibrationReason] = []
}

extension CalibrationProcedure {
  /// How it stands now.
  package var progress: CalibrationProgress {
    switch state {
    case .idle: return standing
    case .collecting(let collecting):
      let collection = collecting.collection
      var progress = CalibrationProgress(status: .collecting)
      progress.samples = collection.seenCount
      progress.coverageMap = collection.coverageMap
      progress.coveragePercent = collection.coverage.percent
      progress.nextPose = nextPose(collection)
      if let report = collecting.best ?? collecting.report { progress.add(report) }
      return progress
    case .candidate(let report):
      var progress = CalibrationProgress(status: .candidate)
      progress.samples = report.sampleCount
      progress.coveragePercent = report.coverage.percent
      progress.add(report)
      return progress
    case .rejected(let reasons):
      return CalibrationProgress(status: .rejected, grade: .f, reasons: reasons)
    }
  }

  private func nextPose(_ collection: CalibrationCollection) -> CalibrationPose {
    CalibrationPose(
      collection, mount: parameters.mount.magnetometer, down: attitude.down,
      inclination: attitude.inclination, parameters: parameters.calibration)
  }

  private var standing: CalibrationProgress {
    guard let inForce else { return CalibrationProgress(status: .none) }
    let calibration = inForce.calibration
    return CalibrationProgress(
      status: inForce.isStale ? .stale : .ok,
      residualPercent: calibration.residual.map(\.percent), radius: calibration.radius,
      grade: calibration.grade, error68Degrees: calibration.error68Degrees)
  }
}

extension CalibrationProgress {
  fileprivate mutating func add(_ report: CalibrationReport) {
    residualPercent = report.holdOutResidual.map(\.percent)
    radius = report.radius
    condition = report.condition
    grade = report.grade
    error68Degrees = report.error68Degrees
    reasons = report.reasons
  }
}

/// How the device is held, from gravity alone, and how steep the field is.
struct CalibrationAttitude: Equatable, Sendable {
  /// Body frame, length 1, when gravity was last measured.
  private(set) var down: Vector3?
  /// rad, down positive; mid-latitudes' until it was measured.
  private(set) var inclination = middleInclinationDegrees.inRadians
  /// Fields that `inclination` is the mean of.
  private var count = 0.0

  mutating func take(
    _ sample: Sample, _ collection: CalibrationCollection, _ mount: Mount,
    _ parameters: CalibrationParameters
  ) {
    if let force = sample.acceleration?.metresPerSecondSquared,
      parameters.motion.canBeGravity(force)
    {
      down = (-(mount.inertial * force)).normalized
    }
    guard let down, collection.coverage > parameters.grading.leastCoverage,
      let shape = collection.centre?.shape,
      let field = sample.magneticField?.microtesla, field.isFinite,
      let direction = (mount.magnetometer * shape.direction(field)).normalized
    else { return }
    let now = asin(min(max(direction.dot(down), -1), 1))
    count += 1
    inclination += (now - inclination) / count
  }
}
