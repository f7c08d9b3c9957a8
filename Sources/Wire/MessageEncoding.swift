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
    writer.member("distance_km", distanceKilometres, decimals: 3)
    if let bearing {
      writer.member("cardinal", bearing.cardinal)
      writer.member("text", bearing.text)
    }
    writer.member("error68_deg", error68: error68Degrees)
    writer.member("note", note.rawValue)
    writer.member("position_status", positionStatus?.rawValue)
    writer.object("target") { writer in
      writer.member("name", target.name)
      writer.coordinates(target.coordinates)
    }
    writer.endObject()
  }
}

extension PositionMessage: EncodableMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginMessage("position", sequence, time)
    writer.member("status", status.rawValue)
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
    writer.member("name", name.rawValue)
    writer.member("pointer_deg", relative: pointer?.degrees)
    writer.member("axis", axis?.rawValue)
    writer.member("device", device?.rawValue)
    writer.member("reason", reason?.rawValue ?? recordingEnd?.rawValue)
    writer.member("gap_us", gapMicroseconds)
    writer.member("haptic", haptic?.rawValue)
    writer.member("grade", grade)
    writer.member("coverage_percent", coveragePercent, decimals: 0)
    writer.member("profile", profile)
    writer.member("reasons", reasons)
    writer.member("file", file)
    writer.member("applied", applied)
    writer.member("restart", restart)
    writer.endObject()
  }
}

extension JSONWriter {
  /// Writes an array of strings, unless it is empty.
  fileprivate mutating func member(_ key: StaticString, _ strings: [String]) {
    guard !strings.isEmpty else { return }
    self.key(key)
    beginArray()
    for string in strings { self.string(string) }
    endArray()
  }
}

extension StateMessage: EncodableMessage {
  package func encode(into writer: inout JSONWriter) { encode(into: &writer, live: nil) }

  /// As `encode(into:)`, with `live` as the last member unless it is `nil`.
  package func encode(into writer: inout JSONWriter, live: LiveState?) {
    writer.beginMessage("state", sequence, time)
    writer.member("status", status.rawValue)
    writer.why(why)
    encodeParts(into: &writer)
    mount?.encode(into: &writer)
    if let live {
      writer.key("live")
      writer.beginObject()
      writer.member("clients", live.clients)
      writer.member("recording", live.recording)
      writer.endObject()
    }
    writer.endObject()
  }

  private func encodeParts(into writer: inout JSONWriter) {
    writer.object("calibration") { writer in
      writer.member("status", calibration.status.rawValue)
      writer.member("grade", calibration.grade)
      writer.member("age_s", calibration.ageSeconds, decimals: 0)
      writer.member("residual_percent", calibration.residualPercent, decimals: 2)
      writer.member("coverage_percent", calibration.coveragePercent, decimals: 0)
      writer.member("profile", calibration.profile)
      if let check = calibration.check {
        writer.object("check") { writer in
          writer.member("kind", check.kind.rawValue)
          writer.member("error_deg", check.errorDegrees, decimals: 2)
          writer.member("error68_deg", check.error68Degrees, decimals: 2)
          writer.member("agrees", check.agrees)
          if check.isConstantUnknown { writer.member("constant_unknown", true) }
          writer.member("time", utc: check.utcMicroseconds)
        }
      }
    }
    writer.object("interference") { writer in
      writer.member("status", interference.status.rawValue)
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
      writer.member("status", position.status.rawValue)
      writer.member("age_s", position.ageSeconds, decimals: 1)
      writer.member("error_m", position.error68Metres, decimals: 1)
    }
    writer.object("declination") { writer in
      writer.member("model", declination.model)
      writer.member("valid", declination.valid)
      writer.member("error68_deg", error68: declination.error68Degrees)
    }
    writer.key("sensors")
    writer.beginArray()
    for sensor in sensors {
      writer.beginObject()
      writer.member("kind", sensor.kind.rawValue)
      writer.member("id", sensor.id)
      writer.member("primary", sensor.isPrimary)
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
      writer.member("wrong", isWrong)
      writer.member("chip", chip?.rawValue)
      writer.member("mirrored", isMirrored)
      if !turns.isEmpty {
        writer.key("turns")
        writer.beginArray()
        for turn in turns { writer.string(turn) }
        writer.endArray()
      }
      if isUpsideDown {
        writer.member("upside_down", true)
      }
    }
  }
}
