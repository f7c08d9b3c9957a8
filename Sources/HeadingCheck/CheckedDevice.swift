public import Quantities
public import Wire

/// Which device was checked, from the messages of its daemon.
public struct CheckedDevice: Equatable, Sendable {
  /// Where it is; `nil` where the daemon does not know.
  public var place: Coordinates?
  /// m, 68 %; `nil` where it is not known.
  public var positionError: Double?
  /// The chips that the daemon reads.
  public var chips: [String] = []
  /// Of the calibration in use; `nil` where the daemon has none, or does not say.
  public var calibration: StateMessage.Calibration?
  public var isSimulated = false
  public var isReplay = false

  public init() {}

  /// Takes a message; what says nothing of the device changes nothing.
  public mutating func take(_ message: Message) {
    switch message {
    case .hello(let hello): (isSimulated, isReplay) = (hello.simulated, hello.replay)
    case .state(let state, _):
      positionError = state.position.error68Metres
      calibration = state.calibration.status == .none ? nil : state.calibration
    case .devices(let message):
      chips = message.devices.compactMap { $0.status == .measuring ? $0.chip : nil }
    case .position(let message): place = message.position?.coordinates
    default: break
    }
  }

  /// `sensors: QMC5883P, MPU-6050; calibration "default", grade A`.
  public var text: String {
    "sensors: \(sensors); \(calibration.map(Self.words) ?? "no calibration")"
  }

  private var sensors: String {
    if isSimulated { return "simulated" }
    if isReplay { return "a recording" }
    return chips.isEmpty ? "not named by the daemon" : chips.joined(separator: ", ")
  }

  private static func words(_ calibration: StateMessage.Calibration) -> String {
    "calibration" + (calibration.profile.map { " \"\($0)\"" } ?? "")
      + (calibration.grade.map { ", grade \($0)" } ?? "")
  }
}
