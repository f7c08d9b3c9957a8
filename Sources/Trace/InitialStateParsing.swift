import JSON
import Pipeline
import Qibla
import Quantities
import Wire

extension InitialState {
  /// Reads the header's `initial_state`.
  init(reading object: HeaderObject) throws(TraceHeaderError) {
    var object = object
    self.init(
      calibration: try object.object("calibration").map(Calibration.init(reading:)),
      position: try object.object("position").map(Self.position),
      declination: try object.declination("declination_deg"),
      utcMicroseconds: try object.take("time", "an instant such as 2026-11-21T05:00:00Z") { value in
        value.string.flatMap { UTCTime.microseconds(parsing: $0) }
      })
    mountErrorDegrees = try object.take("mount_error_deg", "degrees from 0 to 45") { value in
      value.number.flatMap { (0...45).contains($0) ? $0 : nil }
    }
    isPositionByHand = try object.bool("position_by_hand") ?? false
    isPositionConfigured = try object.bool("position_configured") ?? false
    isTimeByHand = try object.bool("time_by_hand") ?? false
    isTimeUncertain = try object.bool("time_uncertain") ?? false
    lastKnown = try object.object("last_known").map(Self.lastKnown)
    target = try object.take("target", "an object with a name, latitude_deg and longitude_deg") {
      QiblaMessage.Target($0)
    }
    method = try object.take("method", "great_circle, geodesic or rhumb") { value in
      value.string.flatMap(QiblaMessage.Method.init)
    }
    alignment = try object.object("alignment").map(AlignmentParameters.init(reading:))
    others = object.rest
  }

  private static func lastKnown(
    _ object: HeaderObject
  ) throws(TraceHeaderError) -> PipelineSettings.LastKnown {
    var object = object
    let time = try object.take("time", "an instant such as 2026-11-21T05:00:00Z") { value in
      value.string.flatMap { UTCTime.microseconds(parsing: $0) }
    }
    return PipelineSettings.LastKnown(position: try position(object), utcMicroseconds: time)
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
  mutating func required<Value>(
    _ key: String, _ allowed: String, _ read: (JSONValue) -> Value?
  ) throws(TraceHeaderError) -> Value {
    guard let value = try take(key, allowed, read) else { throw missing(key, allowed) }
    return value
  }
}
