/// What to do with the device next while it is calibrated.
package enum LivePose: Equatable, Sendable {
  case turn(CalibrationPose)
  /// Rest it on each of these sides for a second.
  case rest([CalibrationPose.Side])

  /// The code of the protocol, such as `bring_down_left`.
  package var code: String {
    switch self {
    case .turn(.tumble): "tumble"
    case .turn(.bringDown(let side)): "bring_down_\(side.rawValue)"
    case .turn(.turnAround(let side)): "turn_around_\(side.rawValue)"
    case .turn(.level): "level"
    case .turn(.enough): "enough"
    case .rest(let sides): sides.first.map { "rest_\($0.rawValue)" } ?? "enough"
    }
  }

  /// One sentence for a person.
  package var sentence: String {
    switch self {
    case .turn(let pose): "\(pose)"
    case .rest(let sides):
      sides.first.map { "Rest the device for a second with its \($0.words) down." }
        ?? "\(CalibrationPose.enough)"
    }
  }
}

extension CalibrationProcedure {
  /// Whether a collection ended without a calibration.
  package var isRejected: Bool { if case .rejected = state { true } else { false } }
}
