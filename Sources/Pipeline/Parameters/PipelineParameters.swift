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
  /// Of the events.
  package var changes = ChangeParameters()
  /// Of gaps of time.
  package var timeline = TimelineParameters()

  package init() {}
}

/// When timestamps are no longer one course of time.
package struct TimelineParameters: Equatable, Sendable {
  /// How long, s, time goes on without a measurement; more is a gap. After one a sensor that is silent for
  /// no longer is not reported as lost.
  /// Source: chosen; `silence` in docs/protocol.md. Slow sensors need time to start.
  package var longestSilence = 5.0

  package init() {}
}

/// How positions are judged.
package struct PositionParameters: Equatable, Sendable {
  /// The error (68 %), metres, of a position that comes without one.
  package struct AssumedError: Equatable, Sendable {
    /// Of a receiver's fix.
    package var fix: Double
    /// Of any other position.
    package var other: Double
  }

  /// The ages, s, of a position that is neither the present nor an old one: up to the lower one a fix is
  /// the present position, above the upper one a position is reported as old.
  /// Source: chosen; `position.status` and `position_old` in docs/protocol.md.
  package var lastKnownAge = 10.0...86_400.0
  /// Of a fix and of any other position.
  /// Source: chosen; `alignment` in docs/protocol.md. A position by hand is that of a town.
  package var assumedError = AssumedError(fix: 30, other: 1000)

  package init() {}
}

/// How a declination is judged.
package struct DeclinationParameters: Equatable, Sendable {
  /// The error (68 %) of a declination by hand, degrees.
  /// Source: chosen; it is read off a map or another program.
  package var errorByHand = 0.5
  /// The error (68 %) of a position, metres, up to which the magnetic model is asked for its field.
  /// Source: chosen.
  package var largestPositionError = 1_000_000.0

  package init() {}
}

/// Which changes are reported.
package struct ChangeParameters: Equatable, Sendable {
  /// The silence, s, after which a sensor is reported as lost, unless it is slow.
  /// Source: chosen.
  package var longestSilence = 1.0
  /// The ratio of two terms of the heading's error from which the reason of the larger one stands first.
  /// Source: chosen; the noise of a term must not change the order from one reading to the next.
  package var reasonMargin = 1.5

  package init() {}
}
