private import Glibc
import Quantities

/// The attitude of field and gravity alone, for boards without a gyro.
///
/// Without an accelerometer the device is taken to be level.
struct TiltCompass {
  private var field: VectorLowPass
  private var force: VectorLowPass
  private var lastField: Timestamp?
  private var lastForce: Timestamp?
  /// `nil` until a field that has a direction was seen.
  private(set) var tracker: TurnTracker?
  private(set) var motion = MotionLevel()
  private let parameters: HeadingParameters
  /// s. How slowly the expected inclination follows.
  private let inclinationTimeConstant: Double

  init(_ parameters: HeadingParameters, _ fieldParameters: FieldMonitorParameters) {
    self.parameters = parameters
    inclinationTimeConstant = fieldParameters.fieldTimeConstant
    field = VectorLowPass(timeConstant: parameters.withoutGyro.averaging)
    force = VectorLowPass(timeConstant: parameters.withoutGyro.averaging)
  }

  /// s of field in the average.
  var elapsed: Double { field.elapsed }

  /// The specific force over the last moments, body frame, m/s²; `nil` before any.
  var meanForce: Vector3? { force.value }

  /// Whether gravity has been seen.
  var knowsTilt: Bool { force.value?.normalized != nil }

  /// Takes a calibrated field (µT, body frame).
  mutating func update(field sample: Vector3, isDisturbed: Bool, at time: Timestamp) {
    let interval = lastField.map { time.seconds(since: $0) } ?? 0
    lastField = time
    _ = field.update(sample, interval: interval)
    if !knowsTilt { tracker?.update(force: Vector3(0, 0, -standardGravity), at: time) }
    if tracker == nil {
      let level = Vector3(0, 0, -standardGravity)
      tracker = TurnTracker(
        force: knowsTilt ? meanForce ?? level : level, field: sample, at: time,
        inclinationTimeConstant: inclinationTimeConstant, parameters)
    }
    tracker?.update(field: sample, isDisturbed: isDisturbed, at: time)
    if let tracker, tracker.isLost, let meanForce, let meanField = field.value {
      self.tracker?.realign(force: meanForce, field: meanField)
    }
    if let tracker { motion.update(tracker, interval: interval, parameters.withoutGyro) }
  }

  /// Discards "down": the accelerometer is stale, and the device may be tilted otherwise since.
  mutating func forgetForce() {
    force = VectorLowPass(timeConstant: parameters.withoutGyro.averaging)
    (lastForce, tracker) = (nil, nil)
  }

  /// Takes a specific force (m/s², body frame).
  mutating func update(force sample: Vector3, at time: Timestamp) {
    let knewTilt = knowsTilt
    let interval = lastForce.map { time.seconds(since: $0) } ?? 0
    lastForce = time
    _ = force.update(sample, interval: interval)
    // What was only taken to be level is no attitude to go on from.
    if knowsTilt, !knewTilt { tracker = nil }
    tracker?.update(force: sample, at: time)
  }
}
