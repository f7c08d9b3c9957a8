import Quantities

/// Compares all other magnetometers with the one that makes the heading, five times a second.
struct FieldComparisons {
  /// What is known of another magnetometer.
  struct Other {
    let source: SensorSourceID
    var comparison: FieldComparison
    fileprivate var mean = FieldMean()
  }

  private(set) var others: [Other] = []
  private var own = FieldMean()
  private var before: (field: Vector3, time: Timestamp)?
  private var force = FieldMean()
  /// rad/s: the fastest of the window, where there is a gyro.
  private var fastest: Double?

  /// µs. Long enough that noise and what the chips' instants differ by hardly count.
  private static let window: Int64 = 200_000
  /// µs. Means that are farther apart are no line.
  private static let longestGap: Int64 = 1_000_000
  /// Part of gravity by which a force may differ from it.
  private static let tolerance = 0.15

  /// Takes in a force, m/s², body frame.
  mutating func heard(force sample: Vector3, at time: Timestamp) { force.add(sample, at: time) }

  /// Takes in an angular rate, rad/s, any frame.
  mutating func heard(rate sample: Vector3) { fastest = max(fastest ?? 0, sample.length) }

  /// Takes in a field of the one that makes the heading, body frame.
  mutating func heard(own sample: Vector3, at time: Timestamp) {
    if let start = own.start, time.microseconds(since: start) >= Self.window { close() }
    own.add(sample, at: time)
  }

  /// Takes in a field of another one, body frame.
  ///
  /// - Parameter calibrations: degrees that the calibrations of both leave; `nil` where their fields cannot
  ///   be compared as they are. Of one that is new it counts.
  mutating func heard(
    _ sample: Vector3, from source: SensorSourceID, calibrations: Double?, at time: Timestamp
  ) {
    if let index = others.firstIndex(where: { $0.source == source }) {
      others[index].mean.add(sample, at: time)
    } else {
      others.append(
        Other(source: source, comparison: FieldComparison(calibrations: calibrations)))
    }
  }

  /// Time tore at `time`.
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
    guard seconds > 0, seconds < Double(Self.longestGap) / 1e6 else { return }
    let change = (now.field - before.field) / seconds
    let turnRate = fastest ?? change.length / max(now.field.length, 1e-9)
    for index in others.indices {
      guard let other = others[index].mean.value else { continue }
      // To the instant of the other mean.
      let own = now.field + change * other.time.seconds(since: now.time)
      others[index].comparison.update(
        .init(own: own, other: other.field, up: up, turnRate: turnRate, time: other.time))
    }
  }

  private var up: Vector3? {
    guard let mean = force.value?.field,
      abs(mean.length - standardGravity) < Self.tolerance * standardGravity
    else { return nil }
    return mean.normalized
  }
}
