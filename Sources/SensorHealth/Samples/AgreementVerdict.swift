/// What one block shows of a sensor.
struct AgreementFinding {
  var contradicts = false
  var confirms = false
  /// Whether something does not fit, whatever its cause: then nothing is confirmed.
  var isUncertain = false
}

/// Whether a sensor is contradicted: after some s of blocks in a row that contradict it, until some s of blocks confirm it.
struct AgreementVerdict: Sendable {
  private(set) var isContradicted = false
  /// s for which it has been contradicted, and confirmed.
  private var contradiction = 0.0
  private(set) var confirmation = 0.0
  /// s of contradicting blocks. Source: chosen on recordings with magnets near the device and on fast translations; longer
  /// than a knock.
  private let decided: Double

  /// s of confirming blocks. Source: chosen.
  private static let confirmed = 1.0

  init(decided: Double) { self.decided = decided }

  /// - Parameter isSure: whether a contradiction counts; what is contradicted is not confirmed in any case.
  mutating func take(_ finding: AgreementFinding, isSure: Bool, interval: Double) {
    contradiction = finding.contradicts && isSure ? contradiction + interval : 0
    let confirms = finding.confirms && !finding.contradicts && !finding.isUncertain
    confirmation = confirms ? confirmation + interval : 0
    if contradiction >= decided { isContradicted = true }
    if confirmation >= Self.confirmed { isContradicted = false }
  }
}
