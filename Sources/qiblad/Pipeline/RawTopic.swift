import Pipeline
import Publisher
import Quantities
import Wire

/// Publishes measurements as they came, the topic `raw`: of each chip at most one in 16 ms with the same quantities, and
/// one a second while no client watches.
struct RawTopic {
  /// µs. Source: docs/protocol.md; a chip of 100 Hz gives every second one.
  private static let interval: Int64 = 16_000
  /// µs. For `get`.
  private static let unwatchedInterval: Int64 = 1_000_000

  /// Which quantities of a chip a sample has. Each combination has its own interval: a magnetometer at 75 Hz beside a
  /// gyro at 100 Hz would otherwise be left out for as long as their samples keep their order.
  private struct Stream: Hashable {
    var source: SensorSourceID
    var hasField: Bool
    var hasForce: Bool
    var hasRate: Bool
    var hasTemperature: Bool

    init(_ sample: Sample) {
      source = sample.source
      hasField = sample.magneticField != nil
      hasForce = sample.acceleration != nil
      hasRate = sample.angularRate != nil
      hasTemperature = sample.temperatureCelsius != nil
    }
  }

  private var published: [Stream: Timestamp] = [:]
  private var sequence: UInt64 = 0

  /// Publishes what the input measured, where it is time for that.
  mutating func publish(_ input: Input, to publisher: Publisher) {
    guard let sample = input.sample, sample.hasMeasurement else { return }
    let interval = publisher.isWatched(.raw) ? Self.interval : Self.unwatchedInterval
    let stream = Stream(sample)
    if let last = published[stream],
      (0..<interval).contains(sample.time.microseconds(since: last))
    {
      return
    }
    published[stream] = sample.time
    let rate = sample.angularRate?.radiansPerSecond
    let message = RawMessage(
      sequence: sequence, time: sample.time, id: sample.source.number,
      magneticField: sample.magneticField?.microtesla,
      acceleration: sample.acceleration?.metresPerSecondSquared,
      angularRate: rate.map { Vector3($0.x.inDegrees, $0.y.inDegrees, $0.z.inDegrees) },
      temperatureCelsius: sample.temperatureCelsius)
    publisher.publish(topic: .raw, sequence: sequence, line: message.line)
    sequence += 1
  }
}
