import Quantities

/// The Earth's field by the geomagnetic model at the position of the device, and the gain by which this
/// magnetometer measures its strength.
struct EarthModel {
  /// The Earth's field here; `nil` where the position is not known.
  var expected: ExpectedField?
  /// Learned in proven reference fields.
  private(set) var strengthScale: StrengthScale
  /// Which fields it explains.
  private let tolerance: ModelTolerance

  init(parameters: FieldMonitorParameters) {
    strengthScale = StrengthScale(parameters: parameters)
    tolerance = ModelTolerance(part: parameters.modelTolerance)
  }

  /// Takes the strength of a proven reference field, µT, for `interval` s.
  mutating func learn(strength: Double, interval: Double) {
    strengthScale.update(measured: strength, expected: expected, interval: interval)
  }

  /// Discards what was learned: another magnetometer has another gain.
  mutating func forgetMagnetometer() { strengthScale.forget() }

  /// Which of two fields (earth frame, µT) the model explains; `nil` where both or neither.
  func prefers(_ candidate: Vector3, to reference: Vector3) -> Bool? {
    guard let expected else { return nil }
    switch (
      expected.explains(candidate, within: tolerance),
      expected.explains(reference, within: tolerance)
    ) {
    case (true, false): return true
    case (false, true): return false
    default:
      return prefersByScale(reference, to: candidate, expected) ? false : nil
    }
  }

  private func prefersByScale(
    _ other: Vector3, to field: Vector3, _ expected: ExpectedField
  ) -> Bool {
    expected.prefers(other, to: field, by: strengthScale, within: tolerance)
  }

  /// Which test a field (earth frame, µT) fails that the model does not explain; empty without a model.
  func reason(against field: Vector3) -> HeadingEstimate.Conditions {
    expected?.reason(against: field, within: tolerance) ?? []
  }

  /// rad, 68 %: how far north may be off because the model expects another field here than `reference`
  /// (earth frame, µT), and the device has not turned in that yet.
  ///
  /// A field that stays the same through a turn is the Earth's, bent by a building; one that was only
  /// seen at rest may be that of a wrong calibration.
  ///
  /// - Parameter unprovenShare: `NorthUncertainty.unprovenShare`.
  func northError68(of reference: Vector3, unprovenShare: Double) -> Double {
    guard let expected else { return 0 }
    return unprovenShare * expected.northError68(of: reference, within: tolerance)
  }
}
