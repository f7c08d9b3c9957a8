import Quantities

/// The mean of a vector over a short time, and its instant.
struct TimedMean {
  private var sum = Vector3.zero
  private var microseconds: Int64 = 0
  private var count: Int64 = 0
  /// The instant of the first sample; `nil` before it.
  private(set) var start: Timestamp?

  /// The mean and the middle of its samples; `nil` where there is none.
  var value: (vector: Vector3, time: Timestamp)? {
    guard let start, count > 0 else { return nil }
    return (sum / Double(count), start.advanced(byMicroseconds: microseconds / count))
  }

  /// Adds a sample.
  mutating func add(_ vector: Vector3, at time: Timestamp) {
    let first = start ?? time
    start = first
    sum = sum + vector
    microseconds += time.microseconds(since: first)
    count += 1
  }
}
