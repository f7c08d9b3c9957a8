package import Quantities

/// What a tumble showed of accelerometer and gyro.
package struct InertialReport: Equatable, Sendable {
  /// `nil` where neither was calibrated.
  package var calibration: InertialCalibration?
  package var reasons: [InertialReason] = []
  /// Poses, different from each other, in which the device rested.
  package var restCount = 0
  /// The standard deviation of the inclination over the log's rests, degrees, with the magnetometer's
  /// calibration alone and with this one; `nil` without field or with fewer than three rests.
  package var inclinationSpread: (before: Double, after: Double)?
  /// Magnetometer's axes → the accelerometer's, with its covariance; `nil` without field.
  package var magnetometer: Misalignment?
  /// s, of the field against the turn rate; `nil` without either.
  package var fieldDelay: Double?

  package init() {}

  package static func == (a: Self, b: Self) -> Bool {
    a.calibration == b.calibration && a.reasons == b.reasons && a.restCount == b.restCount
      && a.inclinationSpread?.before == b.inclinationSpread?.before
      && a.inclinationSpread?.after == b.inclinationSpread?.after
      && a.magnetometer == b.magnetometer && a.fieldDelay == b.fieldDelay
  }
}
