package import Heading
package import Mounting

/// The tuned numbers of everything that a pipeline does, by concern.
///
/// `scripts/sensitivity` changes each by ±30 %; docs/accuracy.md has the result.
package struct PipelineParameters: Equatable, Sendable {
  /// Of the heading filter.
  package var heading = HeadingParameters()
  /// Of the reference field without a gyro.
  package var fieldMonitor = FieldMonitorParameters()
  /// Of the heading's error.
  package var errorBudget = ErrorBudgetParameters()
  /// Of several magnetometers.
  package var redundancy = RedundancyParameters()
  /// Of the check of the mount.
  package var mounting = MountingParameters()
  /// Of positions.
  package var position = PositionParameters()
  /// Of the declination.
  package var declination = DeclinationParameters()
  /// Of the events and of the positions and bearings that are reported again.
  package var changes = ChangeParameters()

  package init() {}
}

/// How positions are judged.
package struct PositionParameters: Equatable, Sendable {
  /// How long, s, a fix counts as the present one.
  /// Source: chosen; `position.status` in docs/protocol.md.
  package var freshFor = 10.0
  /// The age, s, from which a position is reported as old.
  /// Source: chosen; a day.
  package var oldAfter = 86_400.0
  /// The error (68 %), metres, of a fix without one.
  /// Source: chosen; `alignment` in docs/protocol.md.
  package var errorOfFix = 30.0
  /// The error (68 %), metres, of any other position without one.
  /// Source: chosen; a position by hand is that of a town.
  package var errorOfPlace = 1000.0

  package init() {}
}

/// How a declination is judged.
package struct DeclinationParameters: Equatable, Sendable {
  /// The error (68 %) of a declination by hand, degrees.
  /// Source: chosen; it is read off a map or another program.
  package var errorByHand = 0.5
  /// The difference from the model, in standard deviations, that contradicts a declination by hand.
  /// Source: three standard deviations.
  package var contradiction = 3.0
  /// The error (68 %) of the declination, degrees, up to which the model's field is expected.
  /// Source: chosen; a position with a larger error does not determine the field.
  package var largestError = 10.0
  /// The error (68 %) of a position, metres, up to which it has a declination.
  /// Source: chosen.
  package var largestPositionError = 1_000_000.0

  package init() {}
}

/// Which changes are reported.
package struct ChangeParameters: Equatable, Sendable {
  /// The silence, s, after which a sensor is reported as lost, unless it is slow.
  /// Source: chosen.
  package var longestSilence = 1.0
  /// The time, s, after a gap in which a silent sensor is not reported as lost.
  /// Source: chosen; slow sensors need time to start.
  package var gapTolerance = 5.0
  /// The change of the distance, metres, with which a bearing is sent again.
  /// Source: chosen.
  package var distance = 10.0
  /// The same of the bearing's error (68 %), degrees.
  /// Source: chosen.
  package var error = 0.1
  /// The same of the bearing, degrees.
  /// Source: chosen.
  package var bearing = 0.01
  /// The ratio of two terms of the heading's error from which the reason of the larger one stands first.
  /// Source: chosen; the noise of a term must not change the order from one reading to the next.
  package var reasonMargin = 1.5

  package init() {}
}
