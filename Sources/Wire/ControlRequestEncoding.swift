internal import JSON
internal import Quantities

extension JSONWriter {
  /// Writes the members of a control request after `do`.
  mutating func members(of request: ControlRequest) {
    member("action", request.action)
    switch request {
    case .calibrate(.start(let profile, let flow)):
      member("profile", profile)
      member("flow", flow.rawValue)
    case .calibrate(.accept(let profile, let force)):
      member("profile", profile)
      if force { member("force", true) }
    case .calibrate(.rollback(let profile)),
      .calibration(.lock(let profile)), .calibration(.unlock(let profile)),
      .calibration(.exporting(let profile)):
      member("profile", profile)
    case .calibration(.use(let profile)): member("profile", profile)
    case .calibration(.importing(let profile, let calibration)):
      member("profile", profile)
      key("calibration")
      raw(calibration)
    case .calibration(.check(let result)):
      member("kind", result.kind.rawValue)
      exactMember("error_deg", result.errorDegrees)
      exactMember("error68_deg", result.error68Degrees)
      member("agrees", result.agrees)
      if result.isConstantUnknown { member("constant_unknown", true) }
    case .mount(.set(let board, let magnetometer, let inertial)):
      member("board", board)
      member("magnetometer", magnetometer)
      member("inertial", inertial)
    case .position(.set(let position)): exactMembers(of: position)
    case .target(.set(let target)):
      member("name", target.name)
      exactMembers(of: target.coordinates)
    case .haptic(.play(let pattern)): member("pattern", pattern)
    case .record(.start(let options)): members(of: options)
    case .calibrate(.cancel), .calibrate(.discard), .calibration(.list), .mount(.show),
      .position(.forget), .target(.reset), .haptic(.mute), .haptic(.unmute), .record(.stop),
      .record(.status), .rescan, .reload:
      break
    }
  }

  /// A place as it is: what the daemon gets must be what the user gave.
  private mutating func exactMembers(of position: Position) {
    exactMembers(of: position.coordinates)
    exactMember("altitude_m", position.altitudeMetres)
    exactMember("error_m", position.error68Metres)
  }

  private mutating func exactMembers(of coordinates: Coordinates) {
    exactMember("latitude_deg", coordinates.latitude)
    exactMember("longitude_deg", coordinates.longitude)
  }

  private mutating func exactMember(_ name: StaticString, _ value: Double?) {
    guard let value else { return }
    key(name)
    exactNumber(value)
  }
}
