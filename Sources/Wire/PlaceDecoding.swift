internal import Quantities

extension QiblaMessage {
  init(_ members: Members) throws(MessageError) {
    let target = try members.required("target", members.members("target"))
    self.init(
      sequence: try members.sequence(), time: try members.time(),
      bearing: try members.azimuth("bearing_deg"),
      method: try members.word("method"),
      bearings: Bearings(
        greatCircle: try members.azimuth("great_circle_deg"),
        geodesic: try members.azimuth("geodesic_deg"), rhumb: try members.azimuth("rhumb_deg")),
      distanceKilometres: try members.required("distance_km", members.number("distance_km")),
      error68Degrees: try members.number("error68_deg"),
      note: try members.required("note", members.word("note")),
      positionStatus: try members.word("position_status"),
      target: Target(
        name: try target.string("name") ?? "",
        coordinates: try target.required("latitude_deg", target.coordinates(in: "target"))))
  }
}

extension PositionMessage {
  init(_ members: Members) throws(MessageError) {
    self.init(
      sequence: try members.sequence(), time: try members.time(),
      status: try members.required("status", members.word("status")),
      position: try Self.position(members), ageSeconds: try members.age(),
      course: try members.azimuth("course_deg"),
      speedMetresPerSecond: try members.number("speed_mps"))
  }

  private static func position(_ members: Members) throws(MessageError) -> Position? {
    guard let coordinates = try members.coordinates(in: "latitude_deg") else { return nil }
    let altitude = try members.number("altitude_m")
    let error = try members.number("error_m")
    do throws(QuantityError) {
      return try Position(
        coordinates: coordinates, altitudeMetres: altitude, error68Metres: error)
    } catch {
      throw .wrong(key: "altitude_m", expected: "a position: \(error)")
    }
  }
}

extension Members {
  /// The member `age_s`, seconds; `nil` if it is negative.
  func age() throws(MessageError) -> Double? {
    try number("age_s").flatMap { $0 >= 0 ? $0 : nil }
  }

  /// The place in `latitude_deg` and `longitude_deg`; `nil` if the former is absent.
  ///
  /// - Parameter key: the member that an error names.
  fileprivate func coordinates(in key: String) throws(MessageError) -> Coordinates? {
    guard let latitude = try number("latitude_deg") else { return nil }
    let longitude = try required("longitude_deg", number("longitude_deg"))
    do throws(QuantityError) {
      return try Coordinates(latitude: latitude, longitude: longitude)
    } catch {
      throw .wrong(key: key, expected: "a place: \(error)")
    }
  }
}
