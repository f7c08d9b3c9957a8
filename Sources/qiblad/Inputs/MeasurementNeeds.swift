/// What needs measurements, so that the sensors have to be read (`[sensors] pause_after_s`).
///
/// The refinement of a calibration is none: it uses what is measured anyway.
struct MeasurementNeeds: Equatable, Sendable {
  /// Whether a client of either socket is connected.
  var hasClient = false
  /// Whether there is a motor that plays the patterns of events.
  var hasMotor = false
  /// Whether the inputs are recorded.
  var isRecording = false
  /// Whether samples are collected for a calibration.
  var isCollecting = false

  /// Whether there is one.
  var areThere: Bool { hasClient || hasMotor || isRecording || isCollecting }
}
