package import Quantities

/// What is known of a sample beside the sensors: labels for scoring, never read by the pipeline.
package struct TraceTruth: Equatable, Sendable {
  /// Degrees clockwise of the sensor's x axis, in [0, 360).
  package var headingDegrees: Double?
  /// Sensor frame → east, north, up.
  package var attitude: Quaternion?
  /// Whether the device was in motion.
  package var isMoving: Bool?
  /// µT by which the field differs from the undisturbed one, 0 or more.
  package var fieldDeviationMicrotesla: Double?

  package init(
    headingDegrees: Double? = nil, attitude: Quaternion? = nil, isMoving: Bool? = nil,
    fieldDeviationMicrotesla: Double? = nil
  ) {
    self.headingDegrees = headingDegrees
    self.attitude = attitude
    self.isMoving = isMoving
    self.fieldDeviationMicrotesla = fieldDeviationMicrotesla
  }
}
