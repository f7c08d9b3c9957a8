private import Glibc
import Quantities

extension AttitudeFilter {
  /// Decides whether a field is the place's, and makes room for one that is not.
  ///
  /// - Parameters:
  ///   - view: turned with the attitude where a new north is taken.
  ///   - misfit: in standard deviations.
  mutating func judge(
    _ view: inout FieldView, misfit: Double, interval: Double, at time: Timestamp
  ) {
    if disturbance.evidence == 0 { remember() }
    let before = disturbance.reference
    let stray =
      (view.measured - view.attitude * disturbance.hardIron
      - Vector3(before.horizontal, 0, before.down)).length
    if disturbance.evidence < Self.young {
      disturbance.change.update(
        view.measured, strength: strength, turnRate: batch.turning / interval, interval: interval,
        at: time)
    }
    surroundings.update(
      stray: stray / strength, isImpossible: !canBeTheEarths(view.measured), interval: interval,
      at: time)
    let wasWell = !disturbance.isWidened
    widen(innovation(of: view).length, misfit: misfit, at: time)
    if wasWell, disturbance.isWidened, disturbance.evidence >= Self.young { takeBack(&view) }
    if disturbance.isWidened || surroundings.state == .disturbed {
      compete(&view, interval: interval)
    } else {
      disturbance.steady = SteadyField()
      disturbance.evidence = min(disturbance.evidence + interval, Self.longestEvidence)
      disturbance.northDoubt.confirm(interval: interval, turning: batch.turning)
    }
    settle(stray: stray, at: time)
    classify(view, before: before, interval: interval)
  }

  /// Looks in which frame that which disturbs stays the same.
  private mutating func classify(
    _ view: FieldView, before: (horizontal: Double, down: Double), interval: Double
  ) {
    guard surroundings.isDisturbed else {
      disturbance.kind = nil
      return
    }
    let stray =
      view.measured - view.attitude * disturbance.hardIron
      - Vector3(before.horizontal, 0, before.down)
    var kind = disturbance.kind ?? DisturbanceKind()
    kind.update(
      stray: stray, attitude: view.attitude, turning: batch.turning, interval: interval)
    disturbance.kind = kind
  }

  /// Takes back what the field did to north of late.
  private mutating func takeBack(_ view: inout FieldView) {
    let turn = -recentTurns.sum
    recentTurns.reset()
    self.turn(by: Vector3(0, 0, turn))
    view = view.turned(by: turn)
  }

  /// s. More does not make a north surer.
  private static let longestEvidence = 600.0
  /// Part of the strength under which no misfit is looked at.
  static let smallestMisfit = 0.07
  /// Standard deviations: beyond three something is there that the filter does not know.
  private static let largestMisfit = 3.0

  /// Frees hard iron and deviation for a field that does not fit twice in a row: whichever of them
  /// it is, it will no longer pull at the attitude, and the turning device tells them apart.
  private mutating func widen(_ innovation: Double, misfit: Double, at time: Timestamp) {
    guard innovation > Self.smallestMisfit * strength, misfit > Self.largestMisfit else {
      disturbance.misfitSince = nil
      return
    }
    guard let since = disturbance.misfitSince else {
      disturbance.misfitSince = time
      return
    }
    guard time.seconds(since: since) >= parameters.updateInterval - 1e-3 else { return }
    let variance = innovation * innovation
    covariance.add(variance: variance, from: StateIndex.hardIron, count: 3)
    covariance.add(variance: variance, from: StateIndex.deviation, count: 2)
    if disturbance.evidence < Self.young {
      covariance.add(variance: variance, from: StateIndex.reference, count: 2)
    }
    disturbance.misfitSince = nil
    disturbance.isWidened = true
    disturbance.fitsSince = nil
  }

  /// Lets a field that is steady in the earth frame take the place's rank, once it has lasted as
  /// long as that was believed, or through a full turn of the device.
  private mutating func compete(_ view: inout FieldView, interval: Double) {
    // What turns with the device is never a place's, however long the device rests with it.
    if disturbance.kind?.kind == .device {
      disturbance.steady = SteadyField()
      return
    }
    disturbance.steady.update(
      view.measured, strength: strength, interval: interval, turning: batch.turning)
    let steady = disturbance.steady
    guard let field = steady.mean, canBeTheEarths(field),
      (field - referenceField).length > Self.smallestNews * strength
    else { return }
    let shortest = disturbance.change.isRecent ? 1.0 : 3.0
    let outlasts = steady.duration > max(shortest, evidence(against: field))
    let isPlace = steady.duration > Self.placeDuration && steady.turning > 2 * .pi
    guard outlasts || isPlace else { return }
    accept(field, for: steady.duration, turning: outlasts, &view)
  }

  /// s for which a field must last to outweigh the one of before; where the Earth's model explains
  /// only one of the two, it wins at once.
  private func evidence(against field: Vector3) -> Double {
    let evidence = min(disturbance.evidence, Self.longestCompetition)
    guard let expected, unit == 1 else { return evidence }
    switch (expected.explains(field), expected.explains(referenceField)) {
    case (true, false): return 0
    case (false, true): return .infinity
    default: return evidence
    }
  }

  /// Whether a field (earth frame, µT) can be the Earth's at all; of counts nobody can tell.
  func canBeTheEarths(_ field: Vector3) -> Bool {
    unit != 1 || plausibleStrength.contains(field.length)
  }

  /// Part of the strength: a field that differs by less is no news.
  private static let smallestNews = 0.12
  /// s. However long a north was believed, a field that lasts longer than this takes its place.
  private static let longestCompetition = 60.0
  /// s that a field must be steady, and turn with the earth, to be another place's.
  private static let placeDuration = 20.0

  /// Takes `field` (earth frame, µT) for the place's.
  ///
  /// - Parameter turning: whether it also says where north is; else the gyro's north stays, and the
  ///   field's pulls at it from now on.
  private mutating func accept(
    _ field: Vector3, for duration: Double, turning: Bool, _ view: inout FieldView
  ) {
    forgetWidening()
    let azimuth = atan2(field.y, field.x)
    reference = (hypot(field.x, field.y), field.z)
    covariance.reset(
      variance: parameters.referenceAtStart * parameters.referenceAtStart,
      from: StateIndex.reference, count: 2)
    if turning {
      turn(by: Vector3(0, 0, -azimuth))
      view = view.turned(by: -azimuth)
      let (north, east) = velocity
      velocity.north = cos(azimuth) * north + sin(azimuth) * east
      velocity.east = cos(azimuth) * east - sin(azimuth) * north
      covariance.reset(
        variance: Self.northAtStart * Self.northAtStart, from: StateIndex.attitude + 2, count: 1)
    }
    disturbance.northDoubt.replace(turning: abs(azimuth), against: disturbance.evidence)
    disturbance.evidence = duration
    disturbance.steady = SteadyField()
    disturbance.change.settle()
    disturbance.misfitSince = nil
    remember()
    surroundings.reset()
  }

  /// Goes back to the calibration once the place's field fits it again; while all is well, remembers
  /// how the hard iron is.
  private mutating func settle(stray: Double, at time: Timestamp) {
    guard disturbance.isWidened else {
      remember()
      return
    }
    guard stray < Self.fit * strength else {
      disturbance.fitsSince = nil
      return
    }
    guard let since = disturbance.fitsSince else {
      disturbance.fitsSince = time
      return
    }
    if time.seconds(since: since) > Self.fitDwell { forgetWidening() }
  }

  /// Part of the strength within which a field fits the calibration.
  private static let fit = 0.1
  /// s.
  private static let fitDwell = 1.0

  private mutating func remember() {
    disturbance.hardIron = hardIron
    disturbance.variance = Vector3(covariance[6, 6], covariance[7, 7], covariance[8, 8])
    disturbance.reference = reference
    let (north, down) = (StateIndex.reference, StateIndex.reference + 1)
    disturbance.referenceVariance = (covariance[north, north], covariance[down, down])
  }

  private mutating func forgetWidening() {
    disturbance.isWidened = false
    disturbance.fitsSince = nil
    hardIron = disturbance.hardIron
    reference = disturbance.reference
    deviation = (0, 0)
    let variance = disturbance.referenceVariance
    covariance.reset(variance: variance.horizontal, from: StateIndex.reference, count: 1)
    covariance.reset(variance: variance.down, from: StateIndex.reference + 1, count: 1)
    covariance.reset(variance: 0, from: StateIndex.hardIron, count: 3)
    covariance.add(variance: disturbance.variance.x, from: StateIndex.hardIron, count: 1)
    covariance.add(variance: disturbance.variance.y, from: StateIndex.hardIron + 1, count: 1)
    covariance.add(variance: disturbance.variance.z, from: StateIndex.hardIron + 2, count: 1)
    covariance.reset(
      variance: parameters.deviation * parameters.deviation, from: StateIndex.deviation, count: 2)
  }
}
