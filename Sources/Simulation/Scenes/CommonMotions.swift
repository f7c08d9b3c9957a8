import Quantities

extension Motion {
  /// Held by a hand at a heading, with small movements of under 1°/s.
  static func held(at heading: Double, pitch: Double = 12, roll: Double = -4) -> Motion {
    Motion(
      heading: Path(heading).waving(0.1, hertz: 0.31).waving(0.04, hertz: 0.73, phaseDegrees: 50),
      pitch: Path(pitch).waving(0.12, hertz: 0.23, phaseDegrees: 20),
      roll: Path(roll).waving(0.1, hertz: 0.27, phaseDegrees: 110))
  }

  /// A user who looks round: 6 s at rest, then turns to both sides with rests in between, for a
  /// minute each round.
  static func lookingRound(minutes: Int) -> Motion {
    var motion = held(at: 37)
    for _ in 0..<minutes {
      motion.heading = motion.heading.holding(6).moving(by: 90, over: 4).holding(5)
        .moving(by: -160, over: 6).holding(6).moving(by: 40, over: 2).holding(4)
        .moving(by: 200, over: 7).holding(6).moving(by: -97, over: 4).holding(5)
        .moving(by: 13, over: 2).holding(3)
    }
    return motion
  }

  /// Up to 402°/s: 1.875 times the mean, by the smooth step's polynomial.
  static var fastTurns: Motion {
    var motion = held(at: 66)
    for step in 0..<12 {
      let (turn, seconds) = step % 3 == 2 ? (-300.0, 1.4) : (150.0, 0.7)
      motion.heading = motion.heading.holding(6).moving(by: turn, over: seconds)
    }
    return motion
  }
}

extension Vector3 {
  /// Degrees a second as rad/s.
  static func degreesPerSecond(_ x: Double, _ y: Double, _ z: Double) -> Vector3 {
    Vector3(x.inRadians, y.inRadians, z.inRadians)
  }
}
