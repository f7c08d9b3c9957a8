package import Quantities

/// By how much the magnetometer is late in a stretch of samples.
///
/// - Parameters:
///   - samples: in the order of time, with field and angular rate.
///   - calibration: of the magnetometer, in its own axes.
///   - misalignment: magnetometer's axes → gyro's.
/// - Returns: the delay over all of them, each with the same weight, or why there is none.
package func magnetometerDelay(
  of samples: some Sequence<Sample>, calibration: Calibration, misalignment: Quaternion = .identity,
  parameters: MagnetometerDelayParameters = MagnetometerDelayParameters()
) -> Result<MagnetometerDelay, MagnetometerDelayRefusal> {
  var all = parameters
  all.memory = .infinity
  var tracker = MagnetometerDelayTracker(parameters: all)
  var path = GyroPath()
  var last: Timestamp?
  for sample in samples {
    if let rate = sample.angularRate, !path.add(rate.radiansPerSecond, at: sample.time) {
      tracker.restart()
      last = nil
    }
    guard let raw = sample.magneticField, let rate = path.rate,
      let attitude = path.attitude(at: sample.time)
    else { continue }
    tracker.add(
      field: misalignment.rotate(calibration.apply(raw).microtesla), rate: rate, attitude: attitude,
      interval: last.map { sample.time.seconds(since: $0) } ?? GyroPath.longestGap)
    last = sample.time
  }
  return tracker.estimate
}
