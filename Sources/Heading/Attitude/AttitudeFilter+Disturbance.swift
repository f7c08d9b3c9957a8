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
      if disturbance.northDoubt.unprovenShare == 0 {
        strengthScale.update(measured: strength, expected: expected, interval: interval)
      }
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
}
