/// How one of several magnetometers is chosen, and when two of them disagree.
package struct RedundancyParameters: Equatable, Sendable {
  /// How two magnetometers are compared.
  package var comparison = FieldComparisonParameters()
  /// When another magnetometer takes over.
  package var choice = SensorChoiceParameters()

  package init() {}
}

/// How two magnetometers are compared.
package struct FieldComparisonParameters: Equatable, Sendable {
  /// The time, s, over which fields are averaged for one comparison.
  /// Source: chosen; noise and the difference of the chips' instants hardly count over it.
  package var window = 0.2
  /// The least difference, degrees, that is a disagreement.
  /// Source: derived; the entry threshold of interference, 17 % of the field.
  package var leastDifference = 10.0
  /// The difference, in standard deviations, that is a disagreement.
  /// Source: three standard deviations.
  package var significance = 3.0
  /// The difference of the two chips' delays, s.
  /// Source: 12 ms were measured with one device, 35 ms with another.
  package var delayDifference = 0.02
  /// The largest limit, degrees, with which two are still compared.
  /// Source: chosen; a larger one detects no fault that matters.
  package var largestLimit = 30.0
  /// The error of the heading, degrees, while two disagree by an unknown angle.
  /// Source: chosen; well beyond what is called accurate.
  package var unknownDifference = 20.0
  /// The part of the limit under which two agree again.
  /// Source: chosen.
  package var release = 0.6
  /// Comparisons in a row over the limit until two disagree.
  /// Source: chosen; 1 s.
  package var comparisonsOver = 5
  /// Comparisons in a row under it until they agree again.
  /// Source: chosen; 3 s.
  package var comparisonsUnder = 15
  /// The path of the field in the device, in strengths, that replaces a learned relation: at least this,
  /// and as far as the old one was learned over.
  /// Source: derived; 2π for one turn.
  package var shortestPath = 6.0
  /// The most of that path.
  /// Source: chosen; about ten turns.
  package var longestPath = 60.0
  /// The mean square of the residual, in expected ones, below which a relation holds.
  /// Source: derived; two standard deviations.
  package var largestMisfit = 4.0
  /// The volume of a relation below which one of the two lacks an axis, or is mirrored.
  /// Source: chosen; a rotation has 1, a lost axis 0.
  package var leastVolume = 0.3
  /// The standard deviation, as part of the strength, of the difference between two good magnetometers.
  /// Source: chosen on recordings of pairs; the room's gradient over some centimetres.
  package var noise = 0.02
  /// The time, s, in which the offset walks by `noise`.
  /// Source: chosen; 1 µT in 6 h, some degrees of temperature.
  package var offsetWalkTime = 21_600.0
  /// The distance, in strengths, from which two fields are different.
  /// Source: chosen; 9° of turning.
  package var fieldStep = 0.15
  /// The standard deviation of a gain below which the volume is known.
  /// Source: chosen.
  package var gainError = 0.1
  /// By which part a specific force may differ from gravity's.
  /// Source: chosen; a walking hand does so between two steps.
  package var gravityTolerance = 0.15

  package init() {}
}

/// When another sensor takes over.
package struct SensorChoiceParameters: Equatable, Sendable {
  /// The silence, s, after which a sensor is lost, unless it is slow.
  /// Source: chosen; six samples of the slowest usual rate, 20 Hz.
  package var longestSilence = 0.3
  /// How long, s, evidence against a working magnetometer must last.
  /// Source: chosen; a change discards the learned field.
  package var evidenceTime = 5.0
  /// How long, s, a magnetometer must work before it is preferred; twice that for each failure.
  /// Source: chosen.
  package var provenTime = 3.0
  /// How often that doubles.
  /// Source: derived; a quarter of an hour.
  package var mostDoublings = 8
  /// The noise, as part of the field, that is a fault beside a quieter magnetometer.
  /// Source: derived; 1 µT, three degrees in a horizontal field of 20 µT.
  package var largeNoise = 0.02
  /// How many times noisier it must be.
  /// Source: chosen.
  package var noiseRatio = 5.0
  /// The interval, s, that is a fault beside a magnetometer of half of it.
  /// Source: chosen; below 5 Hz the field of a turning hand is lost.
  package var longInterval = 0.2
  /// The turn rate, rad/s, above which noise is not measured.
  /// Source: derived; at 0.5 rad/s and 20 Hz a turn bends by 0.03 µT of 48.
  package var turning = 0.5
  /// The time, s, after such a turn.
  /// Source: chosen; two samples at 20 Hz.
  package var settling = 0.1
  /// The silence, s, after which a magnetometer is no longer compared.
  /// Source: chosen.
  package var comparedSilence = 2.0

  package init() {}
}
