package import JSON

/// Why a line of a trace is skipped.
package enum BadLine: Error, Equatable, Sendable {
  /// Nothing, or only white space.
  case empty
  /// Not a JSON object, or a broken one.
  case notJSON(JSONError)
  /// The last line, without its end: the recording was cut off.
  case cutOff
  /// Longer than 65,536 bytes.
  case tooLong
  /// There is no `t`.
  case noTime
  /// `t` is outside [0, 1e7] seconds.
  case timeOutOfRange
  /// The value of `key` has the wrong type or length, or a number that cannot be.
  case badValue(TraceKey)
  /// `key` stands there twice.
  case repeatedKey(TraceKey)
  /// There is `t` and nothing else.
  case nothingButTime
  /// The same sensor measured at the same instant on a line before.
  case duplicateTime(TraceKey)
  /// It holds more than one of a measurement and the reports `found`, `lost`, `fault`, `calibration`,
  /// `calibrating`, `blanking`, `gap`, `idle`, `set`, `date`, `recording`.
  case severalInputs
}

/// The keys of a line that are read; `fix.…` are members of `fix`, `set.…` of `set`.
package enum TraceKey: String, Sendable {
  case time = "t"
  case magneticField = "mag"
  case acceleration = "accel"
  case angularRate = "gyro"
  case id
  case fix
  case fixMode = "fix.mode"
  case fixLatitude = "fix.latitude_deg"
  case fixLongitude = "fix.longitude_deg"
  case fixAltitude = "fix.altitude_m"
  case fixError = "fix.error_m"
  case fixTime = "fix.time"
  case fixSpeed = "fix.speed_mps"
  case fixCourse = "fix.course_deg"
  case delay = "delay_s"
  case temperature = "temperature_c"
  case found
  case lost
  case fault
  case calibration
  case calibrating
  case blanking
  case gap
  case idle
  case set
  case setPosition = "set.position"
  case setTarget = "set.target"
  case setMount = "set.mount"
  case setConfiguration = "set.configuration"
  case clock = "date"
  case recording

  /// s from the start of a trace.
  package static let times = 0.0...1e7
  /// s by which a measurement may be older than its line.
  static let delays = 0.0...10.0
  /// °C of a chip.
  static let temperatures = -273.0...1000.0
  /// µs that a gap may be long: whole numbers up to 2⁵³ are exact for every reader of JSON.
  static let lengths = 0.0...9_007_199_254_740_992

  /// What the key's value must be.
  package var allowed: String {
    switch self {
    case .time: "a number of seconds from 0 to 1e7"
    case .magneticField: "three numbers of µT (or counts) within ±1e6"
    case .acceleration: "three numbers of m/s² within ±1e4"
    case .angularRate: "three numbers of rad/s within ±1e3"
    case .id: "a whole number from 0 to 65535"
    case .fix: "an object such as {\"mode\":2,\"latitude_deg\":21.4,\"longitude_deg\":39.8}"
    case .fixMode: "0, 1, 2 or 3"
    case .fixLatitude: "a number of degrees from -90 to 90"
    case .fixLongitude: "a number of degrees from -180 to 360"
    case .fixAltitude: "a number of metres from -20000 to 1000000"
    case .fixError: "a number of metres from 0 to 20000000"
    case .fixTime: "an instant such as \"2026-11-21T05:00:00.000Z\""
    case .fixSpeed: "a number of m/s from 0 to 100000"
    case .fixCourse: "a number of degrees from 0 to below 360"
    case .delay: "a number of seconds from 0 to 10"
    case .temperature: "a number of °C from -273 to 1000"
    case .found: "an object such as {\"source\":104,\"chip\":\"mpu6050\"}"
    case .lost: "an object such as {\"source\":30}"
    case .fault:
      "an object such as {\"source\":30,\"code\":\"stuck\"}; the codes are in docs/traces.md"
    case .calibration:
      "an object such as {\"source\":30,\"values\":{…}} with a calibration as in docs/traces.md"
    case .calibrating: "an object such as {\"status\":\"collecting\",\"coverage_percent\":40}"
    case .blanking: "true or false"
    case .gap: "an object such as {\"reason\":\"suspend\",\"gap_us\":30000000}"
    case .idle: "true"
    case .set:
      "an object with one of \"position\", \"target\", \"mount\" and \"configuration\"; see docs/traces.md"
    case .setPosition:
      "\"none\" or a place on the Earth, such as {\"latitude_deg\":21.4,\"longitude_deg\":39.8}"
    case .setTarget:
      "a place with a name, such as {\"name\":\"Lima\",\"latitude_deg\":-12,\"longitude_deg\":-77}"
    case .setMount: "a rotation in a matrix of 3 × 3 numbers, or \"mag\" and \"imu\" with one each"
    case .setConfiguration: "\"rejected\" or such as {\"applied\":[\"log\"],\"restart\":[\"gpsd\"]}"
    case .clock: "an instant such as \"2026-11-21T05:00:00.000Z\""
    case .recording: "an object such as {\"file\":\"walk.jsonl.gz\"}; see docs/traces.md"
    }
  }
}

extension BadLine: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty: "it is empty"
    case .notJSON(let error): "it is not a JSON object: \(error)"
    case .cutOff: "it is cut off at the end of the recording"
    case .tooLong: "it is longer than \(LineReader.maximumLineBytes) bytes"
    case .noTime: "it has no \"t\""
    case .timeOutOfRange: "\"t\" is not \(TraceKey.time.allowed)"
    case .badValue(let key): "\"\(key.rawValue)\" is not \(key.allowed)"
    case .repeatedKey(let key): "\"\(key.rawValue)\" stands there twice"
    case .nothingButTime: "it has \"t\" and nothing else"
    case .duplicateTime(let key): "\"\(key.rawValue)\" has the same \"t\" as the one before"
    case .severalInputs:
      "it holds more than one of a measurement, \"found\", \"lost\", \"fault\", \"calibration\", "
        + "\"calibrating\", \"blanking\", \"gap\", \"idle\", \"set\", \"recording\""
    }
  }
}
