import Pipeline
import Session

/// What an input did to the choice of sensors.
struct FedInput {
  /// Other sensors make the heading; `nil` where the same do.
  var changed: SensorChoice?
}

extension CalibrationSupervisor? {
  /// Feeds an input to a session, with what the calibration has to say before it and after it.
  ///
  /// - Parameter feed: feeds one input; false where the run is to end.
  /// - Returns: `nil` where the run is to end.
  mutating func feed(
    _ input: Input, to session: inout Session, feed: (Input, inout Session) throws -> Bool
  ) rethrows -> FedInput? {
    for earlier in self?.inputs(before: input) ?? [] {
      guard try feed(earlier, &session) else { return nil }
    }
    guard try feed(input, &session) else { return nil }
    let choice = session.takeSensorChoice()
    let later =
      self?.inputs(after: input, choice: choice, field: session.fieldCondition) ?? []
    for input in later {
      guard try feed(input, &session) else { return nil }
    }
    return FedInput(changed: choice)
  }
}
