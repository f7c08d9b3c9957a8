import Quantities

/// The mean of a vector over a short time, and its instant.
struct FieldMean {
  private var sum = Vector3.zero
  private var microseconds: Int64 = 0
  private var count: Int64 = 0
  private(set) var start: Timestamp?

  /// The mean and the middle of its samples; `nil` where there is none.
  var value: (field: Vector3, time: Timestamp)? {
    guard let start, count > 0 else { return nil }
    return (sum / Double(count), start.advanced(byMicroseconds: microseconds / count))
  }

  /// Adds a sample.
  mutating func add(_ field: Vector3, at time: Timestamp) {
    let first = start ?? time
    start = first
    sum = sum + field
    microseconds += time.microseconds(since: first)
    count += 1
  }
}
