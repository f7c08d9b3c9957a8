private import Glibc
import Quantities

extension AttitudeFilter {
  /// Lets a field that is steady in the earth frame take the place's rank, once it has lasted as
  /// long as that was believed, or through a full turn of the device.
  mutating func compete(_ view: inout FieldView, interval: Double) {
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
    default:
      let isWorse = expected.prefers(referenceField, to: field, by: strengthScale)
      return isWorse ? .infinity : evidence
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
      quality.forgetSpots()
    }
    disturbance.northDoubt.replace(turning: abs(azimuth), against: disturbance.evidence)
    disturbance.evidence = duration
    disturbance.steady = SteadyField()
    disturbance.change.settle()
    disturbance.misfitSince = nil
    remember()
    surroundings.reset()
  }
}
