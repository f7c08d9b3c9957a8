import Quantities

extension NamedScene {
  /// Without faults and interference: the device only turns.
  static let motions: [NamedScene] = [
    NamedScene("rest", "held still", seconds: 60) { World(earth: $0, motion: .held(at: 143)) },
    NamedScene("looking-round", "turns to both sides with rests in between", seconds: 120) {
      World(earth: $0, motion: .lookingRound(minutes: 2))
    },
    NamedScene("slow-turn", "a full turn at 3°/s", seconds: 130) {
      var motion = Motion.held(at: 281)
      motion.heading = Path(281, rate: 3)
      return World(earth: $0, motion: motion)
    },
    NamedScene("fast-turns", "turns of 150° in 0.7 s", seconds: 90) {
      World(earth: $0, motion: .fastTurns)
    },
    NamedScene("turntable", "an even 45°/s", seconds: 90) {
      World(
        earth: $0, motion: Motion(heading: Path(200, rate: 45), pitch: Path(7), roll: Path(-11)))
    },
    NamedScene("wander", "rotations about all axes at once", seconds: 180) {
      World(earth: $0, motion: wandering)
    },
    NamedScene("upright", "raised to the face past 90° of pitch, and lowered", seconds: 90) {
      World(earth: $0, motion: raised)
    },
    NamedScene(
      "tumble", "turned through every direction, not calibrated", seconds: 60,
      alter: { $0.calibration = nil }
    ) {
      World(
        earth: $0,
        motion: Motion(
          heading: Path(20, rate: 47), pitch: Path(5, rate: 53), roll: Path(-30, rate: 23)))
    },
    NamedScene(
      "first-use", "not calibrated: turned through every direction, rested on six sides, then used",
      seconds: 180,
      alter: { device in
        device.calibration = nil
        device.isInertialCalibrated = false
      }
    ) {
      World(earth: $0, motion: firstUse)
    },
  ]

  /// What a user does with a new board.
  private static var firstUse: Motion {
    var motion = Motion.held(at: 20)
    motion.heading = Path(20).holding(3).moving(by: 2820, over: 60).holding(40)
    motion.pitch = Path(5).holding(3).moving(by: 3235, over: 60)
    motion.roll = Path(-30).holding(3).moving(by: 1470, over: 60)
    // Level by now; then on each side in turn.
    for _ in 0..<4 { motion.roll = motion.roll.holding(2.5).moving(by: 90, over: 2) }
    motion.pitch = motion.pitch.holding(18).moving(by: 90, over: 2).holding(2.5)
      .moving(by: -180, over: 4).holding(2.5).moving(by: 90, over: 2)
    for turn in [90.0, -150, 60, 200, -120, 80] {
      motion.heading = motion.heading.moving(by: turn, over: 5).holding(6)
    }
    return motion
  }

  private static var wandering: Motion {
    Motion(
      heading: Path(310).waving(95, hertz: 0.061).waving(35, hertz: 0.17, phaseDegrees: 70),
      pitch: Path(6).waving(28, hertz: 0.11, phaseDegrees: 130).waving(9, hertz: 0.41),
      roll: Path(-5).waving(33, hertz: 0.083, phaseDegrees: 15).waving(8, hertz: 0.53))
  }

  private static var raised: Motion {
    var motion = Motion.held(at: 118)
    motion.heading = Path(118).holding(40).moving(by: 60, over: 5)
    motion.pitch = Path(12).holding(10).moving(to: 97, over: 3).holding(12).moving(to: 55, over: 2)
      .holding(8).moving(to: 85, over: 2).holding(12).moving(to: 10, over: 3).holding(12)
      .moving(to: -88, over: 3).holding(5).moving(to: 8, over: 3)
    return motion
  }
}
