package import Quantities

/// The calibration of a device in use: samples in, fits that are due out, and all nine axes of a candidate.
///
/// `CalibrationProcedure` collects fields and decides when they are enough; beside it this keeps the samples of the
/// tumble for accelerometer and gyro. A device that lies still for long adds nothing and costs nothing. While nothing is
/// collected, undisturbed fields of everyday use may propose a refinement of the calibration in use. Its size is bounded;
/// what is large is discarded with the end of a collection.
package struct LiveCalibration: Sendable {
  package private(set) var procedure: CalibrationProcedure
  private var gyro: UnbiasedGyro
  /// Of accelerometer and gyro of the candidate.
  package private(set) var inertialReport: InertialReport?

  /// How far a calibration is.
  package enum Phase: Equatable, Sendable {
    /// Nothing is collected, and nothing was found.
    case idle
    /// Samples are wanted, or a fit is under way that ends a collection.
    case collecting
    /// There is a candidate, or a collection was rejected.
    case settled
  }

  /// How far the calibration is. It is stored: to look into `procedure.state` may copy all that is collected, and each
  /// sample asks for this.
  package private(set) var phase = Phase.idle

  /// The rests of the device, and the sides on which it rested since the collection began.
  package var rests: RestWatch { gyro.rests }

  /// Whether the candidate is a refinement of the calibration in use, and not the result of a collection.
  package var isProposal: Bool { stage == .proposal }

  private var stage = Stage.none
  /// `nil` where there is no calibration to refine.
  private var refinement: CalibrationRefinement?
  private let isRefining: Bool
  private var tumble: TumbleLog?
  private var lastLog: CalibrationLog?
  /// The log of the best report so far.
  private var bestLog: CalibrationLog?
  /// Counts collections, so that the fit of a former one is not taken for one of this.
  private var collection = 0
  private var exclusion = Exclusion()
  /// Whether the collection was asked to end.
  private var isEndRequested = false
  private var mount: Mount { parameters.mount }
  private var parameters: CalibrationProcedureParameters
  /// Tolerances of accelerometer and gyro before a calibration.
  package var tolerances: InertialTolerances {
    didSet { gyro.tolerances = tolerances.gyro }
  }

  private enum Stage: Equatable, Sendable {
    case none
    /// The field's candidate is there, and the device should rest on further sides: since the candidate was found, or
    /// the newest of so many sides was.
    case resting(since: Timestamp, sides: Int)
    /// All nine axes are fitted.
    case fitting
    /// The candidate is whole.
    case done
    /// The candidate is a refinement of the calibration in use.
    case proposal
  }

  /// s; what comes after so long a rest adds nothing. Source: chosen; longer than a rest on a side.
  private static let longestRest = 3.0
  /// s without a rest on a further side, once the field is known, after which the rests that were seen have to do.
  /// Source: chosen; the rest of a tumble, or some turns of a user who looks for the side that is wanted.
  private static let longestWaitForRests = 40.0

  /// - Parameters:
  ///   - inForce: the calibration in use; `nil` where there is none.
  ///   - isRefining: whether everyday use may propose a refinement of it.
  package init(
    _ parameters: CalibrationProcedureParameters, inForce: Calibration? = nil,
    tolerances: InertialTolerances = .cheapBoard, isRefining: Bool = false
  ) {
    procedure = CalibrationProcedure(parameters, inForce: inForce)
    gyro = UnbiasedGyro(
      calibration: inForce?.inertial?.gyro, tolerances: tolerances.gyro,
      rests: RestWatch(mount: parameters.mount, parameters.calibration.inertial))
    (self.parameters, self.tolerances, self.isRefining) = (parameters, tolerances, isRefining)
    refine()
  }

  /// Continues with the same sensors in another mount: what was collected is discarded, and what is in use
  /// stays.
  package mutating func remount(_ mount: Mount) {
    discard()
    parameters.mount = mount
    procedure = CalibrationProcedure(parameters, inForce: procedure.inForce?.calibration)
    beginRests(gyroCalibration: gyro.calibration)
    refine()
  }

  /// Continues with another accelerometer or gyro: what rests have shown, and what the calibration in use has of the gyro,
  /// was of the former one.
  package mutating func replaceInertialSensors() {
    beginRests(gyroCalibration: nil)
  }

  private mutating func beginRests(gyroCalibration: AxesCalibration?) {
    gyro = UnbiasedGyro(
      calibration: gyroCalibration, tolerances: tolerances.gyro,
      rests: RestWatch(mount: mount, parameters.calibration.inertial))
  }

  /// Begins to collect, from nothing; what is in use stays so.
  package mutating func start(_ flow: CalibrationCollection.Flow, at time: Timestamp) {
    discard()
    gyro.forgetSides()
    procedure.start(flow, at: time)
    tumble = TumbleLog()
    phase = phaseOfState
  }

  /// Ends a collection, or drops what it found; what is in use stays.
  package mutating func discard() {
    procedure.discard()
    endCollection()
    (stage, inertialReport) = (.none, nil)
    phase = phaseOfState
  }

  /// Takes a sample of the sensors that make the heading, sensor frame, before calibration.
  ///
  /// - Parameters:
  ///   - isUndisturbed: whether the field is the Earth's.
  ///   - isFromOutside: whether the field is disturbed by something that does not belong to the device; it is
  ///     left out.
  /// - Returns: a fit to run, whose outcome goes to `finished`; `nil` where none is due.
  package mutating func take(
    _ sample: Sample, isUndisturbed: Bool, isFromOutside: Bool = false
  ) -> CalibrationJob? {
    gyro.take(sample)
    guard isCollecting else {
      _ = procedure.take(sample, isUndisturbed: isUndisturbed)
      return refinementJob(sample, isUndisturbed: isUndisturbed)
    }
    defer { phase = phaseOfState }
    if rests.duration > Self.longestRest, stage == .none { return nil }
    var taken = sample
    if sample.magneticField != nil, exclusion.leavesOut(isFromOutside: isFromOutside) {
      taken.magneticField = nil
    }
    if stage != .fitting { tumble?.add(taken) }
    if case .resting(let since, let sides) = stage {
      // A user who follows the guide is on the way to the next side.
      let isFurther = rests.sides.count > sides
      return restingJob(sample.time, since: isFurther ? sample.time : since)
    }
    guard stage == .none else { return nil }
    taken.angularRate = withoutBias(taken.angularRate)
    let log = procedure.take(taken, isUndisturbed: isUndisturbed)
    if let log {
      lastLog = log
      return job(.field(log))
    }
    return candidateJob(at: sample.time)
  }

  /// Takes what a fit found; one of a former collection is ignored.
  ///
  /// - Returns: the next fit, where one is due at once.
  package mutating func finished(
    _ outcome: CalibrationJob.Outcome, of collection: Int, at time: Timestamp
  ) -> CalibrationJob? {
    guard collection == self.collection else { return nil }
    defer { phase = phaseOfState }
    switch outcome {
    case .field(let report):
      if procedure.fitted(report, at: time) { bestLog = lastLog }
      return candidateJob(at: time)
    case .nineAxes(let report):
      guard stage == .fitting else { return nil }
      if report.magnetometer.calibration != nil { procedure.complete(report.magnetometer) }
      inertialReport = report.inertial
      stage = .done
      endCollection()
      return nil
    case .refinement(let report, let refined):
      // another one may be in use by now
      guard let report, refined == procedure.inForce?.calibration, procedure.propose(report) else {
        return nil
      }
      stage = .proposal
      return nil
    }
  }

  /// Ends the collection with what there is.
  ///
  /// - Returns: the fit of all nine axes, where there is a candidate.
  package mutating func finish(at time: Timestamp) -> CalibrationJob? {
    defer { phase = phaseOfState }
    isEndRequested = true
    procedure.finish()
    return stage == .none ? candidateJob(at: time) : nil
  }

  /// Puts the candidate into use.
  ///
  /// - Parameter force: also where the one in use is better.
  /// - Throws: `CalibrationProcedureError`; nothing has changed then.
  package mutating func accept(
    force: Bool
  ) throws(CalibrationProcedureError) -> Calibration {
    let calibration = try procedure.accept(force: force)
    gyro.calibration = calibration.inertial?.gyro
    discard()
    return calibration
  }

  /// Puts a calibration into use that comes from elsewhere; `nil` where there is none any more.
  package mutating func use(_ calibration: Calibration?) {
    if isProposal { discard() }
    defer { refine() }
    let state = procedure.state
    procedure = CalibrationProcedure(parameters, inForce: calibration)
    procedure.state = state
    gyro.calibration = calibration?.inertial?.gyro
  }

  /// Whether samples are wanted, or a fit is under way that ends a collection.
  package var isCollecting: Bool { phase == .collecting }

  /// What `phase` is: every method that changes `procedure.state` or `stage` ends with storing it.
  package var phaseOfState: Phase {
    switch procedure.state {
    case .idle: .idle
    case .collecting: .collecting
    case .candidate:
      switch stage {
      case .resting, .fitting: .collecting
      case .none, .done, .proposal: .settled
      }
    case .rejected: .settled
    }
  }

  /// The candidate with all its axes; `nil` before.
  package var candidate: CalibrationReport? {
    if !isCollecting, case .candidate(let report) = procedure.state { report } else { nil }
  }

  /// The cells of directions of the collection: 48, or 24 for a level turn.
  package var cells: Int {
    if case .collecting(let collecting) = procedure.state {
      collecting.collection.cells
    } else {
      DirectionCells.count
    }
  }

  /// What to do next while samples are collected.
  package var nextPose: LivePose {
    if wantsRests {
      return .rest(CalibrationPose.Side.allCases.filter { !rests.sides.contains($0) })
    }
    return .turn(procedure.progress.nextPose ?? .enough)
  }

  /// Whether the device should rest on further sides, and nothing else is missing.
  package var wantsRests: Bool { if case .resting = stage { true } else { false } }

  /// Begins to refine the calibration in use.
  private mutating func refine() {
    guard isRefining else { return }
    refinement = procedure.inForce.map {
      CalibrationRefinement($0.calibration, mount: mount, parameters: parameters.calibration)
    }
  }

  private mutating func refinementJob(_ sample: Sample, isUndisturbed: Bool) -> CalibrationJob? {
    guard phase == .idle else { return nil }
    var sample = sample
    sample.angularRate = withoutBias(sample.angularRate)
    guard refinement?.take(sample, isUndisturbed: isUndisturbed) == true, let refinement else {
      return nil
    }
    return job(.refinement(refinement))
  }

  /// A turn rate without the gyro's bias; `nil` where that may be so large that the turns of gyro and field differ by it.
  private func withoutBias(_ rate: AngularRate?) -> AngularRate? {
    let check = parameters.calibration.turnCheck
    guard let rate, gyro.largestBias * check.span.upperBound <= check.tolerance else { return nil }
    return AngularRate(radiansPerSecond: gyro.rate(rate.radiansPerSecond))
  }

  private mutating func candidateJob(at time: Timestamp) -> CalibrationJob? {
    switch procedure.state {
    case .candidate(let report) where stage == .none:
      guard report.model != .horizontalCircle, tumble != nil, bestLog != nil else {
        stage = .done
        endCollection()
        return nil
      }
      return restingJob(time, since: time)
    case .rejected:
      endCollection()
      return nil
    case .idle, .collecting, .candidate: return nil
    }
  }

  private mutating func restingJob(_ time: Timestamp, since: Timestamp) -> CalibrationJob? {
    guard let tumble, let bestLog else { return nil }
    let isEnough = rests.sides.count >= RestWatch.wanted || !tumble.hasForce
    guard isEnough || isEndRequested || time.seconds(since: since) >= Self.longestWaitForRests
    else {
      stage = .resting(since: since, sides: rests.sides.count)
      return nil
    }
    stage = .fitting
    // the job has it now, and the memory goes with the job
    self.tumble = nil
    return job(.nineAxes(tumble, bestLog))
  }

  private func job(_ work: CalibrationJob.Work) -> CalibrationJob {
    CalibrationJob(
      collection: collection, work: work, mount: mount, tolerances: tolerances,
      parameters: parameters.calibration)
  }

  private mutating func endCollection() {
    collection += 1
    (tumble, lastLog, bestLog, isEndRequested) = (nil, nil, nil, false)
    exclusion = Exclusion()
  }
}

/// Which fields of a collection are left out, because something passes by that disturbs them.
///
/// Where that is most of them, the calibration that judges them is wrong, and none is left out any more.
private struct Exclusion: Sendable {
  private var (left, all) = (0.0, 0.0)

  /// Fields from which the share is known. Source: chosen; some seconds.
  private static let fewest = 200.0

  mutating func leavesOut(isFromOutside: Bool) -> Bool {
    all += 1
    if isFromOutside { left += 1 }
    return isFromOutside && (all < Self.fewest || left < all / 2)
  }
}
