import Quantities

/// Compares all other magnetometers with the primary one, five times a second.
struct FieldComparisons {
  /// Another magnetometer.
  struct Other {
    let source: SensorSourceID
    var comparison: FieldComparison
    fileprivate var mean = TimedMean()
  }

  private(set) var others: [Other] = []
  private var own = TimedMean()
  private var before: (vector: Vector3, time: Timestamp)?
  private var force = TimedMean()
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
    (own, force, before, fastest) = (TimedMean(), TimedMean(), nil, nil)
    for index in others.indices {
      others[index].mean = TimedMean()
      others[index].comparison.restart(at: time)
    }
  }

  private mutating func close() {
    defer {
      (before, own, force, fastest) = (own.value, TimedMean(), TimedMean(), nil)
      for index in others.indices { others[index].mean = TimedMean() }
    }
    guard let now = own.value, let before else { return }
    let seconds = now.time.seconds(since: before.time)
    guard seconds > 0, seconds < longestGap else { return }
    let change = (now.vector - before.vector) / seconds
    let turnRate = fastest ?? change.length / max(now.vector.length, 1e-9)
    for index in others.indices {
      guard let other = others[index].mean.value else { continue }
      let later = other.time.seconds(since: now.time)
      // Only a sample of the primary one closes a window: after its silence the others' mean is of that silence.
      guard abs(later) <= max(settings.parameters.window, seconds) else { continue }
      // interpolated to the instant of the other mean
      let own = now.vector + change * later
      others[index].comparison.update(
        .init(own: own, other: other.vector, up: up, turnRate: turnRate, time: other.time))
    }
  }

  /// Upwards by the mean force; `nil` where most of gravity is missing from it.
  private var up: Vector3? {
    guard let mean = force.value?.vector, mean.length > standardGravity / 2 else { return nil }
    return mean.normalized
  }
}
