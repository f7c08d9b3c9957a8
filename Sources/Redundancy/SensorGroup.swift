private import Glibc
package import Heading
package import Quantities

/// All sensors of a device, of which one of each kind is in use.
///
/// The first magnetometer is in use until there is evidence for a better one (`PrimaryMagnetometer`); the others are
/// compared with it (`FieldComparisons`). With one sensor of each kind it does nothing.
package struct SensorGroup {
  /// Other sensors are in use from a sample on.
  package struct Replacement {
    /// Whether the magnetometer differs from the filter's: `primaryDescription`.
    package var isMagnetometer = false
    /// The change and its cause; `nil` where it is the first.
    package var change: MagnetometerChange?
    /// Whether the accelerometer or gyro is another one than before.
    package var isInertial = false
  }

  private(set) var records: [MagnetometerRecord] = []
  /// Whether there are several magnetometers. Stored, because a computed property of another module copies
  /// the whole value.
  package private(set) var hasSeveral = false
  /// Whether the last sample changed `primarySources`: the first sensor of a kind, or another one. Stored for
  /// the same reason.
  package private(set) var hasNewSources = false
  private(set) var primary: PrimaryMagnetometer
  private(set) var inertial: PrimaryInertial
  private(set) var comparisons: FieldComparisons
  private let parameters: RedundancyParameters
  private let errorBudget: ErrorBudgetParameters
  private let settings: ComparisonSettings

  private var first: MagnetometerDescription
  private var described: [SensorSourceID: MagnetometerDescription]
  private let isMicrotesla: Bool
  /// Calibrations that were set since the start, by source; they win over the descriptions.
  private var calibrations: [SensorSourceID: Calibration?] = [:]
  /// The magnetometer of `first`: the first with a sample that is not described.
  private var firstSource: SensorSourceID?
  /// The magnetometer to which the mount of `first` belongs: the first in use, or a later one that is calibrated better.
  private var reference: SensorSourceID?
  /// Of magnetometers without a mount of their own: the rotation from their axes to those of `reference`, as the
  /// fields of both have shown it.
  private var turns: [SensorSourceID: Matrix3] = [:]
  /// Whether the magnetometer in use is not `reference` and nothing has shown how it is mounted.
  private(set) var isMountAssumed = false

  /// Magnetometers that are compared. Source: a size; devices have one or two.
  private static let most = 8

  /// - Parameters:
  ///   - first: of the first magnetometer with a sample that is not described.
  ///   - described: of the others, by source.
  ///   - isMicrotesla: false where they give counts.
  package init(
    first: MagnetometerDescription, described: [SensorSourceID: MagnetometerDescription] = [:],
    isMicrotesla: Bool = true, parameters: RedundancyParameters = RedundancyParameters(),
    heading: HeadingParameters = HeadingParameters(),
    fieldMonitor: FieldMonitorParameters = FieldMonitorParameters(),
    errorBudget: ErrorBudgetParameters = ErrorBudgetParameters()
  ) {
    self.errorBudget = errorBudget
    self.parameters = parameters
    primary = PrimaryMagnetometer(parameters, longestHold: heading.longestHold)
    inertial = PrimaryInertial()
    settings = ComparisonSettings(
      parameters.comparison, heading: heading, fieldMonitor: fieldMonitor)
    comparisons = FieldComparisons(settings)
    self.first = first
    self.described = described
    self.isMicrotesla = isMicrotesla
  }

  /// Adds a sample of any of them, and removes the values of sensors that are not in use.
  ///
  /// - Parameters:
  ///   - fault: a fault that the filter detects in its magnetometer.
  ///   - canHold: whether the filter can hold a heading without one.
  /// - Returns: `nil` where the same sensors stay in use.
  package mutating func take(
    _ sample: inout Sample, fault: SensorFault?, canHold: Bool
  ) -> Replacement? {
    hasNewSources = false
    var replacement = Replacement()
    if let change = inertial.restrict(&sample) {
      hasNewSources = true
      replacement.isInertial = change == .other
    }
    if hasSeveral { note(sample) }
    takeField(&sample, fault: fault, canHold: canHold, &replacement)
    return replacement.isInertial || replacement.isMagnetometer ? replacement : nil
  }

  /// The description of the magnetometer in use.
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
      reference = sample.source
      hasNewSources = true
      replacement.isMagnetometer =
        described[sample.source] != nil || calibrations[sample.source] != nil
    }
    guard hasSeveral else {
      records[index].noteSample(at: sample.time)
      return
    }
    compare(field, of: records[index], at: sample.time)
    let isOwn = sample.source == primary.source
    records[index].take(field, fault: isOwn ? fault : nil, at: sample.time)
    for index in records.indices {
      records[index].isMountAssumed = isMountUnknown(of: records[index])
    }
    if let change = primary.update(records, canHold: canHold, at: sample.time) {
      findMount(of: change.new)
      comparisons = FieldComparisons(settings)
      hasNewSources = true
      (replacement.isMagnetometer, replacement.change) = (true, change)
    } else if isMountAssumed, let source = primary.source, let rotation = rotation(of: reference) {
      turnMount(of: source, by: rotation.transposed)
      replacement.isMagnetometer = rotation != .identity
      if replacement.isMagnetometer { comparisons = FieldComparisons(settings) }
    }
    if sample.source != primary.source { sample.magneticField = nil }
  }

  /// Finds how a magnetometer that takes over is mounted, while the former one is still compared with it.
  private mutating func findMount(of new: SensorSourceID) {
    let isFormerKnown = !isMountAssumed
    guard let record = records.first(where: { $0.source == new }) else { return }
    if isReference(record) { reference = new }
    isMountAssumed = new != reference && !hasMount(record)
    if isMountAssumed, isFormerKnown, let rotation = rotation(of: new) {
      turnMount(of: new, by: rotation)
    }
  }

  /// Whether the mount of a magnetometer is only assumed, or would be if it took over now.
  private func isMountUnknown(of record: MagnetometerRecord) -> Bool {
    if record.source == primary.source { return isMountAssumed }
    guard !isReference(record), !hasMount(record) else { return false }
    return isMountAssumed || rotation(of: record.source) == nil
  }

  /// Whether a magnetometer is `reference`, or becomes it when it takes over.
  private func isReference(_ record: MagnetometerRecord) -> Bool {
    // Without a calibration it made no accurate heading, by which its mount was checked.
    guard let present = records.first(where: { $0.source == reference })?.description,
      present.calibration != nil
    else { return true }
    // A better calibrated one is preferred at each start: it made the headings by which the mount was checked.
    let isBetter = record.description.worth > present.worth && !hasMount(record)
    return record.source == reference || isBetter
  }

  /// Whether a magnetometer has a mount of its own, or the fields, or turns, have shown how it is mounted.
  private func hasMount(_ record: MagnetometerRecord) -> Bool {
    record.description.isMountKnown || turns[record.source] != nil
  }

  /// Turns have contradicted all other mounts of the magnetometer in use: its mount stays known.
  package mutating func mountIsProven() {
    guard isMountAssumed, let source = primary.source else { return }
    turnMount(of: source, by: .identity)
  }

  /// The user has set the present mount again.
  package mutating func confirmMount() {
    guard isMountAssumed else { return }
    takeMountForPrimary()
    _ = describeAgain(Set(records.map(\.source)))
  }

  /// The mount that a user has set is that of the magnetometer in use, whose heading the user has seen.
  private mutating func takeMountForPrimary() {
    (reference, turns, isMountAssumed) = (primary.source, [:], false)
  }

  /// The rotation from the body axes of another magnetometer, as its mount says, to those of the one in use; `nil`
  /// while it is not known.
  private func rotation(of other: SensorSourceID?) -> Matrix3? {
    comparisons.others.first { $0.source == other }?.comparison.rotation
  }

  /// Corrects the mount of a magnetometer by a rotation of the body's axes.
  private mutating func turnMount(of source: SensorSourceID, by rotation: Matrix3) {
    isMountAssumed = false
    guard let index = records.firstIndex(where: { $0.source == source }) else { return }
    turns[source] =
      first.mount.magnetometer.transposed * rotation
      * records[index].description.mount.magnetometer
    records[index].redescribe(describe(source))
  }

  /// Records that a magnetometer is lost: another one takes over with its next sample. The silence of an
  /// accelerometer or gyro says as much (`PrimaryInertial`).
  ///
  /// - Returns: whether it was the magnetometer in use.
  package mutating func lost(_ source: SensorSourceID) -> Bool {
    guard let index = records.firstIndex(where: { $0.source == source }) else { return false }
    records[index].isLost = true
    return source == primary.source
  }

  /// Sets the calibration of a magnetometer, also of one without a sample so far.
  ///
  /// - Parameter calibration: `nil` where it has none.
  /// - Returns: whether it is the magnetometer in use.
  package mutating func calibrate(_ source: SensorSourceID, _ calibration: Calibration?) -> Bool {
    calibrations.updateValue(calibration, forKey: source)
    return describeAgain([source])
  }

  /// Goes back to the calibrations of the start.
  ///
  /// - Returns: whether that concerns the magnetometer in use.
  package mutating func forgetCalibrations() -> Bool {
    let sources = Set(calibrations.keys)
    calibrations = [:]
    return describeAgain(sources)
  }

  /// Continues with the same sensors in another mount.
  ///
  /// - Parameter mount: that of accelerometer and gyro, and of each magnetometer without a mount of its own.
  package mutating func remount(_ mount: Mount) {
    if mount.magnetometer != first.mount.magnetometer {
      takeMountForPrimary()
    }
    first.mount = mount
    described = described.mapValues { own in
      var moved = own
      moved.mount = own.mount.withInertial(of: mount)
      return moved
    }
    _ = describeAgain(Set(records.map(\.source)))
  }

  /// - Returns: whether the magnetometer in use is one of them.
  private mutating func describeAgain(_ sources: Set<SensorSourceID>) -> Bool {
    guard !sources.isEmpty else { return false }
    for index in records.indices where sources.contains(records[index].source) {
      records[index].redescribe(describe(records[index].source))
    }
    comparisons = FieldComparisons(settings)
    return records.contains { $0.source == primary.source && sources.contains($0.source) }
  }

  /// Restarts at a gap of time that ends at `time`.
  package mutating func restart(at time: Timestamp) {
    for index in records.indices { records[index].restart(at: time) }
    primary.restart()
    inertial.restart(at: time)
    comparisons.restart(at: time)
  }

  private mutating func note(_ sample: Sample) {
    if let rate = sample.angularRate?.radiansPerSecond {
      comparisons.add(rate: rate)
      let turnRate = rate.length
      for index in records.indices { records[index].add(turnRate: turnRate) }
    }
    guard let force = sample.acceleration?.metresPerSecondSquared else { return }
    comparisons.add(force: first.mount.inertial * force, at: sample.time)
    for index in records.indices { records[index].add(force: force, at: sample.time) }
  }

  private mutating func compare(
    _ field: MagneticField, of record: MagnetometerRecord, at time: Timestamp
  ) {
    let sample = record.description.field(field)
    if record.source == primary.source {
      comparisons.add(own: sample, at: time)
    } else {
      let isNew = !comparisons.others.contains { $0.source == record.source }
      let calibrations = isNew ? calibrations(beside: record) : nil
      comparisons.add(sample, from: record.source, calibrations: calibrations, at: time)
    }
  }

  /// µT, 68 %: what the calibrations of the primary and of `record` leave in one axis of the field, where both hold in
  /// all attitudes and both mounts are known.
  private func calibrations(beside record: MagnetometerRecord) -> Double? {
    let own = records.first { $0.source == primary.source }?.description
    guard isMicrotesla, own?.isMountKnown == true, record.description.isMountKnown,
      let one = own?.calibration, let other = record.description.calibration,
      !one.isLevelOnly, !other.isLevelOnly
    else { return nil }
    return hypot(
      CalibrationHeadingError(one, errorBudget).microtesla,
      CalibrationHeadingError(other, errorBudget).microtesla)
  }

  /// The index of a source's record, which is added for a new source unless there are too many.
  private mutating func index(of source: SensorSourceID) -> Int? {
    // Without a closure, which would copy the records.
    for index in records.indices where records[index].source == source { return index }
    guard records.count < Self.most else { return nil }
    records.append(
      MagnetometerRecord(
        source: source, description: describe(source), isMicrotesla: isMicrotesla,
        parameters: parameters))
    hasSeveral = records.count > 1
    return records.count - 1
  }

  private mutating func describe(_ source: SensorSourceID) -> MagnetometerDescription {
    let atStart = descriptionAtStart(source)
    guard let calibration = calibrations[source] else { return atStart }
    return MagnetometerDescription(
      mount: atStart.mount, calibration: calibration, isMountKnown: atStart.isMountKnown)
  }

  private mutating func descriptionAtStart(_ source: SensorSourceID) -> MagnetometerDescription {
    if let description = described[source] { return description }
    if firstSource == nil { firstSource = source }
    var description = first
    if firstSource != source, first.calibration != .given {
      // a calibration holds for one chip
      (description.calibration, description.isMountKnown) = (nil, false)
    }
    if let turn = turns[source] { description.mount = first.mount.turningMagnetometer(by: turn) }
    return description
  }
}
