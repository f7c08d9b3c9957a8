import Quantities

/// What whoever reads the magnetometer knows of it, which its silence alone tells late or wrongly.
package enum FieldSupply: Equatable, Sendable {
  /// What is measured is handed on, or nobody knows better.
  case flowing
  /// It measures, and that is not to be believed for a moment, as while a motor runs beside it.
  case withheld
  /// It measures no more.
  case lost

  /// s of silence after which a magnetometer that should be heard is missing: with a tick and the wait
  /// for samples on their way less than a quarter of a second after it was unplugged.
  private static let silence = 0.2
  /// s. Two clicks of a motor and its settling take 0.39.
  private static let withheldSilence = 0.45

  /// Whether the magnetometer is there.
  func isAlive(_ field: SensorActivity, at time: Timestamp) -> Bool {
    switch self {
    case .flowing: field.isAlive(at: time, atLeast: Self.silence)
    case .withheld: field.isAlive(at: time, atLeast: Self.withheldSilence)
    case .lost: false
    }
  }
}
