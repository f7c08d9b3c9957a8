import Quantities

/// Without a gyro: a field that differs from the reference, and whether strength and inclination stay the
/// same while the device turns. Then it turns with the earth and not with the device. Without a tilt
/// sensor the strength alone must show it.
struct ScalarCandidate {
  private var strength = ScalarLowPass(timeConstant: 5)
  private var inclination = ScalarLowPass(timeConstant: 5)
  /// rad of turning for which it has been steady.
  private(set) var turning = 0.0

  /// Takes a field of an interval.
  mutating func update(
    _ field: ScalarResidual, isPlausible: Bool, motion: DeviceMotion,
    _ parameters: FieldMonitorParameters
  ) {
    let isSteady =
      isPlausible && isSteady(field, interval: motion.interval, parameters)
    turning = isSteady ? turning + motion.turning : 0
  }

  private mutating func isSteady(
    _ field: ScalarResidual, interval: Double, _ parameters: FieldMonitorParameters
  ) -> Bool {
    strength.update(field.strength, interval: interval)
    let part = parameters.strengthThreshold / 3
    guard let mean = strength.value, abs(field.strength - mean) < part * mean else { return false }
    guard let now = field.inclination else { return true }
    inclination.update(now, interval: interval)
    return abs(now - (inclination.value ?? now)) < parameters.inclinationThreshold / 3
  }
}
