import Quantities

/// The accelerometer and the gyro in use, of several: the first of each, until it is lost.
///
/// Both are from one chip where one chip has both: its sensors share their axes and instants.
struct PrimaryInertial {
  /// The silence, s, after which another sensor takes over, or 3½ intervals where that is longer.
  private let longestSilence: Double

  init(longestSilence: Double) { self.longestSilence = longestSilence }

  private struct Primary {
    var source: SensorSourceID
    var clock = SensorActivity()

    /// Records a sample; one of another source starts again.
    static func heard(_ source: SensorSourceID, after before: Primary?, at time: Timestamp)
      -> Primary
    {
      var primary = before.flatMap { $0.source == source ? $0 : nil } ?? Primary(source: source)
      _ = primary.clock.noteSample(at: time)
      return primary
    }
  }

  private var force: Primary?
  private var rate: Primary?

  /// The sources of accelerometer and gyro; `nil` before the first sample.
  var sources: (force: SensorSourceID?, rate: SensorSourceID?) { (force?.source, rate?.source) }

  /// Removes from `sample` the values of sensors that are not in use.
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

  /// Restarts at a gap of time: the timeouts start again.
  mutating func restart(at time: Timestamp) {
    force = force.map { .heard($0.source, after: nil, at: time) }
    rate = rate.map { .heard($0.source, after: nil, at: time) }
  }

  private func isSilent(_ primary: Primary, at time: Timestamp) -> Bool {
    !primary.clock.isAlive(at: time, atLeast: longestSilence)
  }

  private mutating func takeRate(_ source: SensorSourceID, at time: Timestamp) -> Bool {
    if let rate, rate.source != source, !isSilent(rate, at: time) { return false }
    rate = .heard(source, after: rate, at: time)
    return true
  }

  private mutating func takeForce(
    _ source: SensorSourceID, withRate hasRate: Bool, at time: Timestamp
  ) -> Bool {
    if let force, force.source != source, !isSilent(force, at: time) {
      // a chip with both sensors is preferred
      guard hasRate, rate?.source == source, force.source != rate?.source else { return false }
    }
    force = .heard(source, after: force, at: time)
    return true
  }
}
