import JSON
import Quantities

extension InitialState {
  /// Reads the header's `initial_state`.
  init(reading object: HeaderObject) throws(TraceHeaderError) {
    var object = object
    self.init(
      calibration: try object.object("calibration").map(Self.calibration),
      position: try object.object("position").map(Self.position),
      declination: try object.declination("declination_deg"),
      utcMicroseconds: try object.take("time", "an instant such as 2026-11-21T05:00:00Z") { value in
        value.string.flatMap { UTCTime.microseconds(parsing: $0) }
      })
    others = object.rest
  }

  static func calibration(
    _ object: HeaderObject
  ) throws(TraceHeaderError) -> Calibration {
    var object = object
    let offset = try object.required("offset_ut", "three numbers of µT, up to 1e6") { value in
      value.vector.flatMap { max(abs($0.x), abs($0.y), abs($0.z)) <= 1e6 ? $0 : nil }
    }
    let matrix = try object.required(
      "matrix", "a symmetric matrix of three rows, up to 1e6, that stretches and does not mirror"
    ) { value in value.matrix.flatMap { $0.isSoftIron ? $0 : nil } }
    let grade = try object.take("grade", "A, B, C, D, F or given") {
      $0.string.flatMap(Calibration.Grade.init(rawValue:))
    }
    return Calibration(hardIron: offset, softIron: matrix, grade: grade ?? .given)
  }

  private static func position(_ object: HeaderObject) throws(TraceHeaderError) -> Position {
    var object = object
    let latitude = try object.required("latitude_deg", "degrees from -90 to 90") { value in
      value.number.flatMap { abs($0) <= 90 ? $0 : nil }
    }
    let longitude = try object.required("longitude_deg", "degrees from -180 to 360") { value in
      value.number.flatMap { $0 >= -180 && $0 <= 360 ? $0 : nil }
    }
    let altitude = try object.take("altitude_m", "a number of metres") { $0.number }
    let error = try object.take("error_m", "a number of metres") { $0.number }
    do {
      return try Position(
        coordinates: try Coordinates(latitude: latitude, longitude: longitude),
        altitudeMetres: altitude, error68Metres: error)
    } catch {
      throw .badValue(key: "initial_state.position", found: "\(error)", allowed: "a place")
    }
  }
}

extension HeaderObject {
  /// Takes a member that must be there.
  fileprivate mutating func required<Value>(
    _ key: String, _ allowed: String, _ read: (JSONValue) -> Value?
  ) throws(TraceHeaderError) -> Value {
    guard let value = try take(key, allowed, read) else { throw missing(key, allowed) }
    return value
  }
}

extension Matrix3 {
  /// Symmetric and positive definite (Sylvester's criterion): a stretch, with no turn hidden in it.
  fileprivate var isSoftIron: Bool {
    let largest = max(abs(row0.x), abs(row1.y), abs(row2.z))
    let skew = max(abs(row0.y - row1.x), abs(row0.z - row2.x), abs(row1.z - row2.y))
    let minor = row0.x * row1.y - row0.y * row1.x
    return largest <= 1e6 && skew <= 1e-6 * largest && row0.x > 0 && minor > 0 && determinant > 0
  }
}
