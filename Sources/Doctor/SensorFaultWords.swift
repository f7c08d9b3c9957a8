import Sensors

extension SensorFault {
  /// What is wrong, to continue a sentence.
  var reason: String {
    switch self {
    case .stuck: "it repeats one value"
    case .allZero: "it reads zero on every axis"
    case .allOnes: "it reads all ones"
    case .saturated: "the field or the motion is beyond its range"
    case .silent: "it delivers no new measurements"
    case .configurationLost: "it loses its settings"
    case .restarted: "it restarts by itself"
    case .noClockStretching: "\(Obstacle.clockStretching)"
    case .notTheChip: "another chip answers, or its identification register is wrong"
    case .noFirmware(let firmware): "\(firmware)"
    case .notReady: "it does not become ready"
    case .bus(let error): "\(error)"
    }
  }

  /// How to fix it.
  var remedy: String {
    let act =
      switch self {
      case .saturated: "remove the magnet next to it"
      case .allOnes, .bus: "check the wiring and the pull-ups"
      case .noClockStretching: Obstacle.clockStretching.remedy
      case .stuck, .allZero, .silent, .configurationLost, .restarted, .notReady:
        "disconnect its supply for some seconds; check the supply and the wiring"
      case .noFirmware(let firmware): firmware.remedy
      case .notTheChip: "check the wiring, and [sensors] chips"
      }
    return "\(act), then qiblactl doctor"
  }
}
