package import JSON
package import Quantities
package import Trace
package import Wire

/// Why bytes are not a calibration profile. The description does not contain the file's name.
package enum CalibrationProfileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The end of the line is missing, because it was written only in part.
  case cutOff
  case notJSON(JSONError)
  /// JSON of another kind, or of an unknown version.
  case foreign
  /// The value of `key` is missing or wrong.
  case badValue(key: String)
  /// The numbers are not a calibration.
  case notACalibration(TraceHeaderError)

  package var description: String {
    switch self {
    case .cutOff: "it is incomplete"
    case .notJSON(let error): "it is not JSON: \(error)"
    case .foreign: "it is not a calibration profile of version \(CalibrationProfile.version)"
    case .badValue(let key): "\"\(key)\" is missing or wrong"
    case .notACalibration(let error): "\(error)"
    }
  }
}

/// A saved calibration with its date, and the one before it.
package struct CalibrationProfile: Equatable, Sendable {
  /// A calibration and its date.
  package struct Version: Equatable, Sendable {
    /// The calibration with its grade and predicted error.
    package var calibration: Calibration
    /// When it was made, µs since 1970-01-01 UTC; `nil` if the date was not known.
    package var utcMicroseconds: Int64?
    /// The chip with accelerometer and gyro that it was made with, named as in `ProfileKey`; `nil` where there
    /// was none or none is known. What the calibration says of other sensors than the magnetometer holds for that
    /// chip only.
    package var inertialChip: String?
    /// The last check of the heading with this calibration; `nil` without one.
    package var check: HeadingCheckResult?

    package init(
      _ calibration: Calibration, utcMicroseconds: Int64?, inertialChip: String? = nil
    ) {
      self.calibration = calibration
      self.utcMicroseconds = utcMicroseconds
      self.inertialChip = inertialChip
    }
  }

  /// The version of the format that is written and read.
  package static let version = 1

  package var key: ProfileKey
  package var current: Version
  /// The calibration that `current` replaced; `nil` for the first.
  package var previous: Version?
  /// Whether no other calibration may replace `current`.
  package var isLocked: Bool

  package init(
    key: ProfileKey, current: Version, previous: Version? = nil, isLocked: Bool = false
  ) {
    self.key = key
    self.current = current
    self.previous = previous
    self.isLocked = isLocked
  }

  /// Puts another calibration in the place of the one in use, which is kept for `rollBack`. The same one changes nothing.
  package mutating func replace(with version: Version) {
    guard version != current else { return }
    (previous, current) = (current, version)
  }

  /// Exchanges the calibration in use with the one before it; nothing without one before it.
  package mutating func rollBack() {
    guard let former = previous else { return }
    (previous, current) = (current, former)
  }

  /// One line of JSON.
  package func encoded() -> [UInt8] {
    var members: [JSONValue.Member] = [
      .init(key: "calibration_profile", value: .number(Double(Self.version))),
      .init(key: "name", value: .string(key.name)),
    ]
    if let chip = key.chip { members.append(.init(key: "chip", value: .string(chip))) }
    if isLocked { members.append(.init(key: "locked", value: .bool(true))) }
    members += current.members
    if let previous {
      members.append(.init(key: "previous", value: .object(previous.members)))
    }
    var writer = JSONWriter(capacity: 1024)
    writer.value(.object(members))
    writer.newline()
    return writer.bytes
  }

  /// Parses the output of `encoded`; unknown members are ignored.
  ///
  /// - Throws: `CalibrationProfileError` for other bytes, also for an incomplete line.
  package init(parsing bytes: [UInt8]) throws(CalibrationProfileError) {
    let value: JSONValue
    do { value = try JSONValue(parsing: bytes[...]) } catch {
      throw error == .unexpectedEnd ? .cutOff : .notJSON(error)
    }
    guard bytes.last == UInt8(ascii: "\n") else { throw .cutOff }
    guard value["calibration_profile"] == .number(Double(Self.version)) else { throw .foreign }
    guard let name = value["name"]?.string else { throw .badValue(key: "name") }
    if value["chip"] != nil, value["chip"]?.string == nil { throw .badValue(key: "chip") }
    do { key = try ProfileKey(name: name, chip: value["chip"]?.string) } catch {
      throw .badValue(key: "name")
    }
    switch value["locked"] {
    case nil: isLocked = false
    case .bool(let locked): isLocked = locked
    default: throw .badValue(key: "locked")
    }
    current = try Version(value)
    if let object = value["previous"] { previous = try Version(object) }
  }
}

extension CalibrationProfile.Version {
  fileprivate var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let time = utcMicroseconds.flatMap(UTCTime.text(microseconds:)) {
      members.append(.init(key: "time", value: .string(time)))
    }
    if let inertialChip {
      members.append(.init(key: "inertial_chip", value: .string(inertialChip)))
    }
    if let check { members.append(.init(key: "check", value: .object(check.members))) }
    return members + [.init(key: "calibration", value: .object(calibration.members))]
  }

  fileprivate init(_ value: JSONValue) throws(CalibrationProfileError) {
    utcMicroseconds = value["time"]?.string.flatMap(UTCTime.microseconds(parsing:))
    if value["time"] != nil, utcMicroseconds == nil { throw .badValue(key: "time") }
    inertialChip = value["inertial_chip"]?.string
    if value["inertial_chip"] != nil, inertialChip == nil { throw .badValue(key: "inertial_chip") }
    check = value["check"].flatMap(HeadingCheckResult.init)
    if value["check"] != nil, check == nil { throw .badValue(key: "check") }
    guard let object = value["calibration"] else { throw .badValue(key: "calibration") }
    do { calibration = try Calibration(object) } catch { throw .notACalibration(error) }
  }
}
