import Quantities

/// The tuned numbers by which mounts are checked while the device is in use.
package struct MountingParameters: Equatable, Sendable {
  package var gravity = GravityParameters()
  package var monitor = MountMonitorParameters()

  package init() {}
}

/// What gravity shows of the inertial chip's mount.
package struct GravityParameters: Equatable, Sendable {
  /// By which part a specific force may differ from gravity's.
  /// Source: chosen; a hand that turns a device slowly accelerates it by less.
  package var tolerance = 0.1
  /// The part of gravity along body z from which one side is up.
  /// Source: chosen; 45° of tilt.
  package var sideShare = 0.7
  /// The time, s, that decides which side is up.
  /// Source: chosen; longer than a shake of the hand.
  package var sideDecisive = 1.0
  /// How many times longer one side must be up than the other.
  /// Source: chosen.
  package var sideRatio = 4.0
  /// The time, s, of nothing but the underside up that is reported.
  /// Source: chosen.
  package var hintAfter = 60.0
  /// The longest time, s, between two samples that counts.
  /// Source: chosen; the side during a gap is not known.
  package var longestGap = 0.5
  /// The least inclination, rad, that shows a mirrored frame.
  /// Source: chosen; 10°, some times the error of a measured inclination.
  package var leastInclination = 0.17

  package init() {}
}

/// When two poses show the inertial chip's mount.
package struct PoseMountParameters: Equatable, Sendable {
  /// The least angle, rad, between the level pose and the one with the nose up.
  /// Source: chosen; as `largestAngle`, so that the poses differ by more than they are off.
  package var leastPitch = 20.0.inRadians
  /// The largest angle, rad, between the measured axes and those of the nearest mount.
  /// Source: chosen; hands hold a pose so well.
  package var largestAngle = 20.0.inRadians

  package init() {}
}

/// When a mount is guessed from motion.
package struct MountGuessParameters: Equatable, Sendable {
  /// The largest misfit of the best mount, in strengths of the field.
  /// Source: chosen on the recordings.
  package var largestMisfit = 0.35
  /// The largest ratio of the best mount's misfit to that of the next one.
  /// Source: chosen on the recordings.
  package var largestRatio = 0.6

  package init() {}
}

/// When a turn contradicts a mount.
package struct MountMonitorParameters: Equatable, Sendable {
  /// The ratio of the variance that a rotation leaves to what the best one leaves, from which it is
  /// contradicted. Amplitudes then differ by a factor of 2.2.
  ///
  /// A soft iron with half axes a and b makes the wrong sense of turning (a − b)/(a + b) of the right one,
  /// so none reaches it; a gyro's bias would have to be 1.4 times the turn rate and against it.
  /// Source: derived from these two.
  package var contradicted = 5.0
  /// The part of the field's variance that interference causes in an ordinary room; 14 % in amplitude.
  /// Source: chosen on the recordings.
  package var usualVariance = 0.02
  /// The largest part of the variance that the best rotation may leave: a quarter of the amplitude. Where
  /// more is left, the field changes with the place about as much as with the turn.
  /// Source: chosen on the recordings.
  package var largestResidual = 0.06
  /// The least spread of the attitudes.
  /// Source: derived; an even turn by 70°, 1 − (sin(φ/2) / (φ/2))².
  package var leastSpread = 0.12
  /// The turn between two judgements, rad.
  /// Source: a limit of the cost.
  package var judgedEach = 10.0.inRadians
  /// The turn, rad, after which a measurement counts e times less.
  /// Source: chosen; one whole turn.
  package var turnMemory = 2 * Double.pi
  /// The time, s, for the same.
  /// Source: chosen; a bias of the gyro of 3°/s makes 30° in it.
  package var timeMemory = 10.0
  /// The longest time between two fields, s: the turn in a longer gap is not known.
  /// Source: derived; the slowest rate is 10 Hz, and a quarter for its jitter.
  package var longestGap = 0.125
  /// The fastest turn, rad/s, that is used: in a faster one the usual delays (12 to 60 ms) are a good part
  /// of a turn.
  /// Source: derived; 0.4 rad in 60 ms.
  package var fastestTurn = 7.0
  /// The ratio that is no evidence: which of two rotations fits somewhat better depends on the
  /// calibration, turn by turn in the same way.
  /// Source: chosen on the recordings.
  package var noEvidence = 2.0
  /// The ratio, in `noEvidence`, that counts at the most, so that one turn does not outweigh many.
  /// Source: chosen on the recordings.
  package var mostOfTurn = 5.0
  /// The turns that are remembered, so that a board that is changed is noticed.
  /// Source: chosen.
  package var mostTurns = 8.0

  package init() {}
}

/// When four directions show a mount.
package struct QuarterTurnsParameters: Equatable, Sendable {
  /// The largest distance between the centres of opposite directions, in horizontal fields.
  /// Source: chosen.
  package var largestMisfit = 0.5
  /// The largest ratio of the two differences: turns of 60° to 120°, or strong soft iron.
  /// Source: chosen.
  package var largestRatio = 2.0
  /// The largest error of a quarter turn, rad.
  /// Source: chosen.
  package var largestTurnError = 30.0.inRadians
  /// The largest angle between the directions and the nearest mount's, rad.
  /// Source: chosen; half way to the next mount is 45°.
  package var largestAngle = 35.0.inRadians

  package init() {}
}
