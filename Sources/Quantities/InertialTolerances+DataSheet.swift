/// Tolerances in the units of data sheets.
extension InertialTolerances {
  /// The standard deviation of an even distribution from −limit to limit.
  package static func limits(_ limit: Double) -> Double { limit / 3.0.squareRoot() }

  /// One figure for axes with different ones: their root mean square.
  package static func axes(_ x: Double, _ y: Double, _ z: Double) -> Double {
    ((x * x + y * y + z * z) / 3).squareRoot()
  }
}

extension InertialTolerances.Accelerometer {
  /// The tolerances of a data sheet. A figure that it does not have (`nil`) is that of the cheap board.
  ///
  /// - Parameters:
  ///   - milliG: zero-g offset, mg.
  ///   - milliGPerKelvin: its change with the temperature, mg/K.
  ///   - scalePercent: sensitivity, %.
  ///   - crossAxisPercent: cross-axis sensitivity, %; 1 % of another axis is a turn of 0.01 rad.
  package init(
    milliG: Double? = nil, milliGPerKelvin: Double? = nil, scalePercent: Double? = nil,
    crossAxisPercent: Double? = nil
  ) {
    self.init(
      offset: milliG.map { $0 * 1e-3 * standardGravity } ?? Self.cheapBoard.offset,
      offsetPerKelvin: milliGPerKelvin.map { $0 * 1e-3 * standardGravity }
        ?? Self.cheapBoard.offsetPerKelvin,
      scale: scalePercent.map { $0 / 100 } ?? Self.cheapBoard.scale,
      crossAxis: crossAxisPercent.map { $0 / 100 } ?? Self.cheapBoard.crossAxis)
  }
}

extension InertialTolerances.Gyro {
  /// The tolerances of a data sheet. A figure that it does not have (`nil`) is that of the cheap board.
  ///
  /// - Parameters:
  ///   - degreesPerSecond: zero-rate level, °/s.
  ///   - degreesPerSecondPerKelvin: its change with the temperature, °/s/K.
  ///   - scalePercent: sensitivity, %.
  ///   - crossAxisPercent: cross-axis sensitivity, %; 1 % of another axis is a turn of 0.01 rad.
  package init(
    degreesPerSecond: Double? = nil, degreesPerSecondPerKelvin: Double? = nil,
    scalePercent: Double? = nil, crossAxisPercent: Double? = nil
  ) {
    self.init(
      bias: degreesPerSecond.map(\.inRadians) ?? Self.cheapBoard.bias,
      biasPerKelvin: degreesPerSecondPerKelvin.map(\.inRadians) ?? Self.cheapBoard.biasPerKelvin,
      scale: scalePercent.map { $0 / 100 } ?? Self.cheapBoard.scale,
      crossAxis: crossAxisPercent.map { $0 / 100 } ?? Self.cheapBoard.crossAxis)
  }
}
