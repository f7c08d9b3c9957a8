import Quantities
import SensorCalibration

/// Whether the calibration still makes the strength the same in every direction.
struct CalibrationCheck {
  /// `nil` without a calibration, and with one from a level turn, which makes the strength the same only
  /// while the device is level.
  private var inForce: CalibrationInForce?
  /// When a field was last taken.
  private var last: Timestamp?
  /// s between the fields that are taken.
  private let interval: Double

  init(_ calibration: Calibration?, _ parameters: HeadingParameters) {
    interval = parameters.updateInterval
    guard let calibration, !calibration.isLevelOnly else { return }
    inForce = CalibrationInForce(calibration)
  }

  /// Whether the calibration no longer fits.
  var isStale: Bool { inForce?.isStale ?? false }

  /// The standard deviation of the strength over directions, as a part of it; `nil` while it is not known.
  var spread: Double? { inForce?.spread }

  /// Whether a field of `time` would be taken.
  func isDue(at time: Timestamp) -> Bool {
    last.map { time.seconds(since: $0) >= interval } ?? true
  }

  /// Takes a field as it was read, disturbed at most by magnets on the device.
  mutating func take(_ raw: Vector3, at time: Timestamp) {
    last = time
    inForce?.take(raw, at: time)
  }

  /// Times have jumped.
  mutating func forgetTime() { last = nil }
}
