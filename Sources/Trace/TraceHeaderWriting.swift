package import JSON
import Quantities
import Wire

extension TraceHeader {
  /// The members of the header's line: what `init(parsing:)` reads.
  package var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    members.add("trace", .number(Double(Self.version)))
    members.add("name", name.map(JSONValue.string))
    members.add("source", source.map(JSONValue.string))
    members.add("license", license.map(JSONValue.string))
    members.add("sensor", sensor.map(JSONValue.string))
    members.add("rate_hz", rateHz.map(JSONValue.number))
    members.add("mount", mount.json)
    members.add("magnetometers", magnetometersJSON)
    members.add("mag_calibrated", isMagnetometerCalibrated ? .bool(true) : nil)
    members.add("inertial_calibrated", isInertialCalibrated ? .bool(true) : nil)
    members.add("chips", chips.json)
    members.add(
      "units",
      .object([JSONValue.Member(key: "mag", value: .string(magnetometerUnit))] + otherUnits))
    members.add("declination_deg", (declination?.degrees).map(JSONValue.number))
    members.add("simulated", isSimulated ? .bool(true) : nil)
    members.add("live", isLive ? .bool(true) : nil)
    let started = start == Timestamp(microseconds: 0) ? nil : Double(start.microseconds)
    members.add("start_us", started.map(JSONValue.number))
    members.add("initial_state", initialState?.json)
    return members + others
  }
}

extension InitialState {
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = []
    members.add("calibration", calibration?.json)
    members.add("position", position?.json)
    members.add("declination_deg", (declination?.degrees).map(JSONValue.number))
    let time = utcMicroseconds.flatMap { UTCTime.text(microseconds: $0) }
    members.add("time", time.map(JSONValue.string))
    members.add("mount_error_deg", mountErrorDegrees.map(JSONValue.number))
    members.add("position_by_hand", isPositionByHand ? .bool(true) : nil)
    members.add("position_configured", isPositionConfigured ? .bool(true) : nil)
    members.add("time_by_hand", isTimeByHand ? .bool(true) : nil)
    members.add("time_uncertain", isTimeUncertain ? .bool(true) : nil)
    members.add("last_known", lastKnown?.json)
    members.add("target", target?.json)
    members.add("method", method.map { .string($0.rawValue) })
    members.add("alignment", alignment?.json)
    return .object(members + others)
  }
}

extension Calibration {
  /// The members that `init(parsing:)` reads; what is not known is left out.
  package var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    members.add("offset_ut", hardIron.json)
    members.add("matrix", softIron.json)
    members.add("grade", .string(grade.rawValue))
    members.add("residual_percent", residual.map { .number(($0 * 100).twelveDecimals) })
    members.add("heading_error68_deg", error68Degrees.map(JSONValue.number))
    members.add("radius_ut", radius.map(JSONValue.number))
    members.add("inclination_deg", inclination.map { .number($0.inDegrees.twelveDecimals) })
    members.add("confirmed_ut", (confirmedField?.strength).map { .number($0.twelveDecimals) })
    members.add(
      "confirmed_inclination_deg",
      (confirmedField?.inclination).map { .number($0.inDegrees.twelveDecimals) })
    let q = misalignment
    members.add(
      "misalignment",
      q == .identity ? nil : .array([.number(q.w), .number(q.x), .number(q.y), .number(q.z)]))
    members.add("level_only", isLevelOnly ? .bool(true) : nil)
    members.add("accelerometer", inertial?.accelerometer?.json(.accelerometer))
    members.add("gyro", inertial?.gyro?.json(.gyro))
    return members
  }

  fileprivate var json: JSONValue { .object(members) }
}

extension AxesCalibration {
  fileprivate func json(_ names: AxesCalibrationMembers) -> JSONValue {
    var members: [JSONValue.Member] = []
    members.add(names.offset, names.written(offset).json)
    members.add("matrix", matrix.json)
    members.add(names.offsetSigma, names.written(offsetSigma).json)
    members.add("matrix_sigma", matrixSigma.json)
    members.add("force_sensitivity", forceSensitivity == .zero ? nil : forceSensitivity.json)
    return .object(members)
  }
}

extension Position {
  fileprivate var json: JSONValue { .object(members) }

  var members: [JSONValue.Member] {
    var members = coordinates.members
    members.add("altitude_m", altitudeMetres.map(JSONValue.number))
    members.add("error_m", error68Metres.map(JSONValue.number))
    return members
  }
}

extension Coordinates {
  var members: [JSONValue.Member] {
    [
      JSONValue.Member(key: "latitude_deg", value: .number(latitude)),
      JSONValue.Member(key: "longitude_deg", value: .number(longitude)),
    ]
  }
}

extension Mount {
  /// A matrix for all chips, or one for each of `mag` and `imu`.
  var json: JSONValue {
    if magnetometer == inertial { return magnetometer.json }
    return .object([
      JSONValue.Member(key: "mag", value: magnetometer.json),
      JSONValue.Member(key: "imu", value: inertial.json),
    ])
  }
}

extension ChipDrivers {
  /// `nil` where no chip is known.
  fileprivate var json: JSONValue? {
    var members: [JSONValue.Member] = []
    members.add("mag", magnetometer.map(JSONValue.string))
    members.add("imu", inertial.map(JSONValue.string))
    members.add("accel", accelerometer.map(JSONValue.string))
    members.add("gyro", gyro.map(JSONValue.string))
    return members.isEmpty ? nil : .object(members)
  }
}

extension Matrix3 {
  var json: JSONValue { .array([row0.json, row1.json, row2.json]) }
}

extension Vector3 {
  fileprivate var json: JSONValue { .array([.number(x), .number(y), .number(z)]) }
}

extension [JSONValue.Member] {
  mutating func add(_ key: String, _ value: JSONValue?) {
    if let value { append(JSONValue.Member(key: key, value: value)) }
  }
}
