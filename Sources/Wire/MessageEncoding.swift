package import JSON
internal import Quantities

extension QiblaMessage: EncodableMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginMessage("qibla", sequence, time)
    if let bearing {
      writer.key("bearing_deg")
      writer.azimuth(bearing.degrees)
      writer.member("method", method?.rawValue)
    }
    writer.member("great_circle_deg", bearings.greatCircle)
    writer.member("geodesic_deg", bearings.geodesic)
    writer.member("rhumb_deg", bearings.rhumb)
    writer.key("distance_km")
    writer.number(distanceKilometres, decimals: 3)
    if let bearing {
      writer.key("cardinal")
      writer.string(bearing.cardinal)
      writer.key("text")
      writer.string(bearing.text)
    }
    if let error68Degrees {
      writer.key("error68_deg")
      writer.error68(error68Degrees)
    }
    writer.key("note")
    writer.string(note.rawValue)
    writer.member("position_status", positionStatus?.rawValue)
    writer.object("target") { writer in
      writer.key("name")
      writer.string(target.name)
      writer.coordinates(target.coordinates)
    }
    writer.endObject()
  }
}

extension PositionMessage: EncodableMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginMessage("position", sequence, time)
    writer.key("status")
    writer.string(status.rawValue)
    if let position {
      writer.coordinates(position.coordinates)
      writer.member("altitude_m", position.altitudeMetres, decimals: 1)
      writer.member("error_m", position.error68Metres, decimals: 1)
    }
    writer.member("age_s", ageSeconds, decimals: 1)
    writer.member("course_deg", course)
    writer.member("speed_mps", speedMetresPerSecond, decimals: 2)
    writer.endObject()
  }
}

extension Event: EncodableMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginMessage("event", sequence, time)
    writer.key("name")
    writer.string(name.rawValue)
    if let pointer {
      writer.key("pointer_deg")
      writer.relativeBearing(pointer.degrees)
    }
    if let axis {
      writer.key("axis")
      writer.string(axis.code)
    }
    if let device {
      writer.key("device")
      writer.string(device.rawValue)
    }
    if let reason {
      writer.key("reason")
      writer.string(reason.rawValue)
    }
    if let gapMicroseconds {
      writer.key("gap_us")
      writer.integer(gapMicroseconds)
    }
    if let haptic {
      writer.key("haptic")
      writer.string(haptic.rawValue)
    }
    writer.endObject()
  }
}

extension StateMessage: EncodableMessage {
  package func encode(into writer: inout JSONWriter) { encode(into: &writer, live: nil) }

  /// As `encode(into:)`, with `live` as the last member unless it is `nil`.
  package func encode(into writer: inout JSONWriter, live: LiveState?) {
    writer.beginMessage("state", sequence, time)
    writer.key("status")
    writer.string(status.code)
    writer.why(why)
    encodeParts(into: &writer)
    mount?.encode(into: &writer)
    if let live {
      writer.key("live")
      writer.beginObject()
      writer.key("clients")
      writer.integer(Int64(live.clients))
      writer.endObject()
    }
    writer.endObject()
  }

  private func encodeParts(into writer: inout JSONWriter) {
    writer.object("calibration") { writer in
      writer.key("status")
      writer.string(calibration.status.rawValue)
      writer.member("grade", calibration.grade)
    }
    writer.object("interference") { writer in
      writer.key("status")
      writer.string(interference.status.rawValue)
      writer.member("kind", interference.kind?.rawValue)
      if let added = interference.disturbance {
        writer.key("disturbance_ut")
        writer.beginArray()
        for value in [added.x, added.y, added.z] { writer.number(value, decimals: 1) }
        writer.endArray()
      }
      writer.member("strength_percent", interference.strengthPercent, decimals: 1)
      writer.member("inclination_error_deg", interference.inclinationErrorDegrees, decimals: 1)
    }
    writer.object("position") { writer in
      writer.key("status")
      writer.string(position.status.rawValue)
      writer.member("age_s", position.ageSeconds, decimals: 1)
      writer.member("error_m", position.error68Metres, decimals: 1)
    }
    writer.object("declination") { writer in
      writer.member("model", declination.model)
      writer.key("valid")
      writer.bool(declination.valid)
      if let error68Degrees = declination.error68Degrees {
        writer.key("error68_deg")
        writer.error68(error68Degrees)
      }
    }
    writer.key("sensors")
    writer.beginArray()
    for sensor in sensors {
      writer.beginObject()
      writer.key("kind")
      writer.string(sensor.kind.rawValue)
      if let id = sensor.id {
        writer.key("id")
        writer.integer(Int64(id))
      }
      if let isPrimary = sensor.isPrimary {
        writer.key("primary")
        writer.bool(isPrimary)
      }
      writer.member("rate_hz", sensor.rateHz, decimals: 1)
      writer.member("disagreement_deg", sensor.disagreementDegrees, decimals: 1)
      writer.endObject()
    }
    writer.endArray()
  }
}

extension StateMessage.Mount {
  fileprivate func encode(into writer: inout JSONWriter) {
    writer.object("mount") { writer in
      writer.key("wrong")
      writer.bool(isWrong)
      writer.member("chip", chip?.rawValue)
      if let isMirrored {
        writer.key("mirrored")
        writer.bool(isMirrored)
      }
      if !turns.isEmpty {
        writer.key("turns")
        writer.beginArray()
        for turn in turns { writer.string(turn) }
        writer.endArray()
      }
      if isUpsideDown {
        writer.key("upside_down")
        writer.bool(true)
      }
    }
  }
}

extension JSONWriter {
  mutating func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void) {
    key(name)
    beginObject()
    members(&self)
    endObject()
  }

  /// Writes the member; nothing for `nil`.
  mutating func member(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    key(name)
    string(value)
  }

  /// Writes the member; nothing for `nil`.
  mutating func member(_ name: StaticString, _ value: Double?, decimals: Int) {
    guard let value else { return }
    key(name)
    number(value, decimals: decimals)
  }

  /// Writes the member; nothing for `nil`.
  mutating func member(_ name: StaticString, _ value: Azimuth<TrueNorth>?) {
    guard let value else { return }
    key(name)
    azimuth(value.degrees)
  }

  /// Writes latitude and longitude, degrees with 7 decimals: about a centimetre.
  mutating func coordinates(_ place: Coordinates) {
    key("latitude_deg")
    number(place.latitude, decimals: 7)
    key("longitude_deg")
    number(place.longitude, decimals: 7)
  }
}
