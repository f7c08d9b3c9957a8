import Quantities

extension NamedScene {
  /// The magnetometer, the accelerometer or the timing is broken.
  static let faults: [NamedScene] = [
    fault("stuck", "the magnetometer repeats one value from 20 s on") {
      $0.faults = [.magnetometerStuck(from: 20)]
    },
    NamedScene(
      "saturated", "a strong magnet drives the magnetometer out of its range from 20 s to 60 s",
      seconds: 90, alter: { $0.magnetometer?.response.range = Vector3(130, 130, 130) }
    ) {
      let magnet = Magnet(
        .uniform(Vector3(310, -240, 90)), in: .body, during: Envelope(from: 20, until: 60))
      return World(earth: $0, motion: .lookingRound(minutes: 2), magnets: [magnet])
    },
    fault("swapped-axes", "the magnetometer's x and y are exchanged") {
      $0.faults = [.magnetometerAxesSwapped(from: 0)]
    },
    fault("dead-axis", "the magnetometer's x reads 0 from 20 s on") {
      $0.faults = [.magnetometerAxisDead(from: 20)]
    },
    fault("other-device", "the calibration is another device's: 40 µT of hard iron are not in it") {
      $0.iron.hard = $0.iron.hard + Vector3(28, -20, 20)
    },
    fault("accel-clipped", "the accelerometer ends at 8 m/s²") {
      $0.accelerometer?.response.range = Vector3(8, 8, 8)
    },
    fault("1hz", "one sample a second") {
      $0.magnetometer?.clock.rateHz = 1
      $0.accelerometer?.clock.rateHz = 1
      $0.gyro?.sensor.clock.rateHz = 1
    },
    fault("gaps", "jitter, one sample in twenty lost, and 4 s of silence") {
      $0.magnetometer?.clock.disturb()
      $0.accelerometer?.clock.disturb()
      $0.gyro?.sensor.clock.disturb()
    },
    fault("late-field", "the magnetometer averages 20 ms and is 60 ms late") {
      $0.magnetometer?.delay = 0.06
      $0.magnetometer?.window = 0.02
    },
  ]

  /// Looking round for two minutes with a faulty device.
  static func fault(
    _ name: String, _ summary: String, _ alter: @escaping @Sendable (inout Device) -> Void
  ) -> NamedScene {
    NamedScene(name, summary, seconds: 120, alter: alter) {
      World(earth: $0, motion: .lookingRound(minutes: 2))
    }
  }
}

extension SampleClock {
  fileprivate mutating func disturb() {
    jitter = 0.3
    loss = 0.05
    gaps = [48..<52]
  }
}
