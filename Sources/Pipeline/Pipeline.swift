import Heading
import Mounting
import Qibla
import Quantities
import Redundancy
import SensorCalibration
import Wire
import SensorHealth

/// Source: SI prefixes.
private let metresPerKilometre = 1000.0

/// Inputs in, readings, events and state out: the only data path from a sample to a message.
///
/// A value without I/O and without a clock: its output depends on its settings and its inputs alone. The
/// daemon, the offline replay and the tests run this code; `Timeline` puts ticks between the other inputs.
package struct Pipeline {
  private let settings: PipelineSettings
  private var filter: HeadingFilter
  /// What is wrong with each magnetometer; of that in use a reason while no field is measured.
  private var faults = ReportedFaults()
  /// Whether the magnetometer is about to measure again.
  private var awaitedField = AwaitedField()
  /// Whether magnetometer samples are ignored.
  private var isBlanking = false
  private var sensors: SensorGroup
  private var chips: ChipToleranceTable
  /// Whether the field turns as the gyro does.
  private var mountMonitor: MountMonitor
  /// How the chips sit in the device.
  private var mount: Mount
  /// The calibration that is in use.
  private var calibrationInUse: Calibration?
  /// What the daemon last said of its calibration; `nil` where it said nothing, as for a recording without.
  private var calibrationNews: CalibrationUpdate?
  private var clock: UTCClock
  private var positionState: PositionState
  private var localDeclination: LocalDeclination
  private var alignment: Alignment
  private var notices: ChangeDetector
  private var sequences = Sequences()
  private var whyOrder: WhyOrder
  private var whyOfStatus: WhyOfStatus
  /// What the last tick found of the field. Stored, because a computed property of another module copies the whole value.
  package private(set) var fieldCondition = FieldCondition()
  /// Mean of the fields since the last message of the topic `field`.
  private var fieldMean = FieldMean()
  private var fieldSent: Timestamp?
  /// When the terms of the heading's error were last sent.
  private var headingErrorSent: Timestamp?

  package init(_ settings: PipelineSettings) {
    self.settings = settings
    filter = HeadingFilter(
      mount: settings.mount, calibration: settings.usableCalibration,
      isMicrotesla: settings.isMicrotesla, tolerances: settings.inertialTolerances,
      mountError: settings.mountErrorDegrees, parameters: settings.parameters.heading,
      fieldParameters: settings.parameters.fieldMonitor,
      errorParameters: settings.parameters.errorBudget)
    sensors = SensorGroup(
      first: settings.firstMagnetometer, described: settings.magnetometers,
      isMicrotesla: settings.isMicrotesla, parameters: settings.parameters.redundancy,
      heading: settings.parameters.heading, fieldMonitor: settings.parameters.fieldMonitor,
      errorBudget: settings.parameters.errorBudget)
    chips = ChipToleranceTable(settings)
    mountMonitor = MountMonitor(
      mount: settings.mount, calibration: settings.usableCalibration,
      gyroCalibration: settings.usableCalibration?.inertial?.gyro,
      gyroTolerances: settings.inertialTolerances.gyro,
      parameters: settings.parameters.mounting)
    mount = settings.mount
    calibrationInUse = settings.calibration
    clock = UTCClock(
      byHand: settings.date, assumed: settings.assumedDate,
      isAssumedCertain: settings.isAssumedDateCertain)
    positionState = PositionState(settings)
    localDeclination = LocalDeclination(settings)
    alignment = Alignment(parameters: settings.alignment)
    notices = ChangeDetector()
    whyOrder = WhyOrder(settings.parameters.changes)
    whyOfStatus = WhyOfStatus(settings.parameters.changes)
  }

  /// Takes in one input and hands out what follows from it, in order.
  package mutating func process(_ input: Input, emit: (borrowing Output) -> Void) {
    switch input {
    case .sample(var sample): take(&sample, emit)
    case .idle(let time): advance(to: time)
    case .sensorFound(let source, let driver, let time):
      found(driver, at: source)
      advance(to: time)
    case .sensorLost(let source, let time):
      if sensors.lost(source) {
        filter.fieldSupply = .lost
        filter.loseMagnetometer()
        awaitedField.giveUp()
      }
      advance(to: time)
    case .sensorFault(let source, let fault, let time):
      if faults.note(fault, of: source), fault != nil { awaitedField.giveUp() }
      advance(to: time)
    case .calibration(let source, let calibration, let time):
      if sensors.calibrate(source, calibration) { recalibrate() }
      advance(to: time)
    case .calibrating(let news, let time):
      calibrationNews = news
      notices.stateChanges()
      advance(to: time)
      let event = Event(sequence: sequences.event(), time: time, news)
      if let event { emit(.event(event)) }
    case .blanking(let isOn, let time):
      isBlanking = isOn
      if isOn, filter.fieldSupply == .flowing { filter.fieldSupply = .withheld }
      advance(to: time)
    case .setting(let setting, let time):
      advance(to: time)
      take(setting, time, emit)
    case .clock(let utc, let time):
      advance(to: time)
      clock.set(utc, at: time)
    case .recording(let news, let time):
      advance(to: time)
      emit(.event(Event(sequence: sequences.event(), time: time, news)))
    case .tick(let time): tick(time, emit)
    case .gap(let reason, let time, let microseconds): gap(reason, time, microseconds, emit)
    }
  }

  /// Time has come to `time`, and nothing was measured.
  private mutating func advance(to time: Timestamp) {
    clock.begin(at: time)
    filter.update(Sample(time: time))
  }

  /// A chip with an accelerometer or a gyro was found. Where another model has come to the place of one in use, what the
  /// filter has learned is discarded: it is of the former one.
  private mutating func found(_ driver: String, at source: SensorSourceID) {
    let isOther = chips.note(driver, at: source)
    let primary = sensors.primarySources
    setTolerances(chips.tolerances(of: primary))
    guard isOther, source == primary.force || source == primary.rate else { return }
    filter.replaceInertialSensors()
    renewMountMonitor()
  }

  /// Takes how far the accelerometer and the gyro in use may be off.
  private mutating func setTolerances(_ tolerances: InertialTolerances) {
    filter.setTolerances(tolerances)
    mountMonitor.setTolerances(tolerances.gyro)
  }

  private mutating func take(_ sample: inout Sample, _ emit: (borrowing Output) -> Void) {
    settings.use.restrict(&sample)
    if isBlanking { sample.magneticField = nil }
    clock.begin(at: sample.time)
    if let fix = sample.fix {
      if let utc = fix.utcMicroseconds { clock.update(utc, at: sample.time) }
      positionState.update(fix, at: sample.time)
    }
    // Only a choice asks for them, and each costs a copy of the filter.
    let isChoice = sensors.hasSeveral
    let replacement = sensors.take(
      &sample, fault: isChoice ? filter.fieldFault : nil,
      canHold: isChoice && filter.canHold(at: sample.time))
    if sensors.hasNewSources { setTolerances(chips.tolerances(of: sensors.primarySources)) }
    if let replacement { replace(replacement) }
    use(sample)
    guard sensors.hasNewSources else { return }
    faults.use(sensors.primarySources.field)
    emit(.sensors(SensorChoice(sources: sensors.primarySources, change: replacement?.change)))
  }

  /// Takes what is left of a sample: the measurements of the sensors in use.
  // Of its own, because each use of a value that can change copies it.
  private mutating func use(_ sample: Sample) {
    if sample.magneticField != nil { filter.fieldSupply = .flowing }
    filter.update(sample)
    if settings.fieldInterval != nil, let raw = sample.magneticField {
      fieldMean.add(filter.magnetometer.body(raw))
    }
    mountMonitor.update(sample)
  }

  private mutating func take(
    _ setting: UserSetting, _ time: Timestamp, _ emit: (borrowing Output) -> Void
  ) {
    switch setting {
    case .position(let position):
      positionState.byUser = position
      // Sent again also where it leads the same way: a publisher may have withdrawn it.
      notices.forgetDirection()
    case .target(let target):
      guard target != positionState.target else { return }
      positionState.target = target
      notices.forgetDirection()
    case .mount(let new):
      guard new != mount else { return sensors.confirmMount() }
      remount(new)
      emit(.event(Event(sequence: sequences.event(), time: time, name: .mountChanged)))
    case .configuration(let news):
      emit(.event(Event(sequence: sequences.event(), time: time, news)))
    }
  }

  private mutating func replace(_ replacement: SensorGroup.Replacement) {
    if replacement.isInertial { filter.replaceInertialSensors() }
    if replacement.isMagnetometer {
      let description = sensors.primaryDescription
      filter.replaceMagnetometer(mount: description.mount, calibration: description.calibration)
      calibrationInUse = description.calibration
    }
    renewMountMonitor()
  }

  /// What turns have shown of the mounts was of other sensors, or of other mounts.
  private mutating func renewMountMonitor() {
    let description = sensors.primaryDescription
    mountMonitor = MountMonitor(
      mount: description.mount, calibration: description.calibration,
      gyroCalibration: filter.inertialCalibration?.gyro,
      gyroTolerances: chips.tolerances(of: sensors.primarySources).gyro,
      parameters: settings.parameters.mounting)
  }

  /// The mount has changed.
  private mutating func remount(_ new: Mount) {
    mount = new
    sensors.remount(new)
    let description = sensors.primaryDescription
    filter.remount(description.mount, calibration: description.calibration)
    renewMountMonitor()
    notices.stateChanges()
  }

  /// The magnetometer in use has another calibration.
  private mutating func recalibrate() {
    let description = sensors.primaryDescription
    filter.recalibrate(mount: description.mount, calibration: description.calibration)
    renewMountMonitor()
    calibrationInUse = description.calibration
  }

  private mutating func gap(
    _ reason: Event.GapReason, _ time: Timestamp, _ microseconds: Int64?,
    _ emit: (borrowing Output) -> Void
  ) {
    align(
      Alignment.Input(time: time, pointer: nil, turnRate: nil, isCertain: false), emit)
    var event = Event(sequence: sequences.event(), time: time, name: .gap)
    event.reason = reason
    event.gapMicroseconds = microseconds
    emit(.event(event))
    awaitedField.gap(reason, at: time)
    // What comes is earlier, or the beginning of a recording.
    filter.restart(keepsField: reason != .loop && reason != .backwards)
    mountMonitor.restart()
    sensors.restart(at: time)
    // A replay that begins again goes on in time.
    let isComparable = reason != .backwards
    clock.gap(at: time, isComparable: isComparable)
    if !isComparable { positionState.forgetInstants() }
    // The end of a recording says nothing of its beginning.
    if reason == .loop {
      faults.forget()
      (isBlanking, calibrationNews) = (false, nil)
      if sensors.forgetCalibrations() { recalibrate() }
      filter.restartConfirmation(of: sensors.primaryDescription.calibration)
      take(.position(nil), time, emit)
      take(.target(settings.target), time, emit)
      // Only a user confirms the mount that is set already.
      if mount != settings.mount { take(.mount(settings.mount), time, emit) }
    }
    notices.restart(at: time)
    whyOrder.restart()
  }

  private mutating func tick(_ time: Timestamp, _ emit: (borrowing Output) -> Void) {
    var estimate = filter.estimate(at: time)
    if sensors.hasSeveral, mountMonitor.isProven { sensors.mountIsProven() }
    sensors.judge(&estimate, at: time)
    mountMonitor.judge(&estimate)
    let date = clock.dateMicroseconds(at: time)
    localDeclination.update(position: positionState.position, dateMicroseconds: date)
    let place = positionState.state(
      at: time, dateMicroseconds: clock.certainDateMicroseconds(at: time))
    if let error = localDeclination.error68Degrees { estimate.errors[.declination] = error }
    var expected = localDeclination.expectedField
    expected?.isCertain = place.status == .fix2D || place.status == .fix3D
    filter.setExpectedField(expected)
    // The stored part, because a method of the whole filter copies it.
    let newField = settings.isMicrotesla ? filter.confirmation.newField : nil
    fieldCondition = FieldCondition(estimate, newCalibrationField: newField)
    let isMeasuring =
      faults.ofPrimary == nil
      && filter.activity.field.isAlive(at: time, atLeast: ProtocolConstants.sensorTimeout)
    if awaitedField.tick(isMeasuring: isMeasuring, at: time), estimate.heading == nil {
      estimate.conditions.remove(.fieldMissing)
      estimate.conditions.insert(.warmingUp)
    }
    var reading = reading(from: estimate, place, at: time)
    sendPosition(place, at: time, emit)
    sendQibla(place, at: time, emit)
    align(
      Alignment.Input(
        time: time, pointer: reading.pointer, turnRate: reading.turnRateDegreesPerSecond,
        isCertain: positionState.isCertain(reading, settings.alignment)),
      emit)
    reading.alignment = Reading.Alignment(alignment.field)
    sendEvents(estimate, reading, place, emit)
    sendState(estimate, reading, place, emit)
    emit(.reading(reading))
    sendField(estimate, at: time, emit)
    sendHeadingError(estimate, reading, emit)
  }

  private mutating func reading(
    from estimate: HeadingEstimate, _ place: StateMessage.Position, at time: Timestamp
  ) -> Reading {
    var reading = Reading(sequence: sequences.reading(), time: time)
    reading.utcMicroseconds = clock.utcMicroseconds(at: time)
    reading.axis = Reading.Axis(estimate.axis)
    reading.source = Reading.Source(estimate.source)
    reading.sampleAgeMicroseconds = estimate.sampleAgeMicroseconds
    reading.turnRateDegreesPerSecond = estimate.turnRateDegreesPerSecond
    reading.pitchDegrees = estimate.pitchDegrees
    reading.rollDegrees = estimate.rollDegrees
    reading.headingMagnetic = estimate.heading
    reading.declination = localDeclination.declination
    if let heading = estimate.heading, let declination = localDeclination.declination {
      reading.headingTrue = heading.trueAzimuth(declination)
    }
    reading.error68Degrees = estimate.error68Degrees
    reading.qibla = positionState.direction?.bearing
    if let qibla = reading.qibla, let heading = reading.headingTrue {
      reading.pointer = RelativeBearing(of: qibla, from: heading)
    }
    reading.status = Reading.Status(of: estimate)
    reading.why.insertReasons(for: estimate, reportedFault: faults.ofPrimary)
    if calibrationNews?.status == .collecting { reading.why.insert(.calibrating) }
    positionState.insertReasons(into: &reading.why, place)
    localDeclination.insertReasons(into: &reading.why)
    if estimate.heading == nil {
      reading.why.reorder { $0.takesHeadingAway && !$1.takesHeadingAway }
    } else {
      whyOrder.order(&reading.why, by: estimate.errors)
    }
    whyOfStatus.complete(&reading.why, status: reading.status, errors: estimate.errors)
    return reading
  }

  private mutating func align(_ input: Alignment.Input, _ emit: (borrowing Output) -> Void) {
    alignment.update(input) { outcome in
      emit(.event(Event(sequence: sequences.event(), input: input, outcome: outcome)))
    }
  }

  private mutating func sendEvents(
    _ estimate: HeadingEstimate, _ reading: Reading, _ place: StateMessage.Position,
    _ emit: (borrowing Output) -> Void
  ) {
    let condition = ChangeDetector.Condition(
      status: reading.status, why: reading.why.bySeverity,
      interference: .init(estimate.interference),
      kind: estimate.interferenceKind.map { .init($0) }, axis: reading.axis,
      position: place.status, magnetometer: sensors.primaryOfSeveral)
    let silence = ProtocolConstants.sensorTimeout
    let active = ChangeDetector.ActiveSensors(
      field: filter.activity.field.isAlive(at: reading.time, atLeast: silence),
      force: filter.activity.force.isAlive(at: reading.time, atLeast: silence),
      rate: filter.activity.rate.isAlive(at: reading.time, atLeast: silence))
    notices.update(condition, active: active, at: reading.time) { name, device in
      var event = Event(sequence: sequences.event(), time: reading.time, name: name)
      event.device = device
      if name == .axisChanged { event.axis = reading.axis }
      emit(.event(event))
    }
  }

  private mutating func sendPosition(
    _ place: StateMessage.Position, at time: Timestamp, _ emit: (borrowing Output) -> Void
  ) {
    let position = positionState.position
    let motion = positionState.motion(at: time)
    guard notices.takeIfNew(place.status, position, motion) else { return }
    emit(
      .position(
        PositionMessage(
          sequence: sequences.position(), time: time, status: place.status, position: position,
          ageSeconds: place.ageSeconds, course: motion?.course,
          speedMetresPerSecond: motion?.speedMetresPerSecond)))
  }

  private mutating func sendQibla(
    _ place: StateMessage.Position, at time: Timestamp, _ emit: (borrowing Output) -> Void
  ) {
    guard let direction = positionState.direction else { return notices.forgetDirection() }
    guard notices.takeIfNew(direction, from: place.status) else { return }
    emit(
      .qibla(
        QiblaMessage(
          sequence: sequences.qibla(), time: time, bearing: direction.bearing,
          method: direction.bearing == nil ? nil : settings.method, bearings: .init(direction),
          distanceKilometres: direction.distance / metresPerKilometre,
          error68Degrees: direction.error68Degrees,
          note: QiblaMessage.Note(direction.note), positionStatus: place.status,
          target: positionState.target)))
  }

  private mutating func sendHeadingError(
    _ estimate: HeadingEstimate, _ reading: Reading, _ emit: (borrowing Output) -> Void
  ) {
    guard let interval = settings.headingErrorInterval else { return }
    if let last = headingErrorSent, reading.time >= last,
      reading.time.microseconds(since: last) < interval
    {
      return
    }
    headingErrorSent = reading.time
    emit(.headingError(HeadingErrorMessage(estimate.errors, of: reading)))
  }

  private mutating func sendState(
    _ estimate: HeadingEstimate, _ reading: Reading, _ place: StateMessage.Position,
    _ emit: (borrowing Output) -> Void
  ) {
    guard notices.takeDueState(at: reading.time) else { return }
    emit(
      .state(
        StateMessage(
          sequence: sequences.state(), time: reading.time, status: reading.status,
          why: reading.why,
          calibration: calibration(on: clock.dateMicroseconds(at: reading.time)),
          interference: .init(estimate),
          position: place, declination: localDeclination.state,
          sensors: activeSensors(at: reading.time), mount: mountState)))
  }

  private mutating func sendField(
    _ estimate: HeadingEstimate, at time: Timestamp, _ emit: (borrowing Output) -> Void
  ) {
    guard let interval = settings.fieldInterval else { return }
    if let fieldSent, time >= fieldSent, time.microseconds(since: fieldSent) < interval { return }
    fieldSent = time
    let mean = fieldMean.removeMean()
    guard settings.isMicrotesla else { return }
    emit(
      .field(
        FieldMessage(
          sequence: sequences.field(), time: time, mean, estimate,
          expected: localDeclination.expectedField)))
  }

  private var mountState: StateMessage.Mount? {
    let isUpsideDown = mountMonitor.isAlwaysUpsideDown
    let inclination = localDeclination.expectedField?.inclination
    guard let finding = mountMonitor.finding(inclination: inclination) else {
      return isUpsideDown ? .init(isWrong: false, isUpsideDown: true) : nil
    }
    return .init(finding, isUpsideDown: isUpsideDown)
  }

  /// - Parameter utc: now, µs since 1970; `nil` where it is not known.
  private func calibration(on utc: Int64?) -> StateMessage.Calibration {
    if let calibrationNews { return .init(calibrationNews, utc: utc) }
    guard let given = calibrationInUse else { return .init(status: .none) }
    return .init(
      status: filter.magnetometer.isCalibrated ? .ok : .rejected, grade: given.grade.rawValue)
  }

  private func activeSensors(at time: Timestamp) -> [StateMessage.Sensor] {
    let several = sensors.magnetometers(at: time).map(StateMessage.Sensor.init)
    let clocks: [(StateMessage.Sensor.Kind, SensorActivity)] = [
      (.mag, filter.activity.field), (.accel, filter.activity.force),
      (.gyro, filter.activity.rate),
    ]
    let others = clocks.filter { $0.1.last != nil && ($0.0 != .mag || several.isEmpty) }
    return several
      + others.map { kind, clock in
        let isAlive = clock.isAlive(at: time, atLeast: ProtocolConstants.sensorTimeout)
        return StateMessage.Sensor(kind: kind, rateHz: isAlive ? clock.rate : nil)
      }
  }
}
