/// The tolerances of one chip: of its accelerometer and of its gyro, where it has them.
package struct ChipTolerances: Equatable, Sendable {
  /// `nil` without an accelerometer.
  package var accelerometer: InertialTolerances.Accelerometer?
  /// `nil` without a gyro.
  package var gyro: InertialTolerances.Gyro?

  package init(
    accelerometer: InertialTolerances.Accelerometer? = nil, gyro: InertialTolerances.Gyro? = nil
  ) {
    (self.accelerometer, self.gyro) = (accelerometer, gyro)
  }
}

extension InertialTolerances {
  /// The tolerances of an accelerometer and a gyro that may be in two chips.
  ///
  /// - Parameters:
  ///   - accelerometer: the chip with the accelerometer; the cheap board's where it has none.
  ///   - gyro: the chip with the gyro; the cheap board's where it has none.
  package init(accelerometerOf accelerometer: ChipTolerances?, gyroOf gyro: ChipTolerances?) {
    self.init(
      accelerometer: accelerometer?.accelerometer ?? .cheapBoard, gyro: gyro?.gyro ?? .cheapBoard)
    areOfNamedChips = accelerometer?.accelerometer != nil && gyro?.gyro != nil
  }
}
