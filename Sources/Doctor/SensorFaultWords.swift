import Sensors

extension SensorFault {
  /// What is wrong, as the end of a sentence.
  var reason: String {
    switch self {
    case .stuck: "it repeats one value"
    case .allZero: "it reads zero on every axis"
    case .allOnes: "it reads all ones"
    case .saturated: "the field or the motion is beyond its range"
    case .silent: "it measures nothing new"
    case .configurationLost: "it loses its settings"
    case .restarted: "it starts anew by itself"
    case .noClockStretching: "\(Obstacle.clockStretching)"
    case .notTheChip: "another chip answers, or it does not know itself"
    case .noFirmware(let firmware): "\(firmware)"
    case .notReady: "it does not get ready"
    case .bus(let error): "\(error)"
    }
  }

  /// What to do about it.
  var remedy: String {
    let act =
      switch self {
      case .saturated: "take away the magnet beside it"
      case .allOnes, .bus: "check the wiring and the pull-ups"
      case .noClockStretching: Obstacle.clockStretching.remedy
      case .stuck, .allZero, .silent, .configurationLost, .restarted, .notReady:
        "take its supply away for some seconds, check it and the wiring"
      case .noFirmware(let firmware): firmware.remedy
      case .notTheChip: "check the wiring, and [sensors] chips"
      }
    return "\(act), then qiblactl doctor"
  }
}
