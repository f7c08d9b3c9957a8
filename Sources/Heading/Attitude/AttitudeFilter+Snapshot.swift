import Quantities

extension AttitudeFilter {
  /// What the filter says of one instant.
  struct Snapshot {
    /// Body → earth.
    var attitude: Quaternion
    /// rad/s, body frame.
    var rate: Vector3
    /// What the error is made from, as far as this filter has it.
    var covarianceTerms: CovarianceTerms
    var fieldTerms: FieldTerms
    var gyroTerms: GyroTerms
    var hasSettled: Bool
    var quality: FieldQuality
    /// What speaks against the field, where it is disturbed or doubted.
    var reasons: HeadingEstimate.Conditions
    var surroundings: Surroundings
    /// What disturbs; `nil` where nothing does.
    var disturbance: DisturbanceKind?
    /// µT: the horizontal part of the place's field.
    var horizontal: Double
    /// µT: the strength of the reference field.
    var strength: Double
  }

  /// How things stand at `time`, which is not before the newest sample.
  @inline(__always)  // a call would copy the filter
  func snapshot(at time: Timestamp) -> Snapshot {
    Snapshot(
      attitude: attitude(at: time), rate: rate, covarianceTerms: covarianceTerms,
      fieldTerms: fieldTerms, gyroTerms: gyroTerms, hasSettled: hasSettled, quality: quality,
      reasons: surroundings.isDisturbed ? reasons : modelReasons, surroundings: surroundings,
      disturbance: disturbance.kind,
      horizontal: (disturbance.isWidened ? disturbance.reference : reference).horizontal,
      strength: referenceField.length)
  }
}

extension AttitudeFilter {
  private var reasons: HeadingEstimate.Conditions {
    canBeTheEarths(referenceField) ? quality.reasons : .interferenceStrength
  }
}
