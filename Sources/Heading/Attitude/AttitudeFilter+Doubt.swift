private import Glibc
import Quantities

extension AttitudeFilter {
  /// rad, 68 %: how far north may be off for what no field of the moment shows: that another one was
  /// believed before, or that the Earth's model knows another one here.
  var doubt: Double { hypot(disturbance.northDoubt.angle68, modelDoubt) }

  /// rad: how far north may be off because the Earth's model knows another field here, and the device
  /// has not turned in this one yet.
  ///
  /// A field that stays the same through a turn is the place's, bent by a building; one that was only
  /// seen at rest may be that of a wrong calibration.
  private var modelDoubt: Double {
    guard let expected, unit == 1, isCalibrated else { return 0 }
    return disturbance.northDoubt.unprovenShare * expected.doubt(of: referenceField)
  }

  /// What the model has against the field, where that makes a doubt.
  var modelReasons: HeadingEstimate.Conditions {
    guard modelDoubt > 0, let expected else { return [] }
    return expected.reason(against: referenceField)
  }
}
