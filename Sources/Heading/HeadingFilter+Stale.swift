import Quantities
import SensorCalibration

extension HeadingFilter {
  /// s between the fields by which the calibration is judged.
  private static let staleCheckInterval = 0.1

  /// Looks whether the calibration still makes the strength the same in every direction, by a field
  /// that nothing disturbs but what turns with the device.
  mutating func judgeCalibration(by raw: Vector3, at time: Timestamp) {
    let isDisturbed =
      attitude.isRunning
      ? attitude.surroundings.isDisturbed && attitude.disturbance.kind?.kind != .device
      : monitor.state != .undisturbed
    guard !isDisturbed, health.isBelieved else { return }
    if let last = calibrationJudged, time.seconds(since: last) < Self.staleCheckInterval { return }
    calibrationJudged = time
    calibrationInForce?.take(raw, at: time)
  }

  /// What the term of a calibration that no longer fits is made from; `nil` for one that fits.
  ///
  /// - Parameters:
  ///   - strength: of the reference field, in the magnetometer's unit.
  ///   - horizontal: the part of it that points to north.
  func staleCalibration(strength: Double, horizontal: Double) -> CalibrationTerms.Stale? {
    guard let calibrationInForce, calibrationInForce.isStale else { return nil }
    return CalibrationTerms.Stale(
      spread: calibrationInForce.spread ?? 0, strength: strength, horizontal: horizontal)
  }
}
