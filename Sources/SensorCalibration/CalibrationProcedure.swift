package import Quantities

/// A magnetometer's calibration from the first sample to its use, its ageing and the next one.
///
/// Samples go in; a log to fit comes out when a fit is due. The caller fits it, on
/// another thread where it must not wait, and hands the report back. Its memory use is constant.
package struct CalibrationProcedure: Equatable, Sendable {
  /// The state of the collection of a new calibration.
  package indirect enum State: Equatable, Sendable {
    /// Nothing is collected.
    case idle
    case collecting(Collecting)
    /// Good enough, and not getting better: to be accepted or discarded.
    case candidate(CalibrationReport)
    /// It ended without a calibration.
    case rejected([CalibrationReason])
  }

  /// What is known while samples are collected.
  package struct Collecting: Equatable, Sendable {
    package internal(set) var collection: CalibrationCollection
    package let since: Timestamp
    /// s, for which samples have come.
    package internal(set) var seconds = 0.0
    var last: Timestamp?
    /// Of the last fit.
    package internal(set) var report: CalibrationReport?
    /// The best one so far that found a calibration.
    var best: CalibrationReport?
    var fitting: Fitting
  }

  enum Fitting: Equatable, Sendable {
    case waiting(until: Timestamp, beyond: Int)
    case running
  }

  package internal(set) var state = State.idle
  /// The calibration in use; `nil` before the first.
  package internal(set) var inForce: CalibrationInForce?
  /// The one before that, for `rollback`.
  package internal(set) var previous: Calibration?
  private(set) var attitude = CalibrationAttitude()
  let parameters: CalibrationProcedureParameters

  package init(_ parameters: CalibrationProcedureParameters, inForce: Calibration? = nil) {
    self.parameters = parameters
    self.inForce = inForce.map { CalibrationInForce($0, parameters.calibration) }
  }
}

extension CalibrationProcedure {
  /// Begins to collect, from nothing; what is in use stays so.
  package mutating func start(_ flow: CalibrationCollection.Flow, at time: Timestamp) {
    let first = time.advanced(byMicroseconds: Int64(parameters.fitInterval * 1e6))
    attitude = CalibrationAttitude()
    state = .collecting(
      Collecting(
        collection: CalibrationCollection(flow: flow, parameters: parameters.calibration),
        since: time,
        fitting: .waiting(until: first, beyond: parameters.calibration.fit.minimumSamples)))
  }

  /// Takes in a sample, sensor frame, before calibration.
  ///
  /// - Parameter isUndisturbed: whether the field is the Earth's; what is not is no evidence against
  ///   the calibration in use.
  /// - Returns: a log to fit, whose report goes to `fitted`; `nil` where no fit is due.
  package mutating func take(_ sample: Sample, isUndisturbed: Bool) -> CalibrationLog? {
    if let field = sample.magneticField?.microtesla, field.isFinite, isUndisturbed {
      inForce?.take(field, at: sample.time)
    }
    guard case .collecting(var collecting) = state else { return nil }
    // or the copy would be a second one
    state = .idle
    defer { if case .idle = state { state = .collecting(collecting) } }
    collecting.note(sample.time)
    attitude.take(sample, collecting.collection, parameters.mount, parameters.calibration)
    if let rate = sample.angularRate?.radiansPerSecond, rate.isFinite {
      let body = parameters.mount.inertial * rate
      collecting.collection.add(
        rate: parameters.mount.magnetometer.transposed * body, at: sample.time)
    }
    if let field = sample.magneticField?.microtesla, field.isFinite {
      collecting.collection.add(field: field, at: sample.time)
    }
    guard case .waiting(let due, let beyond) = collecting.fitting,
      sample.time >= due || sample.time < collecting.since
    else { return nil }
    if collecting.seconds > parameters.longestCollecting {
      state = ended(collecting)
      return nil
    }
    return log(&collecting, beyond, at: sample.time)
  }

  private func log(
    _ collecting: inout Collecting, _ beyond: Int, at time: Timestamp
  ) -> CalibrationLog? {
    collecting.collection.recentre(collecting.report.flatMap(FieldShape.init))
    let isEnough =
      collecting.collection.seenCount >= beyond && collecting.collection.centre != nil
    guard isEnough else {
      let next = time.advanced(byMicroseconds: Int64(parameters.fitInterval * 1e6 / 3))
      collecting.fitting = .waiting(until: next, beyond: beyond)
      return nil
    }
    collecting.fitting = .running
    return collecting.collection.log(
      isMicrotesla: parameters.isMicrotesla, expectedStrength: parameters.expectedStrength,
      shape: collecting.report.flatMap(FieldShape.init)
    ).log
  }

  /// Takes in the report of a log that `take` gave out; one that was not asked for is ignored.
  ///
  /// - Returns: whether it is the best of this collection so far.
  @discardableResult
  package mutating func fitted(_ report: CalibrationReport, at time: Timestamp) -> Bool {
    guard case .collecting(var collecting) = state, collecting.fitting == .running else {
      return false
    }
    let before = collecting.report
    collecting.report = report
    let isBest = report.calibration != nil && !(collecting.best?.isBetter(than: report) ?? false)
    if isBest { collecting.best = report }
    let next = time.advanced(byMicroseconds: Int64(parameters.fitInterval * 1e6))
    collecting.fitting = .waiting(
      until: next,
      beyond: collecting.collection.seenCount + parameters.calibration.fit.minimumSamples)
    let isDone = isGoodEnough(report, collecting.collection) && !isImproving(report, before)
    state = isDone ? ended(collecting) : .collecting(collecting)
    return isBest
  }

  private func isGoodEnough(
    _ report: CalibrationReport, _ collection: CalibrationCollection
  ) -> Bool {
    guard report.calibration != nil, let error = report.error68Degrees else { return false }
    if collection.flow == .circle, report.model == .horizontalCircle {
      return collection.coverage >= parameters.calibration.collection.fullCoverage
    }
    let isGood = report.grade == .a || report.grade == .b
    return (isGood || !parameters.wantsGoodGrade && report.grade == .c)
      && error <= GradingParameters.error.b
      // of the log that was fitted too: on a slow machine the collection has gone on meanwhile
      && min(report.coverage, collection.coverage) >= parameters.calibration.grading.goodCoverage
  }

  private func isImproving(_ report: CalibrationReport, _ before: CalibrationReport?) -> Bool {
    guard let old = before?.error68Degrees, before?.calibration != nil,
      let new = report.error68Degrees
    else { return true }
    return new * new < parameters.calibration.improvement * old * old
  }

  /// The result of a collection that is not continued.
  func ended(_ collecting: Collecting) -> State {
    guard let report = collecting.best ?? collecting.report else {
      return .rejected([.tooFewSamples(collecting.collection.seenCount)])
    }
    return report.calibration == nil ? .rejected(report.reasons) : .candidate(report)
  }
}

extension CalibrationReport {
  /// Whether its grade is better than that of another, or at the same grade its error is smaller. One of a level turn is not
  /// better than one of all directions: its error is that of a level device.
  fileprivate func isBetter(than other: CalibrationReport) -> Bool {
    let (isLevel, isOtherLevel) = (model == .horizontalCircle, other.model == .horizontalCircle)
    guard isLevel == isOtherLevel else { return isOtherLevel }
    guard grade == other.grade else { return grade.rawValue < other.grade.rawValue }
    return (error68Degrees ?? .infinity) < (other.error68Degrees ?? .infinity)
  }
}

extension CalibrationProcedure.Collecting {
  /// s; a longer time without samples does not count as collecting. Source: chosen.
  private static let longestInterval = 0.5

  /// A sample came.
  fileprivate mutating func note(_ time: Timestamp) {
    if let last, time > last { seconds += min(time.seconds(since: last), Self.longestInterval) }
    last = time
  }
}
