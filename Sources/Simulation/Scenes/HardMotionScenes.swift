import Quantities

extension NamedScene {
  /// The device also accelerates, so that the accelerometer does not measure the direction of
  /// gravity.
  static let hardMotions: [NamedScene] = [
    NamedScene("walk", "carried at two steps a second, round corners", seconds: 120) {
      World(earth: $0, motion: walking)
    },
    NamedScene("shake", "shaken by hand in between", seconds: 60) {
      World(earth: $0, motion: shaken)
    },
    NamedScene("vibration", "on an engine of 47 Hz", seconds: 60) {
      var motion = Motion.lookingRound(minutes: 1)
      motion.track = Track(
        x: Path().waving(5e-5, hertz: 47), y: Path().waving(3e-5, hertz: 94, phaseDegrees: 40),
        z: Path().waving(8e-5, hertz: 47, phaseDegrees: 100))
      return World(earth: $0, motion: motion)
    },
    NamedScene("lift", "up and down by 24 m in a lift", seconds: 90) {
      var motion = Motion.lookingRound(minutes: 2)
      motion.track.z = Path().holding(10).moving(by: -24, over: 14).holding(12)
        .moving(by: 24, over: 14)
      return World(earth: $0, motion: motion)
    },
    NamedScene("free-fall", "weightless for 0.8 s, three times", seconds: 60) {
      var motion = Motion.lookingRound(minutes: 1)
      motion.falls = [12.0, 27, 44].map { Envelope(from: $0, until: $0 + 1, ramp: 0.2) }
      return World(earth: $0, motion: motion)
    },
    NamedScene("car", "driven round corners, in a car's steel from 4 s on", seconds: 180) {
      World(earth: $0, motion: driving, magnets: steel)
    },
  ]

  /// At 1.3 m/s. The amplitudes give 2 m/s² up and down, 1 m/s² forward and back, 0.7 m/s² sideways.
  private static var walking: Motion {
    var motion = Motion.held(at: 205)
    let steps = Envelope(from: 6, until: 110, ramp: 1)
    motion.heading = Path(205).holding(20).moving(by: 90, over: 3).holding(20)
      .moving(by: 70, over: 3).holding(20).moving(by: -120, over: 4)
      .waving(3, hertz: 1, phaseDegrees: 30, during: steps)
    motion.speed = Path().holding(6).moving(to: 1.3, over: 1).holding(102).moving(to: 0, over: 1)
    motion.pitch = motion.pitch.waving(2, hertz: 2, phaseDegrees: 80, during: steps)
    motion.roll = motion.roll.waving(2.5, hertz: 1, phaseDegrees: 120, during: steps)
    motion.track = Track(
      x: Path().waving(0.0063, hertz: 2, phaseDegrees: 90, during: steps),
      y: Path().waving(0.018, hertz: 1, during: steps),
      z: Path().waving(0.0127, hertz: 2, during: steps)
        .waving(0.0011, hertz: 4, phaseDegrees: 60, during: steps))
    return motion
  }

  private static var shaken: Motion {
    var motion = Motion.lookingRound(minutes: 1)
    let times = [Envelope(from: 8, until: 14), Envelope(from: 30, until: 40)]
    for time in times {
      motion.track.x = motion.track.x.waving(0.02, hertz: 3.1, during: time)
      motion.track.y = motion.track.y.waving(0.015, hertz: 2.3, phaseDegrees: 45, during: time)
      motion.track.z = motion.track.z.waving(0.012, hertz: 2.7, phaseDegrees: 200, during: time)
      motion.roll = motion.roll.waving(15, hertz: 1.9, during: time)
    }
    return motion
  }

  /// Round corners at 8 m/s (at most 3.9 m/s² sideways), on at 16 m/s, and braking.
  private static var driving: Motion {
    var motion = Motion(heading: Path(73), pitch: Path(3), roll: Path(-2))
    motion.heading = Path(73).holding(22).moving(by: 90, over: 6).holding(14)
      .moving(by: -90, over: 6).holding(20).moving(by: 180, over: 14).holding(20)
      .moving(by: 60, over: 6).holding(20).moving(by: -110, over: 9)
    motion.speed = Path().holding(8).moving(to: 8, over: 6).holding(34).moving(to: 16, over: 8)
      .holding(6).moving(to: 8, over: 4).holding(20).moving(to: 0, over: 3).holding(12)
      .moving(to: 8, over: 5).holding(50).moving(to: 0, over: 3)
    motion.track.z = Path().waving(0.004, hertz: 1.3, during: Envelope(from: 9, until: 160))
    return motion
  }

  private static let steel = [
    Magnet(
      .uniform(Vector3(-9, 5, 12)), in: .body, during: Envelope(from: 4, until: 175, ramp: 1)),
    Magnet(
      .induced(
        Matrix3(Vector3(0.12, 0.02, 0), Vector3(0.02, -0.09, 0.03), Vector3(0, 0.03, -0.15))),
      in: .body, during: Envelope(from: 4, until: 175, ramp: 1)),
  ]
}
