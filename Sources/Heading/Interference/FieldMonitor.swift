private import Glibc
import Quantities

/// Judges whether the reference field explains the measured one, and decides what the filter does.
///
/// One for the filter with a gyro and the one without: `step` takes a residual and returns actions, in
/// the order in which they are to be carried out. It holds no part of the filters' own state.
struct FieldMonitor {
  let parameters: FieldMonitorParameters
  /// Whether the strength is known in µT: not of counts, nor with the calibration of a level turn.
  let knowsStrength: Bool

  private(set) var state = FieldState.undisturbed {
    didSet {
      interference = state.interference
      isDisturbed = interference == .disturbed || interference == .recovering
      isDisturbedByEnvironment = isDisturbed && classifier?.kind != .device
    }
  }
  /// `state` without what is known of the disturbance. Stored as the two below, because each sample asks for them, and a
  /// computed property copies what is known of the disturbance.
  private(set) var interference = HeadingEstimate.Interference.undisturbed
  /// Whether the measured field is not the Earth's, or was not a moment ago.
  private(set) var isDisturbed = false
  /// The same by something that does not turn with the device; without a gyro that is not known, and taken to be so.
  private(set) var isDisturbedByEnvironment = false
  /// How far north may be off because another reference was accepted before.
  private(set) var uncertainty = NorthUncertainty()
  /// Whether the residual recurs as the device's own field does. Without a gyro.
  private(set) var recurrence = RecurringMisfit()
  /// What the filter with a gyro expected while its covariance was last not inflated.
  private(set) var checkpoint: FieldCheckpoint
  /// Which tests the field failed last. Without a gyro; counts only while the field is disturbed.
  private(set) var lastReasons: HeadingEstimate.Conditions = .interferenceStrength

  /// Whether the covariance explains the innovations of the filter with a gyro.
  private var innovationTest = InnovationTest.explained
  private var candidate = CandidateReference()
  private var suddenChange: SuddenChange
  /// s for which the present reference has been accepted: what a candidate competes with. Zero while there is none.
  private var acceptedSeconds = 0.0
  /// What was known of the field before a start, until the new reference was compared with it.
  private(set) var former: FormerField?
  /// s for which the reference before a start had been accepted, where this one is the same.
  private var inheritedSeconds = 0.0
  /// The smoothed residual; single outliers hardly move it (`FieldState.Detection.gain`).
  private var smoothed = 0.0

  init(parameters: FieldMonitorParameters, knowsStrength: Bool, hardIronVariance: Double = 0) {
    self.parameters = parameters
    self.knowsStrength = knowsStrength
    suddenChange = SuddenChange(parameters: parameters)
    checkpoint = FieldCheckpoint(
      hardIronVariance: Vector3(hardIronVariance, hardIronVariance, hardIronVariance))
  }

  /// Whether the covariance has been inflated and the checkpoint not been restored.
  var isInflated: Bool { innovationTest.isInflated }

  /// With a gyro: what disturbs the field; `nil` while nothing does.
  var classifier: InterferenceClassifier? { state.disturbance?.classifier }

  /// What a residual is measured against: the checkpoint, or the present estimate before there is one.
  func expectation(_ estimate: FieldCheckpoint) -> FieldCheckpoint {
    acceptedSeconds == 0 ? estimate : checkpoint
  }

  /// Whether a field (earth frame, µT) can be the Earth's at all.
  func isPlausible(_ field: Vector3) -> Bool {
    !knowsStrength || plausibleStrength.contains(field.length)
  }

  /// Whether what a field is off by is an anomaly of the spot: the reference is trusted, and nothing stronger disturbs.
  var judgesAnomalies: Bool { !isReferenceNew && !isDisturbed && !isInflated }

  /// Whether the reference explains the field.
  var isExplained: Bool { interference == .undisturbed && !isInflated }

  /// What is known of the field where the attitude is lost at `time`, or was before the last start; `nil` where no reference
  /// is trusted yet.
  ///
  /// - Parameters:
  ///   - measured: the field of now.
  ///   - angle: rad by which it points beside the reference.
  ///   - memory: rad, the largest residual, fading.
  func known(
    _ reference: ReferenceField, measured: ReferenceField, angle: Double, memory: Double,
    at time: Timestamp
  ) -> FormerField? {
    let disturbance = isExplained ? nil : (field: measured, angle: angle)
    if var former {
      // A magnet that came since.
      former.disturbance = disturbance ?? former.disturbance
      return former
    }
    let seconds = max(acceptedSeconds, inheritedSeconds)
    guard seconds >= parameters.secondsUntilReferenceIsTrusted || uncertainty.angle68 > 0
    else { return nil }
    return FormerField(
      reference: reference, acceptedSeconds: seconds, uncertainty: uncertainty, memory: memory,
      disturbance: disturbance, time: time)
  }

  /// Starts with what was known of the field before.
  mutating func begin(after former: FormerField, at time: Timestamp) {
    self.former = former
    resume(former, angle: former.disturbedAngle, at: time)
  }

  /// Compares the reference with that before the start, once.
  mutating func compareWithFormer(_ reference: ReferenceField, at time: Timestamp) {
    guard let former else { return }
    let angle = former.angle(to: reference, knowsStrength: knowsStrength, parameters)
    resume(former, angle: angle, at: time)
    self.former = nil
  }

  /// - Parameter angle: rad by which the reference may point beside the former one.
  private mutating func resume(_ former: FormerField, angle: Double, at time: Timestamp) {
    let share = former.share(at: time, parameters)
    uncertainty = former.uncertainty.faded(to: share)
    inheritedSeconds = angle > 0 ? 0 : former.acceptedSeconds * share
    guard angle > 0 else { return }
    uncertainty.replace(
      by: angle * share, acceptedSeconds: former.acceptedSeconds, parameters)
  }

  /// Judges one residual. The order:
  ///
  /// 1. The state: undisturbed, suspect, disturbed, recovering.
  /// 2. With a gyro: the innovation, by which the covariance is inflated.
  /// 3. While the field is disturbed or the covariance inflated a steady field competes with the
  ///    reference; else the reference has been accepted for longer.
  /// 4. With a gyro: the checkpoint is saved while all is well, and restored when it fits again.
  /// 5. With a gyro: what disturbs is classified.
  /// 6. Whether the field corrects the filter.
  mutating func step(
    _ residual: FieldResidual, motion: DeviceMotion, earth: inout EarthModel, at time: Timestamp
  ) -> FieldActions {
    var actions = FieldActions()
    var vector = residual.vector
    if acceptedSeconds == 0, let vector { checkpoint = vector.estimate }
    let reference = checkpoint.reference
    detect(residual, motion, at: time)
    testInnovation(&vector, &actions)
    if isInflated || interference == .disturbed {
      if let winner = considerCandidate(residual, vector, motion, earth) {
        adopt(winner, residual, &actions)
        let field = FieldAction.use(correctsAttitude: true)
        actions.append(vector == nil ? .ignore(correctsAttitude: true) : field)
        return actions
      }
    } else {
      candidate = CandidateReference()
      accept(vector, motion, &earth)
    }
    updateCheckpoint(residual, at: time, &actions)
    if let vector { classify(vector, reference: reference, motion) }
    actions.append(use(hasGyro: vector != nil))
    return actions
  }

  /// 1. The state, and what follows from its transitions.
  private mutating func detect(
    _ residual: FieldResidual, _ motion: DeviceMotion, at time: Timestamp
  ) {
    let hasGyro = residual.scalars == nil
    let thresholds = FieldState.Detection(parameters: parameters, hasGyro: hasGyro)
    let share = residual.relativeLength
    smoothed += (share - smoothed) * thresholds.gain(motion.interval)
    // A single outlier is no interference.
    let length = residual.isPlausible ? min(share, 2 * smoothed) : .infinity
    let wasUndisturbed = interference == .undisturbed
    let transition = state.step(length, from: residual.start, at: time, thresholds)
    if let vector = residual.vector, isReferenceNew {
      suddenChange.update(
        vector.field, strength: vector.estimate.reference.strength, motion: motion, at: time)
    }
    guard let scalars = residual.scalars else { return }
    recurrence.update(
      misfits: length > thresholds.limits.enter, turnRate: motion.turnRate,
      interval: motion.interval, at: time, parameters)
    if wasUndisturbed { recurrence.fits(in: scalars.attitude, at: time, parameters) }
    switch transition {
    case .disturbed(let since):
      recurrence.began(since: since, isFirst: acceptedSeconds == 0, at: time, parameters)
    case .undisturbed(let since):
      recurrence.ended(since: since, in: scalars.attitude, at: time, parameters)
    case nil: break
    }
  }

  /// 2. The innovation. The covariance is inflated, so that whatever disturbs no longer pulls at the
  /// attitude. A reference that has been accepted for long is right: then north is turned back.
  private mutating func testInnovation(
    _ vector: inout VectorResidual?, _ actions: inout FieldActions
  ) {
    guard let residual = vector else { return }
    let innovation = residual.innovation
    let isTooLarge =
      innovation.length > parameters.roomVariation * residual.estimate.reference.strength
      && innovation.sigmas > significantDeviations
    let wasInflated = isInflated
    guard innovationTest.step(isTooLarge: isTooLarge) else { return }
    actions.append(
      .inflateCovariance(
        variance: innovation.length * innovation.length, includingReference: isReferenceNew))
    guard !wasInflated, !isReferenceNew else { return }
    let angle = -residual.recentNorthCorrections
    actions.append(.undoRecentNorthCorrections(angle: angle))
    vector = residual.turned(by: angle)
  }

  /// Whether the reference has been accepted for so short a time that it is not much better than another one.
  private var isReferenceNew: Bool { acceptedSeconds < parameters.secondsUntilReferenceIsTrusted }

  /// A field that wins against the reference, for how long it has been steady, and whether it shows where north is.
  private typealias Winner = (field: Vector3, duration: Double, turnsNorth: Bool)

  /// 3. Lets a field compete that differs from the reference. It wins through a full turn of the device
  /// and, with a gyro, when it has been steady for as long as the reference was accepted.
  private mutating func considerCandidate(
    _ residual: FieldResidual, _ vector: VectorResidual?, _ motion: DeviceMotion,
    _ earth: EarthModel
  ) -> Winner? {
    if let scalars = residual.scalars { note(scalars) }
    // What turns with the device is not the Earth's, however long the device rests with it.
    guard state.disturbance?.classifier.kind != .device else {
      candidate = CandidateReference()
      return nil
    }
    // A change too small to end a disturbance counts as steady.
    let tolerance = parameters.residual.leave * residual.strength
    candidate.update(residual.field, tolerance: tolerance, motion: motion)
    guard let field = candidate.mean, isPlausible(field) else { return nil }
    let isTurned =
      candidate.duration > parameters.steadySecondsPerFullTurn
      && candidate.turning > fullTurn
    // Without a gyro a resting device does not show whether the field turns with it.
    guard let vector else { return isTurned ? (field, 0, false) : nil }
    let reference = vector.estimate.reference
    // What differs by less, the checkpoint explains.
    guard (field - reference.vector).length > parameters.roomVariation * reference.strength
    else { return nil }
    let shortest =
      suddenChange.isRecent
      ? parameters.shortestSteadySecondsAfterStep : parameters.shortestSteadySeconds
    let required = max(shortest, requiredSeconds(for: field, reference.vector, earth))
    let outlasts = candidate.duration > required
    return outlasts || isTurned ? (field, candidate.duration, outlasts) : nil
  }

  /// Without a gyro: what a disturbance may have done to north, and which tests it fails.
  private mutating func note(_ scalars: ScalarResidual) {
    if var disturbance = state.disturbance {
      disturbance.largestNorthError = max(
        disturbance.largestNorthError, min(scalars.northError, .pi))
      state.disturbance = disturbance
    }
    if !scalars.reasons.isEmpty { lastReasons = scalars.reasons }
  }

  /// s for which a candidate must be steady to win; where the Earth's model explains only one of the two,
  /// it decides at once.
  private func requiredSeconds(
    for field: Vector3, _ reference: Vector3, _ earth: EarthModel
  ) -> Double {
    switch knowsStrength ? earth.prefers(field, to: reference) : nil {
    case true?: 0
    case false?: .infinity
    case nil: min(acceptedSeconds, parameters.longestSteadySeconds)
    }
  }

  /// 3. Another field becomes the reference.
  private mutating func adopt(
    _ winner: Winner, _ residual: FieldResidual, _ actions: inout FieldActions
  ) {
    let (field, _, turnsNorth) = winner
    if residual.vector != nil { actions.append(.restore(checkpoint)) }
    let variance = parameters.adoptedReferenceError * parameters.adoptedReferenceError
    actions.append(.adoptReference(field: field, variance: variance, turnsNorth: turnsNorth))
    let angle = state.disturbance?.largestNorthError ?? 0
    uncertainty.replace(
      by: residual.vector == nil ? angle : abs(atan2(field.y, field.x)),
      acceptedSeconds: acceptedSeconds, parameters)
    (acceptedSeconds, inheritedSeconds) = (winner.duration, 0)
    candidate = CandidateReference()
    suddenChange.reset()
    innovationTest = .explained
    recurrence = RecurringMisfit()
    (state, smoothed) = (.undisturbed, 0)
    checkpoint.reference = ReferenceField(of: field)
    checkpoint.horizontalVariance = variance
    checkpoint.downVariance = variance
  }

  /// 3. The reference explains the field for longer.
  private mutating func accept(
    _ vector: VectorResidual?, _ motion: DeviceMotion, _ earth: inout EarthModel
  ) {
    guard interference == .undisturbed else { return }
    acceptedSeconds = min(acceptedSeconds + motion.interval, parameters.longestSteadySeconds)
    uncertainty.confirm(interval: motion.interval, turning: motion.turning, parameters)
    if let vector, uncertainty.unprovenShare == 0 {
      earth.learn(strength: vector.estimate.reference.strength, interval: motion.interval)
    }
  }

  /// 4. The checkpoint.
  private mutating func updateCheckpoint(
    _ residual: FieldResidual, at time: Timestamp, _ actions: inout FieldActions
  ) {
    guard let vector = residual.vector else { return }
    guard isInflated else {
      checkpoint = vector.estimate
      return
    }
    let fits = residual.relativeLength < parameters.roomVariation
    let dwell = parameters.shortestSteadySecondsAfterStep
    if innovationTest.step(checkpointFits: fits, for: dwell, at: time) {
      actions.append(.restore(checkpoint))
    }
  }

  /// 5. In which frame that which disturbs stays the same.
  private mutating func classify(
    _ vector: VectorResidual, reference: ReferenceField, _ motion: DeviceMotion
  ) {
    guard var disturbance = state.disturbance else { return }
    disturbance.classifier.update(
      residual: vector.field - vector.attitude * checkpoint.hardIron - reference.vector,
      attitude: vector.attitude, motion: motion)
    state.disturbance = disturbance
  }

  /// 6. A step of the field while the reference is new is ambiguous: it may have been the Earth's field
  /// that came, so that it must not correct the attitude. An innovation that may be the start of a
  /// disturbance is waited out. Without a gyro a field only corrects the reference.
  private func use(hasGyro: Bool) -> FieldAction {
    let isUndisturbed = interference == .undisturbed
    guard hasGyro else {
      return isUndisturbed ? .use(correctsAttitude: true) : .ignore(correctsAttitude: true)
    }
    let correctsAttitude =
      isUndisturbed && !isInflated || !suddenChange.isRecent || !isReferenceNew
    return innovationTest.isSuspicious
      ? .ignore(correctsAttitude: correctsAttitude) : .use(correctsAttitude: correctsAttitude)
  }
}
