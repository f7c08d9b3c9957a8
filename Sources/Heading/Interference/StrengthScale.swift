import Quantities

/// The gain of a magnetometer chip: measured strength / the strength by the geomagnetic model. Gains are
/// off by up to a quarter.
///
/// Only learned once the device has turned in the field: one seen only at rest may contain a magnet attached to the
/// device, and its gain error would be learned instead.
struct StrengthScale {
  private var mean: ScalarLowPass
  /// s for which it has been learned.
  private var learned = 0.0
  /// µT: by this strength of the model's.
  private var expected = 0.0

  /// s: the time constant of the mean.
  private let memory: Double
  /// s. Less may be an accident of the spot.
  private let shortest: Double
  /// Part by which the model's strength may change as the device travels; with more it is another position.
  private let travel: Double

  init(parameters: FieldMonitorParameters) {
    (memory, shortest) = (parameters.fieldTimeConstant, parameters.secondsUntilReferenceIsTrusted)
    travel = parameters.roomVariation
    mean = ScalarLowPass(timeConstant: memory)
  }

  /// Discards what was learned.
  mutating func forget() {
    (mean, learned, expected) = (ScalarLowPass(timeConstant: memory), 0, 0)
  }

  /// `nil` before it has been learned for long enough, or where it was learned at another position.
  func value(for field: ExpectedField) -> Double? {
    learned > shortest && isOf(field) ? mean.value : nil
  }

  /// Takes the strength of a proven reference field, µT, for `interval` s.
  ///
  /// - Parameter field: `nil` where the position is not known; then nothing is learned.
  mutating func update(measured: Double, expected field: ExpectedField?, interval: Double) {
    guard let field, field.strength > 0 else { return }
    if !isOf(field) {
      forget()
      expected = field.strength
    }
    learned += interval
    mean.update(measured / field.strength, interval: interval)
  }

  private func isOf(_ field: ExpectedField) -> Bool {
    abs(field.strength - expected) < travel * expected
  }
}
