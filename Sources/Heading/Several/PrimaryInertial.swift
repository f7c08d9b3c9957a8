import Quantities

/// Which of several accelerometers and gyros count: the first that are heard, until they fall silent.
///
/// Both from one chip where there is one that has both: its two parts share their axes and their instants.
struct PrimaryInertial {
  /// s of silence after which another one takes over; of a slow sensor 3½ of its intervals.
  private static let patience = 0.3

  private struct Primary {
    var source: SensorSourceID
    var clock = SensorActivity()

    func isSilent(at time: Timestamp) -> Bool { !clock.isAlive(at: time, atLeast: patience) }

    /// Takes note of a sample; one of another source begins anew.
    static func heard(
      _ source: SensorSourceID, after before: Primary?, at time: Timestamp
    ) -> Primary {
      var primary = before.flatMap { $0.source == source ? $0 : nil } ?? Primary(source: source)
      _ = primary.clock.noteSample(at: time)
      return primary
    }
  }

  private var force: Primary?
  private var rate: Primary?

  /// The sources of accelerometer and gyro; `nil` before the first is heard.
  var sources: (force: SensorSourceID?, rate: SensorSourceID?) { (force?.source, rate?.source) }

  /// Takes out of `sample` what does not count.
  ///
  /// - Returns: whether an accelerometer or gyro was replaced by another one.
  mutating func restrict(_ sample: inout Sample) -> Bool {
    let before = sources
    let isNewRate = sample.angularRate != nil && takeRate(sample.source, at: sample.time)
    if sample.angularRate != nil, !isNewRate { sample.angularRate = nil }
    if sample.acceleration != nil,
      !takeForce(sample.source, withRate: sample.angularRate != nil, at: sample.time)
    {
      sample.acceleration = nil
    }
    let isOther =
      before.force != nil && before.force != sources.force
      || before.rate != nil && before.rate != sources.rate
    return isOther
  }

  /// Time tore: who speaks first counts again, and no silence is known.
  mutating func restart(at time: Timestamp) {
    force = force.map { .heard($0.source, after: nil, at: time) }
    rate = rate.map { .heard($0.source, after: nil, at: time) }
  }

  private mutating func takeRate(_ source: SensorSourceID, at time: Timestamp) -> Bool {
    if let rate, rate.source != source, !rate.isSilent(at: time) { return false }
    rate = .heard(source, after: rate, at: time)
    return true
  }

  private mutating func takeForce(
    _ source: SensorSourceID, withRate hasRate: Bool, at time: Timestamp
  ) -> Bool {
    if let force, force.source != source, !force.isSilent(at: time) {
      // One that measures rates too is preferred to one that does not.
      guard hasRate, rate?.source == source, force.source != rate?.source else { return false }
    }
    force = .heard(source, after: force, at: time)
    return true
  }
}
