package import Quantities

/// Which of several sensors of one kind counts: the first that is heard, until it falls silent.
///
/// Two magnetometers at different places measure different fields; a filter that gets both in turn
/// sees a field that jumps.
package struct PrimarySensors {
  /// µs of silence after which another one takes over.
  private static let patience: Int64 = 300_000

  private struct Primary {
    var source: Int
    var lastHeard: Timestamp

    /// Whether what `source` measured at `time` counts.
    mutating func accepts(_ source: Int, at time: Timestamp) -> Bool {
      guard
        source == self.source
          || time.microseconds(since: lastHeard) > PrimarySensors.patience
      else { return false }
      self.source = source
      lastHeard = max(lastHeard, time)
      return true
    }
  }

  private var field: Primary?
  private var force: Primary?
  private var rate: Primary?

  package init() {}

  /// Which source the magnetic field comes from.
  package var magnetometer: Int? { field?.source }

  /// Takes note that a source measures no more: another one takes over at once.
  ///
  /// - Returns: whether the magnetic field came from it.
  package mutating func lost(_ source: Int) -> Bool {
    let wasMagnetometer = field?.source == source
    if wasMagnetometer { field = nil }
    if force?.source == source { force = nil }
    if rate?.source == source { rate = nil }
    return wasMagnetometer
  }

  /// The sample without what does not count; `nil` where nothing is left of it.
  package mutating func filter(_ sample: Sample, from source: Int) -> Sample? {
    func accepts(_ primary: inout Primary?) -> Bool {
      if primary == nil { primary = Primary(source: source, lastHeard: sample.time) }
      return primary?.accepts(source, at: sample.time) ?? false
    }
    var rest = sample
    if sample.magneticField != nil, !accepts(&field) { rest.magneticField = nil }
    if sample.acceleration != nil, !accepts(&force) { rest.acceleration = nil }
    if sample.angularRate != nil, !accepts(&rate) { rest.angularRate = nil }
    return rest.hasMeasurement ? rest : nil
  }
}
