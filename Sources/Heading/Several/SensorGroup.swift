private import Glibc
package import Quantities

/// All sensors of a device, of which one of each kind makes the heading.
///
/// The healthiest magnetometer does (`PrimaryMagnetometer`), and the others are compared with it
/// (`FieldComparisons`). Where there is one of each, nothing is done.
package struct SensorGroup {
  /// What comes of a sample.
  package struct Outcome {
    /// What counts of it.
    package var sample: Sample
    /// Another magnetometer makes the heading from this sample on; `nil` where it is the same.
    package var change: MagnetometerChange?
    /// What the filter has to know of the magnetometer from this sample on; `nil` where it does.
    package var description: MagnetometerDescription?
    /// Whether another accelerometer or gyro counts from this sample on.
    package var hasOtherInertialSensors = false
  }

  private(set) var records: [MagnetometerRecord] = []
  private(set) var primary = PrimaryMagnetometer()
  private var inertial = PrimaryInertial()
  private(set) var comparisons = FieldComparisons()
  /// When a rate was last as fast as a turn; noise is not measured then.
  private var lastTurn: Timestamp?

  private let first: MagnetometerDescription
  private let described: [Int: MagnetometerDescription]
  private let isMicrotesla: Bool
  /// The magnetometer that `first` is of: the first to speak that is not described.
  private var firstSource: Int?

  /// Magnetometers that are told apart; of more than a handful on one device nobody has heard.
  private static let most = 8
  /// rad/s.
  private static let turning = 0.5
  /// µs after a turn.
  private static let settling: Int64 = 100_000

  /// - Parameters:
  ///   - first: the first magnetometer that is heard and not described.
  ///   - described: what is known of others, by source.
  ///   - isMicrotesla: false where they give counts.
  package init(
    first: MagnetometerDescription, described: [Int: MagnetometerDescription] = [:],
    isMicrotesla: Bool = true
  ) {
    self.first = first
    self.described = described
    self.isMicrotesla = isMicrotesla
  }

  /// Whether there is a choice of magnetometers.
  package var hasSeveral: Bool { records.count > 1 }

  /// Takes in a sample of any of them.
  ///
  /// - Parameters:
  ///   - fault: what the filter sees to be wrong with the magnetometer that it has.
  ///   - canHold: whether the filter can hold a heading without one.
  package mutating func take(
    _ sample: Sample, fault: MagnetometerChange.Cause?, canHold: Bool
  ) -> Outcome {
    var outcome = Outcome(sample: sample)
    guard sample.hasMeasurement else { return outcome }
    outcome.hasOtherInertialSensors = inertial.restrict(&outcome.sample)
    if records.count > 1 { note(outcome.sample) }
    guard let field = sample.magneticField else { return outcome }
    if records.count == 1, records[0].source == sample.source {
      records[0].heard(at: sample.time)
      return outcome
    }
    let isFirst = records.isEmpty
    guard let index = index(of: sample.source) else {
      outcome.sample.magneticField = nil
      return outcome
    }
    if isFirst {
      primary.begin(with: sample.source)
      if described[sample.source] != nil { outcome.description = records[index].description }
    }
    guard records.count > 1 else {
      records[index].heard(at: sample.time)
      return outcome
    }
    compare(field, of: records[index], at: sample.time)
    let isOwn = sample.source == primary.source
    records[index].take(
      field, fault: isOwn ? fault : nil, isSlow: isSlow(at: sample.time), at: sample.time)
    if let change = primary.update(records, canHold: canHold, at: sample.time) {
      comparisons = FieldComparisons()
      outcome.change = change
      outcome.description = records.first { $0.source == change.new }?.description
    }
    if sample.source != primary.source { outcome.sample.magneticField = nil }
    return outcome
  }

  /// Takes note that a sensor measures no more: another one takes over with its next sample.
  ///
  /// - Returns: whether the heading's field came from it.
  package mutating func lost(_ source: Int) -> Bool {
    guard let index = records.firstIndex(where: { $0.source == source }) else { return false }
    records[index].isLost = true
    return source == primary.source
  }

  /// Time tore before `time`.
  package mutating func restart(at time: Timestamp) {
    for index in records.indices { records[index].restart(at: time) }
    primary.restart()
    inertial.restart(at: time)
    comparisons.restart(at: time)
    lastTurn = nil
  }

  private mutating func note(_ sample: Sample) {
    if let rate = sample.angularRate?.radiansPerSecond {
      comparisons.heard(rate: rate)
      if rate.length > Self.turning { lastTurn = sample.time }
    }
    guard let force = sample.acceleration?.metresPerSecondSquared else { return }
    comparisons.heard(force: first.mount.inertial * force, at: sample.time)
    for index in records.indices { records[index].heard(force: force, at: sample.time) }
  }

  private func isSlow(at time: Timestamp) -> Bool {
    lastTurn.map { time.microseconds(since: $0) > Self.settling } ?? true
  }

  private mutating func compare(
    _ field: MagneticField, of record: MagnetometerRecord, at time: Timestamp
  ) {
    let sample = record.description.field(field)
    if record.source == primary.source {
      comparisons.heard(own: sample, at: time)
    } else {
      let isNew = !comparisons.others.contains { $0.source == record.source }
      let calibrations = isNew ? calibrations(beside: record) : nil
      comparisons.heard(sample, from: record.source, calibrations: calibrations, at: time)
    }
  }

  /// Degrees that the calibrations of the primary and of `record` leave, where both are known to sit as they
  /// are said to.
  private func calibrations(beside record: MagnetometerRecord) -> Double? {
    guard let own = records.first(where: { $0.source == primary.source })?.description,
      own.isMountKnown, record.description.isMountKnown, own.calibration != nil,
      record.description.calibration != nil
    else { return nil }
    return hypot(
      HeadingFilter.error68(of: own.calibration),
      HeadingFilter.error68(of: record.description.calibration))
  }

  /// Where the record of a source is; one that is new gets one, unless there are too many.
  private mutating func index(of source: Int) -> Int? {
    // by index: a closure that is given a record is given a copy of it
    if let index = records.indices.first(where: { records[$0].source == source }) { return index }
    guard records.count < Self.most else { return nil }
    records.append(
      MagnetometerRecord(
        source: source, description: describe(source), isMicrotesla: isMicrotesla))
    return records.count - 1
  }

  private mutating func describe(_ source: Int) -> MagnetometerDescription {
    if let description = described[source] { return description }
    if firstSource == nil { firstSource = source }
    guard firstSource != source, first.calibration != .given else { return first }
    // A calibration is of one chip.
    return MagnetometerDescription(
      mount: first.mount, calibration: nil, isMountKnown: false)
  }
}
