private import Glibc
package import Quantities

/// All sensors of a device, of which one of each kind makes the heading.
///
/// The healthiest magnetometer does (`PrimaryMagnetometer`), and the others are compared with it
/// (`FieldComparisons`). Where there is one of each, nothing is done.
package struct SensorGroup {
  /// Other sensors make the heading from a sample on.
  package struct Replacement {
    /// Whether the magnetometer is another one than the filter knows: `primaryDescription`.
    package var isMagnetometer = false
    /// Why it took over; `nil` where it is the first.
    package var change: MagnetometerChange?
    /// Whether the accelerometer or gyro is another one.
    package var isInertial = false
  }

  private(set) var records: [MagnetometerRecord] = []
  /// Whether there is a choice of magnetometers. Kept: who asks in another module would copy all this.
  package private(set) var hasSeveral = false
  private(set) var primary = PrimaryMagnetometer()
  private(set) var inertial = PrimaryInertial()
  private(set) var comparisons = FieldComparisons()
  /// When a rate was last as fast as a turn; noise is not measured then.
  private var lastTurn: Timestamp?

  private let first: MagnetometerDescription
  private let described: [SensorSourceID: MagnetometerDescription]
  private let isMicrotesla: Bool
  /// The magnetometer that `first` is of: the first to speak that is not described.
  private var firstSource: SensorSourceID?

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
    first: MagnetometerDescription, described: [SensorSourceID: MagnetometerDescription] = [:],
    isMicrotesla: Bool = true
  ) {
    self.first = first
    self.described = described
    self.isMicrotesla = isMicrotesla
  }

  /// Takes in a sample of any of them, and takes out of it what does not count.
  ///
  /// - Parameters:
  ///   - fault: what the filter sees to be wrong with the magnetometer that it has.
  ///   - canHold: whether the filter can hold a heading without one.
  /// - Returns: `nil` where the same sensors go on making the heading.
  package mutating func take(
    _ sample: inout Sample, fault: SensorFault?, canHold: Bool
  ) -> Replacement? {
    guard sample.hasMeasurement else { return nil }
    var replacement = Replacement()
    replacement.isInertial = inertial.restrict(&sample)
    if hasSeveral { note(sample) }
    takeField(&sample, fault: fault, canHold: canHold, &replacement)
    return replacement.isInertial || replacement.isMagnetometer ? replacement : nil
  }

  /// What the filter has to know of the magnetometer that makes the heading.
  package var primaryDescription: MagnetometerDescription {
    records.first { $0.source == primary.source }?.description ?? first
  }

  private mutating func takeField(
    _ sample: inout Sample, fault: SensorFault?, canHold: Bool,
    _ replacement: inout Replacement
  ) {
    guard let field = sample.magneticField else { return }
    let isFirst = records.isEmpty
    guard let index = index(of: sample.source) else {
      sample.magneticField = nil
      return
    }
    if isFirst {
      primary.begin(with: sample.source)
      replacement.isMagnetometer = described[sample.source] != nil
    }
    guard hasSeveral else {
      records[index].heard(at: sample.time)
      return
    }
    compare(field, of: records[index], at: sample.time)
    let isOwn = sample.source == primary.source
    records[index].take(
      field, fault: isOwn ? fault : nil, isSlow: isSlow(at: sample.time), at: sample.time)
    if let change = primary.update(records, canHold: canHold, at: sample.time) {
      comparisons = FieldComparisons()
      (replacement.isMagnetometer, replacement.change) = (true, change)
    }
    if sample.source != primary.source { sample.magneticField = nil }
  }

  /// Takes note that a sensor measures no more: another one takes over with its next sample.
  ///
  /// - Returns: whether the heading's field came from it.
  package mutating func lost(_ source: SensorSourceID) -> Bool {
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
      CalibrationHeadingError(own.calibration).total,
      CalibrationHeadingError(record.description.calibration).total)
  }

  /// Where the record of a source is; one that is new gets one, unless there are too many.
  private mutating func index(of source: SensorSourceID) -> Int? {
    // by index: a closure that is given a record is given a copy of it
    if let index = records.indices.first(where: { records[$0].source == source }) { return index }
    guard records.count < Self.most else { return nil }
    records.append(
      MagnetometerRecord(
        source: source, description: describe(source), isMicrotesla: isMicrotesla))
    hasSeveral = records.count > 1
    return records.count - 1
  }

  private mutating func describe(_ source: SensorSourceID) -> MagnetometerDescription {
    if let description = described[source] { return description }
    if firstSource == nil { firstSource = source }
    guard firstSource != source, first.calibration != .given else { return first }
    // A calibration is of one chip.
    return MagnetometerDescription(
      mount: first.mount, calibration: nil, isMountKnown: false)
  }
}
