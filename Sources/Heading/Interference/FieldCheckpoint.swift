import Quantities

/// What the filter with a gyro expects of the field: saved while the covariance is not
/// inflated, restored after a disturbance.
struct FieldCheckpoint: Equatable {
  /// Hard iron that the calibration left, body frame, µT, and its variance along each axis, µT².
  var hardIron = Vector3.zero
  var hardIronVariance: Vector3
  var reference = ReferenceField()
  /// µT², of the two parts of the reference.
  var horizontalVariance = 0.0
  var downVariance = 0.0
}
