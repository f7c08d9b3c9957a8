/// What a chip makes of the Earth's strength, as a part of it: gains are off by up to a quarter.
///
/// Learned while the field fits that the device has turned in: a field that was only seen at rest may be a
/// magnet's on the device, and would teach that magnet.
struct StrengthScale {
  private var mean = Self.unknown
  /// s for which it has been learned.
  private var learned = 0.0
  /// µT: by this strength of the model's.
  private var expected = 0.0

  private static var unknown: ScalarLowPass { ScalarLowPass(timeConstant: 60) }
  /// s. Less may be an accident of the spot.
  private static let shortest = 10.0
  /// Part by which the model's strength may change as the device travels; with more it is another place's.
  private static let travel = 0.05

  /// `nil` before it has been learned for long enough, or where it was by another place's field.
  func value(for field: ExpectedField) -> Double? {
    learned > Self.shortest && isOf(field) ? mean.value : nil
  }

  /// Takes in the strength of a proven field, µT, for `interval` s.
  ///
  /// - Parameter field: `nil` where nobody knows what it should be; then nothing is learned.
  mutating func update(measured: Double, expected field: ExpectedField?, interval: Double) {
    guard let field, field.strength > 0 else { return }
    if !isOf(field) { (mean, learned, expected) = (Self.unknown, 0, field.strength) }
    learned += interval
    mean.update(measured / field.strength, interval: interval)
  }

  private func isOf(_ field: ExpectedField) -> Bool {
    abs(field.strength - expected) < Self.travel * expected
  }
}
