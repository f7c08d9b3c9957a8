package import Heading
package import Mounting
package import Redundancy

/// The tuned numbers of everything that a pipeline does, by concern.
///
/// `scripts/sensitivity` changes each by ±30 %; docs/accuracy.md has the result.
package struct PipelineParameters: Equatable, Sendable {
  /// Of the heading filter.
  package var heading = HeadingParameters()
  /// Of the field monitor, with a gyro and without.
  package var fieldMonitor = FieldMonitorParameters()
  /// Of the heading's error.
  package var errorBudget = ErrorBudgetParameters()
  /// Of several magnetometers.
  package var redundancy = RedundancyParameters()
  /// Of the check of the mount.
  package var mounting = MountingParameters()
  /// Of the declination.
  package var declination = DeclinationParameters()
  /// Of the events.
  package var changes = ChangeParameters()

  package init() {}
}

/// How a declination is judged.
package struct DeclinationParameters: Equatable, Sendable {
  /// The error (68 %) of a position, metres, up to which the magnetic model is asked for its field.
  /// Source: chosen.
  package var largestPositionError = 1_000_000.0

  package init() {}
}

/// Which changes are reported.
package struct ChangeParameters: Equatable, Sendable {
  /// The ratio of two terms of the heading's error from which the reason of the larger one stands first.
  /// Source: chosen; the noise of a term must not change the order from one reading to the next.
  package var reasonMargin = 1.5

  package init() {}
}
