/// How one of several magnetometers is chosen, and when two of them disagree.
///
/// What is a disagreement follows from the interference that the filter detects
/// (`FieldMonitorParameters`), and how well the delays are known from `HeadingParameters`.
package struct RedundancyParameters: Equatable, Sendable {
  /// How two magnetometers are compared.
  package var comparison = FieldComparisonParameters()
  /// When another magnetometer takes over.
  package var choice = SensorChoiceParameters()

  package init() {}
}

/// How two magnetometers are compared.
package struct FieldComparisonParameters: Equatable, Sendable {
  /// The numbers of comparisons in a row that decide.
  package struct Dwell: Equatable, Sendable {
    /// Comparisons in a row over the limit after which two magnetometers disagree.
    package var disagree: Int
    /// Comparisons in a row within the limit after which they agree again.
    package var agree: Int
  }

  /// The time, s, over which fields are averaged for one comparison. A magnetometer with a longer interval
  /// is slow.
  /// Source: chosen; noise and the difference of the chips' instants hardly count over it, and below 5 Hz
  /// the field of a turning hand is lost.
  package var window = 0.2
  /// The comparisons in a row that decide.
  /// Source: chosen; 1 s and 3 s.
  package var dwell = Dwell(disagree: 5, agree: 15)
  /// The largest limit, degrees, with which two are still compared; also the error of the heading where
  /// they disagree by an unknown angle.
  /// Source: chosen; a larger one detects no fault that matters.
  package var largestLimit = 30.0
  /// The path of the field in the device, in strengths, after which a learned relation is replaced: as far
  /// as the old one was learned over, within these bounds.
  /// Source: chosen; one turn (2π) and ten.
  package var relearnedPath = 6.0...60.0
  /// The standard deviation, as part of the strength, of the difference between two good magnetometers.
  /// One with more noise than that is noisy.
  /// Source: chosen on recordings of pairs; the room's gradient over some centimetres. Noise of 2 % is
  /// 0.9 µT, three degrees in a horizontal field of 20 µT.
  package var noise = 0.02
  /// The time, s, in which the offset walks by `noise`.
  /// Source: chosen; 1 µT in 6 h, some degrees of temperature.
  package var offsetWalkTime = 21_600.0

  package init() {}
}

/// When another sensor takes over.
package struct SensorChoiceParameters: Equatable, Sendable {
  /// How long, s, evidence against a working magnetometer must last.
  /// Source: chosen; a change discards the learned field.
  package var evidenceTime = 5.0
  /// How long, s, a magnetometer must work before it is preferred: the least, twice as long for each
  /// failure, and the most.
  /// Source: chosen; 13 minutes at the most.
  package var provenTime = 3.0...768.0

  package init() {}
}
