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
  var found = 0.0
  var result = delayRound(samples, calibration, misalignment, all, known: 0)
  // The tracker is linear about the known delay; about the right one the second order vanishes.
  for _ in 0..<3 {
    guard case .success(let step) = result, abs(step.seconds - found) > smallestStep else { break }
    found = step.seconds
    result = delayRound(samples, calibration, misalignment, all, known: found)
  }
  return result
}

/// The change of a delay, s, that ends the rounds. Source: numerical; a tenth of the least error.
private let smallestStep = 0.0001

/// One round, with the field taken to be late by `known` seconds already.
private func delayRound(
  _ samples: some Sequence<Sample>, _ calibration: Calibration, _ misalignment: Quaternion,
  _ parameters: MagnetometerDelayParameters, known: Double
) -> Result<MagnetometerDelay, MagnetometerDelayRefusal> {
  var tracker = MagnetometerDelayTracker(parameters: parameters, known: known)
  var path = GyroPath()
  var last: Timestamp?
  for sample in samples.movingField(by: -known) {
    if let rate = sample.angularRate, !path.add(rate.radiansPerSecond, at: sample.time) {
      tracker.restart()
      last = nil
    }
    guard let raw = sample.magneticField, let rate = path.rate,
      let attitude = path.attitude(at: sample.time)
    else { continue }
    tracker.add(
      field: misalignment.rotate(calibration.apply(raw).microtesla), rate: rate, attitude: attitude,
      interval: last.map { sample.time.seconds(since: $0) } ?? path.longestGap)
    last = sample.time
  }
  return tracker.estimate
}

extension Sequence<Sample> {
  /// Rates and fields alone, the fields so many seconds later, in the order of time.
  fileprivate func movingField(by seconds: Double) -> [Sample] {
    let microseconds = Int64((seconds * 1_000_000).rounded())
    var parts: [(order: Int, sample: Sample)] = []
    for sample in self {
      if let rate = sample.angularRate {
        parts.append((parts.count, Sample(time: sample.time, angularRate: rate)))
      }
      if let field = sample.magneticField {
        let time = sample.time.advanced(byMicroseconds: microseconds)
        parts.append((parts.count, Sample(time: time, magneticField: field)))
      }
    }
    // the order of equal instants stays: the rate first, whose interval ends there
    return parts.sorted { ($0.sample.time, $0.order) < ($1.sample.time, $1.order) }.map(\.sample)
  }
}
