import Quantities

extension NamedScene {
  /// The gyro is faulty or absent.
  static let gyroFaults: [NamedScene] = [
    fault("gyro-bias-5", "5°/s of bias on every gyro axis") {
      $0.gyro?.sensor.response.offset = .degreesPerSecond(5, -5, 5)
      $0.isInertialCalibrated = false
    },
    NamedScene(
      "hold-and-drift", "held for half an hour, one turn in the middle, while the gyro drifts",
      seconds: 1800,
      alter: {
        $0.gyro?.warming = .degreesPerSecond(0.5, -0.4, 0.6)
        $0.gyro?.warmingTime = 600
        $0.gyro?.biasWalk = 0.002.inRadians
      }
    ) {
      var motion = Motion.held(at: 222)
      motion.heading = motion.heading.holding(900).moving(by: 75, over: 4)
      return World(earth: $0, motion: motion)
    },
    NamedScene(
      "gyro-clipped", "turns of up to 402°/s with a gyro range of 250°/s", seconds: 90,
      alter: { $0.gyro?.sensor.response.range = .degreesPerSecond(250, 250, 250) }
    ) {
      World(earth: $0, motion: .fastTurns)
    },
    fault("no-gyro", "no gyro") { $0.gyro = nil },
    fault("gyro-lost", "the gyro stops sending samples at 40 s") {
      $0.faults = [.gyroSilent(from: 40)]
    },
  ]
}
