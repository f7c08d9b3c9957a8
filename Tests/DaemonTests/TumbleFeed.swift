import Quantities

/// The samples of a simulated board, as its chips would hold them when they are read.
final class TumbleFeed {
  private let samples: [Sample]
  /// The instant of the bus at which the samples' time is 0.
  private let origin: Timestamp
  private var (fieldIndex, motionIndex) = (0, 0)
  private var field = Vector3.zero

  init(_ samples: [Sample], origin: Timestamp) { (self.samples, self.origin) = (samples, origin) }

  /// µT: the newest one.
  func field(at now: Timestamp) -> Vector3 {
    while fieldIndex < samples.count, isPast(fieldIndex, now) {
      field = samples[fieldIndex].magneticField?.microtesla ?? field
      fieldIndex += 1
    }
    return field
  }

  /// m/s² and rad/s: the newest specific force, and the mean of the rates since the last call; `nil` where nothing is
  /// new.
  func motion(at now: Timestamp) -> (force: Vector3, rate: Vector3)? {
    var (force, rate, count) = (Vector3.zero, Vector3.zero, 0.0)
    while motionIndex < samples.count, isPast(motionIndex, now) {
      let sample = samples[motionIndex]
      if let value = sample.acceleration?.metresPerSecondSquared { force = value }
      if let value = sample.angularRate?.radiansPerSecond {
        (rate, count) = (rate + value, count + 1)
      }
      motionIndex += 1
    }
    return count > 0 ? (force, rate / count) : nil
  }

  private func isPast(_ index: Int, _ now: Timestamp) -> Bool {
    let age = samples[index].time.microseconds(since: Timestamp(microseconds: 0))
    return age <= now.microseconds(since: origin)
  }
}
