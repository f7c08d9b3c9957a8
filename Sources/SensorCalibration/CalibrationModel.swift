/// By how many parameters a calibration is described.
package enum CalibrationModel: String, CaseIterable, Sendable {
  /// An offset only.
  case sphere
  /// An offset, and a gain for each axis.
  case axisScaled = "axis_scaled"
  /// An offset and a full symmetric matrix.
  case ellipsoid
  /// An offset in the plane of a level turn; it says nothing of a tilted device.
  case horizontalCircle = "horizontal_circle"
}
