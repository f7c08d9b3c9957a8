import Quantities

/// The Earth's field by the geomagnetic model at the position of the device, and the gain by which this
/// magnetometer measures its strength.
struct EarthModel {
  /// The Earth's field here; `nil` where the position is not known.
  var expected: ExpectedField? {
    didSet { discardContradictionElsewhere() }
  }
  /// Learned in proven reference fields.
  private(set) var strengthScale: StrengthScale
  /// Which fields it explains.
  private let tolerance: ModelTolerance
  /// The newest contradiction of the reference field: the error of north, rad, 68 %, when it was, and what was expected.
  private var contradiction: (error: Double, time: Timestamp, expected: ExpectedField?)?
  /// s for which the model has to explain a reference field that it contradicted before.
  private let agreement: Double
  /// Part of the model's strength, and rad of its inclination: no smaller change is another place.
  private let samePlace: Double

  init(parameters: FieldMonitorParameters) {
    strengthScale = StrengthScale(parameters: parameters)
    tolerance = ModelTolerance(part: parameters.modelTolerance)
    agreement = parameters.secondsUntilReferenceIsTrusted
    samePlace = parameters.roomVariation
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

  /// Takes the reference field (earth frame, µT) of `time`.
  ///
  /// With a wrong calibration the strength changes as the device turns, and passes through that of the Earth: one
  /// agreement takes no contradiction back.
  mutating func compare(_ reference: Vector3, at time: Timestamp) {
    let error = northError68(of: reference)
    if error > 0 {
      contradiction = (error, time, expected)
    } else if let former = contradiction, abs(time.seconds(since: former.time)) > agreement {
      contradiction = nil
    }
  }

  /// What the model contradicted at another place says nothing of this one. Not each new answer is of another place: it
  /// is asked every 111 m.
  private mutating func discardContradictionElsewhere() {
    guard let former = contradiction?.expected, let expected else {
      if contradiction?.expected != expected { contradiction = nil }
      return
    }
    if !expected.isNear(former, within: samePlace) { contradiction = nil }
  }

  /// rad, 68 %: how far north may be off because the model expects another field here than `reference`
  /// (earth frame, µT), and the device has not turned in that yet.
  ///
  /// A field that stays the same through a turn is the Earth's, bent by a building; one that was only
  /// seen at rest may be that of a wrong calibration. One that is further off than any building bends it stays wrong: an
  /// accelerometer that is mounted upside down, for example, turns with the device and reverses the inclination.
  ///
  /// - Parameter unprovenShare: `NorthUncertainty.unprovenShare`.
  func northError68(of reference: Vector3, unprovenShare: Double) -> Double {
    let error = northError68(of: reference)
    let isOpposed = expected.map { $0.isOpposed(to: reference) } ?? false
    return max(unprovenShare * max(error, contradiction?.error ?? 0), isOpposed ? error : 0)
  }

  /// rad, 68 %: the same for a device that has not turned. Where the position is not known, only a strength that the
  /// Earth's field has nowhere contradicts the reference.
  private func northError68(of reference: Vector3) -> Double {
    if let expected { return expected.northError68(of: reference, within: tolerance) }
    guard !plausibleStrength.contains(reference.length) else { return 0 }
    return ExpectedField(strength: middleStrength, inclination: reference.inclination)
      .northError68(of: reference, within: tolerance)
  }
}
