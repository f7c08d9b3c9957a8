import Quantities
import SensorCalibration

/// Whether the calibration still makes the strength the same in every direction.
struct CalibrationCheck {
  /// What the calibration leaves in the heading.
  let error: CalibrationHeadingError
  /// `nil` without a calibration, and with one from a level turn, which makes the strength the same only
  /// while the device is level.
  private var inForce: CalibrationInForce?
  /// When a field was last taken.
  private var last: Timestamp?
  /// s between the fields that are taken.
  private let interval: Double

  init(
    _ calibration: Calibration?, _ parameters: HeadingParameters,
    _ errorParameters: ErrorBudgetParameters
  ) {
    error = CalibrationHeadingError(calibration, errorParameters)
    interval = parameters.updateInterval
    guard let calibration, !calibration.isLevelOnly else { return }
    inForce = CalibrationInForce(calibration)
  }

  /// Whether the calibration no longer fits. Stored, because each reading asks for it.
  private(set) var isStale = false
  /// The standard deviation of the strength over directions, as a part of it; `nil` while it is not known.
  private var spread: Double?

  /// Whether a field of `time` would be taken.
  func isDue(at time: Timestamp) -> Bool {
    last.map { time.seconds(since: $0) >= interval } ?? true
  }

  /// Takes a field as it was read, disturbed at most by magnets on the device.
  mutating func take(_ raw: Vector3, at time: Timestamp) {
    last = time
    inForce?.take(raw, at: time)
    (isStale, spread) = (inForce?.isStale ?? false, inForce?.spread)
  }

  /// What the term of a calibration that no longer fits is made from; `nil` for one that fits.
  ///
  /// - Parameters:
  ///   - strength: of the reference field, in the magnetometer's unit.
  ///   - horizontal: the part of it that points to north.
  func staleTerm(strength: Double, horizontal: Double) -> CalibrationTerms.Stale? {
    guard isStale else { return nil }
    return CalibrationTerms.Stale(spread: spread ?? 0, strength: strength, horizontal: horizontal)
  }

  /// Times have jumped.
  mutating func forgetTime() { last = nil }
}
