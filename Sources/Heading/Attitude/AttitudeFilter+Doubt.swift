import Quantities

extension AttitudeFilter {
  /// rad: how far north may be off because the Earth's model knows another field here, and the device
  /// has not turned in this one yet.
  ///
  /// A field that stays the same through a turn is the place's, bent by a building; one that was only
  /// seen at rest may be that of a wrong calibration.
  var modelDoubt: Double {
    guard let expected, unit == 1, isCalibrated else { return 0 }
    return disturbance.northDoubt.unprovenShare * expected.doubt(of: referenceField)
  }

  /// What the model has against the field, where that makes a doubt.
  var modelReasons: HeadingEstimate.Conditions {
    guard modelDoubt > 0, let expected else { return [] }
    return expected.reason(against: referenceField)
  }
}
