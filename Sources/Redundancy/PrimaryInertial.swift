import Heading
import Quantities
import SensorHealth

/// The accelerometer and the gyro in use, of several: the first of each, until it is lost.
///
/// Both are from one chip where one chip has both: its sensors share their axes and instants. Another sensor takes
/// over after the silence after which a magnetometer is lost (`MagnetometerRecord.shortestTimeout`).
struct PrimaryInertial {
  /// What a sample changed.
  enum Change {
    /// A first accelerometer or gyro.
    case first
    /// Another accelerometer or gyro in place of a former one.
    case other
  }

  private struct Primary {
    let source: SensorSourceID
    var activity = SensorActivity()

    /// A sensor whose first sample is of `time`.
    init(_ source: SensorSourceID, at time: Timestamp) {
      self.source = source
      _ = activity.noteSample(at: time)
    }
  }

  private var force: Primary?
  private var rate: Primary?

  /// The sources of accelerometer and gyro; `nil` before the first sample.
  var sources: (force: SensorSourceID?, rate: SensorSourceID?) { (force?.source, rate?.source) }

  /// Removes from `sample` the values of sensors that are not in use.
  ///
  /// - Returns: `nil` where the same accelerometer and gyro stay in use.
  mutating func restrict(_ sample: inout Sample) -> Change? {
    var change: Change?
    if sample.angularRate != nil, !takeRate(sample.source, at: sample.time, &change) {
      sample.angularRate = nil
    }
    if sample.acceleration != nil,
      !takeForce(
        sample.source, withRate: sample.angularRate != nil, at: sample.time, &change)
    {
      sample.acceleration = nil
    }
    return change
  }

  /// Restarts at a gap of time: the timeouts start again.
  mutating func restart(at time: Timestamp) {
    force = force.map { Primary($0.source, at: time) }
    rate = rate.map { Primary($0.source, at: time) }
  }

  private func isSilent(_ primary: Primary, at time: Timestamp) -> Bool {
    !primary.activity.isAlive(at: time, atLeast: MagnetometerRecord.shortestTimeout)
  }

  private mutating func takeRate(
    _ source: SensorSourceID, at time: Timestamp, _ change: inout Change?
  ) -> Bool {
    if let rate {
      if rate.source == source {
        _ = self.rate?.activity.noteSample(at: time)
        return true
      }
      guard isSilent(rate, at: time) else { return false }
    }
    note(&change, isOther: rate != nil)
    rate = Primary(source, at: time)
    return true
  }

  private mutating func takeForce(
    _ source: SensorSourceID, withRate hasRate: Bool, at time: Timestamp,
    _ change: inout Change?
  ) -> Bool {
    if let force {
      if force.source == source {
        _ = self.force?.activity.noteSample(at: time)
        return true
      }
      // A chip with both sensors is preferred, unless the present one has both too.
      let isPreferred = hasRate && rate?.source == source && force.source != rate?.source
      guard isSilent(force, at: time) || isPreferred else { return false }
    }
    note(&change, isOther: force != nil)
    force = Primary(source, at: time)
    return true
  }

  private func note(_ change: inout Change?, isOther: Bool) {
    if isOther { change = .other } else if change == nil { change = .first }
  }
}
