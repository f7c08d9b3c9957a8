package import Quantities

extension CalibrationProcedure {
  /// Ends the collection with what there is: a candidate, or why there is none.
  package mutating func finish() {
    if case .collecting(let collecting) = state { state = ended(collecting) }
  }

  /// Offers a calibration that was found otherwise, by refinement; one that is being collected wins.
  ///
  /// - Returns: whether it is now the candidate.
  package mutating func propose(_ report: CalibrationReport) -> Bool {
    guard state == .idle, report.calibration != nil else { return false }
    state = .candidate(report)
    return true
  }

  /// Takes a better report of the candidate in its place, as that of all nine axes.
  package mutating func complete(_ report: CalibrationReport) {
    if case .candidate = state { state = .candidate(report) }
  }

  /// Puts the candidate into use, or what a collection that goes on has found so far.
  ///
  /// - Parameter force: also where the one in use is better.
  /// - Returns: the calibration that is in use now.
  /// - Throws: `CalibrationProcedureError`; nothing has changed then.
  package mutating func accept(
    force: Bool = false
  ) throws(CalibrationProcedureError) -> Calibration {
    guard let report = offered, let calibration = report.calibration else {
      throw .nothingToAccept
    }
    if !force, let inForce, let better = inForce.errorBetter(than: report) {
      throw .worse(degrees: report.error68Degrees ?? .infinity, inForce: better)
    }
    use(calibration)
    state = .idle
    return calibration
  }

  /// Drops the candidate, or what a collection found or why there was nothing; what is in use stays.
  package mutating func discard() { state = .idle }

  /// Puts a calibration into use that comes from elsewhere, as from a file.
  package mutating func use(_ calibration: Calibration) {
    previous = inForce?.calibration ?? previous
    inForce = CalibrationInForce(calibration, parameters.calibration)
  }

  /// Goes back to the calibration before; once more comes back again.
  ///
  /// - Throws: `CalibrationProcedureError.nothingToRollBack`.
  package mutating func rollback() throws(CalibrationProcedureError) -> Calibration {
    guard let previous else { throw .nothingToRollBack }
    use(previous)
    return previous
  }

  private var offered: CalibrationReport? {
    switch state {
    case .candidate(let report): report
    case .collecting(let collecting): collecting.best ?? collecting.report
    case .idle, .rejected: nil
    }
  }
}
