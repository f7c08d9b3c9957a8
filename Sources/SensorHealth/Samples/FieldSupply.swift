package import Quantities

/// Whether samples of the magnetometer can be expected, as its reader knows: a missing sample alone shows it
/// late or wrongly.
package enum FieldSupply: Equatable, Sendable {
  /// Samples are expected.
  case flowing
  /// It measures, and its samples are withheld for a moment, as while a motor runs next to it.
  case withheld
  /// It measures no more.
  case lost

  /// The silence, s, after which a magnetometer is missing.
  /// Source: derived; with a tick and the samples on their way a quarter of a second after the unplugging.
  private static let silence = 0.2
  /// The same while it is blanked, s. Source: derived; two clicks of a motor and its settling take 0.39.
  private static let withheldSilence = 0.45

  /// Whether the magnetometer is there.
  package func isAlive(_ field: SensorActivity, at time: Timestamp) -> Bool {
    switch self {
    case .flowing: field.isAlive(at: time, atLeast: Self.silence)
    case .withheld: field.isAlive(at: time, atLeast: Self.withheldSilence)
    case .lost: false
    }
  }
}
