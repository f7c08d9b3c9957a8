import Quantities

/// Compares all other magnetometers with the primary one, five times a second.
struct FieldComparisons {
  /// Another magnetometer.
  struct Other {
    let source: SensorSourceID
    var comparison: FieldComparison
    fileprivate var mean = FieldMean()
  }

  private(set) var others: [Other] = []
  private var own = FieldMean()
  private var before: (field: Vector3, time: Timestamp)?
  private var force = FieldMean()
  /// The fastest turn rate in the window, rad/s; `nil` without a gyro.
  private var fastest: Double?
  private let settings: ComparisonSettings
  /// The time, s, between two means over which they are not interpolated: that of a disagreement.
  private let longestGap: Double

  init(_ settings: ComparisonSettings) {
    self.settings = settings
    longestGap = Double(settings.parameters.dwell.disagree) * settings.parameters.window
  }

  /// Adds a specific force, m/s², body frame.
  mutating func add(force sample: Vector3, at time: Timestamp) { force.add(sample, at: time) }

  /// Adds an angular rate, rad/s, any frame.
  mutating func add(rate sample: Vector3) { fastest = max(fastest ?? 0, sample.length) }

  /// Adds a field of the primary magnetometer, body frame.
  mutating func add(own sample: Vector3, at time: Timestamp) {
    if let start = own.start, time.seconds(since: start) >= settings.parameters.window { close() }
    own.add(sample, at: time)
  }

  /// Adds a field of another magnetometer, body frame.
  ///
  /// - Parameter calibrations: µT, 68 %: what both calibrations leave in one axis of the field; `nil` where the
  ///   fields cannot be compared directly. It is used for the first field of a source only.
  mutating func add(
    _ sample: Vector3, from source: SensorSourceID, calibrations: Double?, at time: Timestamp
  ) {
    if let index = others.firstIndex(where: { $0.source == source }) {
      others[index].mean.add(sample, at: time)
    } else {
      others.append(
        Other(
          source: source, comparison: FieldComparison(calibrations: calibrations, settings)))
    }
  }

  /// Restarts at a gap of time that ends at `time`.
  mutating func restart(at time: Timestamp) {
    (own, force, before, fastest) = (FieldMean(), FieldMean(), nil, nil)
    for index in others.indices {
      others[index].mean = FieldMean()
      others[index].comparison.restart(at: time)
    }
  }

  private mutating func close() {
    defer {
      (before, own, force, fastest) = (own.value, FieldMean(), FieldMean(), nil)
      for index in others.indices { others[index].mean = FieldMean() }
    }
    guard let now = own.value, let before else { return }
    let seconds = now.time.seconds(since: before.time)
    guard seconds > 0, seconds < longestGap else { return }
    let change = (now.field - before.field) / seconds
    let turnRate = fastest ?? change.length / max(now.field.length, 1e-9)
    for index in others.indices {
      guard let other = others[index].mean.value else { continue }
      let later = other.time.seconds(since: now.time)
      // Only a sample of the primary one closes a window: after its silence the others' mean is of that silence.
      guard abs(later) <= max(settings.parameters.window, seconds) else { continue }
      // interpolated to the instant of the other mean
      let own = now.field + change * later
      others[index].comparison.update(
        .init(own: own, other: other.field, up: up, turnRate: turnRate, time: other.time))
    }
  }

  /// Upwards by the mean force; `nil` where most of gravity is missing from it.
  private var up: Vector3? {
    guard let mean = force.value?.field, mean.length > standardGravity / 2 else { return nil }
    return mean.normalized
  }
}

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
