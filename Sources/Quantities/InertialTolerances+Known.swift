/// Tolerances where the chips are unknown, and where their maker calibrated them.
extension InertialTolerances {
  /// Those of the cheapest common board, which has an MPU-6050.
  package static let cheapBoard = InertialTolerances(accelerometer: .cheapBoard, gyro: .cheapBoard)

  /// Those of an accelerometer and a gyro that their maker calibrated, as in an Xsens MTi.
  package static let calibrated = InertialTolerances(accelerometer: .calibrated, gyro: .calibrated)
}

extension InertialTolerances.Accelerometer {
  /// Source: MPU-6050, InvenSense PS-MPU-6000A-00 rev. 3.4, 6.2: all typical. Offset ±50 mg (x, y), ±80 mg (z);
  /// from 0 to 70 °C it changes by ±35 mg (x, y), ±60 mg (z), so within 45 K of the 25 °C at which the others hold;
  /// scale ±3 %; cross-axis ±2 %.
  package static let cheapBoard = Self(
    milliG: InertialTolerances.axes(50, 50, 80),
    milliGPerKelvin: InertialTolerances.axes(35, 35, 60) / 45, scalePercent: 3, crossAxisPercent: 2)

  /// Assumed: offset 0.4 mg; scale 0.05 %; axes to 0.03°, and with the temperature 0.05 mg/K.
  package static let calibrated = Self(
    milliG: 0.4, milliGPerKelvin: 0.05, scalePercent: 0.05, crossAxisPercent: 0.03.inRadians * 100)
}

extension InertialTolerances.Gyro {
  /// Source: MPU-6050, InvenSense PS-MPU-6000A-00 rev. 3.4, 6.1. Typical: zero-rate level ±20 °/s; from −40 to
  /// 85 °C it changes by ±20 °/s, so within 65 K of 25 °C; cross-axis ±2 %. Limits: scale from −3 to 3 %.
  package static let cheapBoard = Self(
    degreesPerSecond: 20, degreesPerSecondPerKelvin: 20.0 / 65,
    scalePercent: InertialTolerances.limits(3), crossAxisPercent: 2)

  /// The zero-rate level differs by ±0.5 °/s within a year although Xsens calibrates it (base.xsens.com, "Bias
  /// repeatability of gyroscopes"). Assumed: scale 0.18 %, since one of five rotation recordings shows 0.4 %; axes to 0.08°. With the
  /// temperature it changes by 0.005 °/s/K, as in a good chip (ST LSM6DSR).
  package static let calibrated = Self(
    degreesPerSecond: 0.5, degreesPerSecondPerKelvin: 0.005, scalePercent: 0.18,
    crossAxisPercent: 0.08.inRadians * 100)
}
