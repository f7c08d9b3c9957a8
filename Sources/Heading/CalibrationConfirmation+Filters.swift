import Quantities
import SensorCalibration

extension CalibrationConfirmation {
  /// Takes the state of the filter with a gyro.
  mutating func take(_ filter: AttitudeFilter, at time: Timestamp) {
    take(
      Observation(
        time: time, reference: filter.state.reference.vector, attitude: filter.state.attitude,
        knowsDown: true,
        isUndisturbed: !filter.monitor.isDisturbed && !filter.monitor.isInflated,
        hasSettled: filter.start.hasSettled))
  }

  /// Takes the state of the compass without one, which has settled after `warmUp` s of field.
  mutating func take(_ compass: CompassWithoutGyro, warmUp: Double, at time: Timestamp) {
    guard let reference = compass.reference.field,
      let tracker = compass.tilt.tracker
    else { return }
    take(
      Observation(
        time: time, reference: reference, attitude: tracker.attitude,
        knowsDown: compass.tilt.knowsTilt,
        isUndisturbed: !compass.monitor.isDisturbed,
        hasSettled: compass.tilt.elapsed >= warmUp))
  }
}
