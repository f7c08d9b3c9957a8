import JSON
import Pipeline
import Quantities
import Wire

/// How a trace writes what the user set: `{"position":{…}}`, `{"position":"none"}`, `{"target":{…}}`,
/// `{"mount":…}` or `{"configuration":{…}}`.
extension UserSetting {
  /// The word for a position that no longer holds.
  private static let none = JSONValue.string("none")

  /// - Returns: `nil` where the value is no setting, or holds more than one.
  init?(_ value: JSONValue) {
    guard let members = value.members, members.count == 1, let member = members.first else {
      return nil
    }
    switch (member.key, member.value) {
    case ("position", Self.none): self = .position(nil)
    case ("position", let value):
      guard let position = Position(value) else { return nil }
      self = .position(position)
    case ("target", let value):
      guard let target = QiblaMessage.Target(value) else { return nil }
      self = .target(target)
    case ("mount", let value):
      guard let mount = Mount(value) else { return nil }
      self = .mount(mount)
    case ("configuration", let value):
      guard let news = ConfigurationReloadResult(value) else { return nil }
      self = .configuration(news)
    default: return nil
    }
  }

  /// Which key is wrong where the value is no setting: that of its only member, or `set`.
  static func wrongKey(of value: JSONValue) -> TraceKey {
    guard let members = value.members, members.count == 1 else { return .set }
    return TraceKey(rawValue: "set.\(members[0].key)") ?? .set
  }

  /// Every number as it is: a replay must give the same bytes.
  var value: JSONValue {
    switch self {
    case .position(nil): .object([.init(key: "position", value: Self.none)])
    case .position(let position?):
      .object([.init(key: "position", value: .object(position.members))])
    case .target(let target): .object([.init(key: "target", value: target.json)])
    case .mount(let mount): .object([.init(key: "mount", value: mount.json)])
    case .configuration(let news):
      .object([.init(key: "configuration", value: news.value)])
    }
  }
}

extension Mount {
  /// As `mount` of the header: a matrix for all chips, or one for each of `mag` and `imu`.
  fileprivate init?(_ value: JSONValue) {
    let matrices: (magnetometer: Matrix3, inertial: Matrix3)
    if let members = value.members {
      guard members.count == 2, let magnetometer = value["mag"]?.matrix,
        let inertial = value["imu"]?.matrix
      else { return nil }
      matrices = (magnetometer, inertial)
    } else {
      guard let matrix = value.matrix else { return nil }
      matrices = (matrix, matrix)
    }
    do {
      try self.init(magnetometer: matrices.magnetometer, inertial: matrices.inertial)
    } catch { return nil }
  }
}

extension QiblaMessage.Target {
  init?(_ value: JSONValue) {
    guard let name = value["name"]?.string, Self.isName(name), let coordinates = Coordinates(value)
    else { return nil }
    self.init(name: name, coordinates: coordinates)
  }

  var json: JSONValue {
    .object([.init(key: "name", value: .string(name))] + coordinates.members)
  }
}

extension Position {
  fileprivate init?(_ value: JSONValue) {
    guard let coordinates = Coordinates(value) else { return nil }
    var numbers: [Double?] = []
    for key in ["altitude_m", "error_m"] {
      guard let member = value[key] else {
        numbers.append(nil)
        continue
      }
      guard let number = member.number else { return nil }
      numbers.append(number)
    }
    do {
      try self.init(
        coordinates: coordinates, altitudeMetres: numbers[0], error68Metres: numbers[1])
    } catch { return nil }
  }
}

extension Coordinates {
  fileprivate init?(_ value: JSONValue) {
    guard let latitude = value["latitude_deg"]?.number,
      let longitude = value["longitude_deg"]?.number
    else { return nil }
    do { try self.init(latitude: latitude, longitude: longitude) } catch { return nil }
  }
}
