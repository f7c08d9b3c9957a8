internal import JSON
internal import Quantities
package import Wire

/// Writes the daemon's messages as those of an MQTT broker (docs/bridges.md).
package struct MQTTFormat: Sendable {
  package let topics: MQTTTopics
  /// The name of the device for people: any text.
  package let name: String
  /// Whether position, distance and exact bearings are sent.
  package let revealsPosition: Bool

  package init(topics: MQTTTopics, name: String, revealsPosition: Bool) {
    self.topics = topics
    self.name = name
    self.revealsPosition = revealsPosition
  }

  package func availability(isOnline: Bool) -> MQTTMessage {
    MQTTMessage(
      topics.availability, Array((isOnline ? "online" : "offline").utf8), isRetained: true,
      quality: .atLeastOnce)
  }

  package func info(_ hello: Hello) -> MQTTMessage {
    retained(topics.info) { writer in
      writer.member("id", topics.device.text)
      writer.member("name", name)
      writer.member("version", hello.version)
      writer.member("bridge_version", programVersion)
      writer.member("run_id", hello.runID)
      writer.member("replay", hello.replay)
      writer.member("simulated", hello.simulated)
    }
  }

  /// - Parameters:
  ///   - error68Degrees: of the newest reading.
  ///   - utcMicroseconds: now, µs since 1970; `nil` while the clock may be wrong.
  package func state(
    _ state: StateMessage, error68Degrees: Double?, utcMicroseconds: Int64?
  ) -> MQTTMessage {
    retained(topics.state) { writer in
      writer.member("status", state.status.rawValue)
      writer.list("why", state.why.map(\.code.description))
      writer.member("sentence", state.why.first?.sentence)
      writer.member("advice", state.why.first?.advice)
      writer.member("error68_deg", error68Degrees, decimals: 2)
      writer.member("calibration", state.calibration.status.rawValue)
      writer.member("grade", state.calibration.grade)
      writer.member("interference", state.interference.status.rawValue)
      writer.member("position_status", state.position.status.rawValue)
      writer.member("declination_valid", state.declination.valid)
      writer.key("sensors")
      writer.beginArray()
      for sensor in state.sensors {
        writer.beginObject()
        writer.member("kind", sensor.kind.rawValue)
        writer.member("rate_hz", sensor.rateHz, decimals: 1)
        writer.endObject()
      }
      writer.endArray()
      writer.time(utcMicroseconds)
    }
  }

  /// What makes two states differ for a user: neither the error nor a rate, which change always.
  package func identity(of state: StateMessage) -> [UInt8] {
    var reduced = state
    for index in reduced.sensors.indices { reduced.sensors[index].rateHz = nil }
    reduced.calibration.coveragePercent = nil
    return self.state(reduced, error68Degrees: nil, utcMicroseconds: nil).payload
  }

  /// One heading, with the name of its north.
  ///
  /// Not both: true less magnetic heading is the declination, and that is a line on the map on which
  /// the device is. For the same reason the bearing of the target is a whole degree, unless the
  /// position is sent anyway.
  package func reading(_ reading: Reading) -> MQTTMessage {
    let heading = reading.headingTrue?.degrees ?? reading.headingMagnetic?.degrees
    let payload = object { writer in
      writer.member("status", reading.status.rawValue)
      writer.member("heading_deg", heading.map(tenthOfAzimuth), decimals: 1)
      if heading != nil { writer.member("north", reading.headingTrue == nil ? "magnetic" : "true") }
      writer.member("error68_deg", reading.error68Degrees, decimals: 2)
      writer.member("turn_rate_dps", reading.turnRateDegreesPerSecond, decimals: 1)
      writer.member("pitch_deg", reading.pitchDegrees, decimals: 1)
      writer.member("roll_deg", reading.rollDegrees, decimals: 1)
      if let qibla = reading.qibla {
        let bearing = shown(qibla)
        writer.member("qibla_deg", bearing, decimals: 1)
        if let heading = reading.headingTrue {
          writer.member("pointer_deg", pointer(to: bearing, from: heading.degrees), decimals: 1)
        }
      }
      writer.member("alignment", reading.alignment.rawValue)
      writer.time(reading.utcMicroseconds)
    }
    return MQTTMessage(topics.reading, payload, isRetained: false, quality: .atMostOnce)
  }

  /// - Parameter utcMicroseconds: now, as for `state`.
  package func event(_ event: Event, utcMicroseconds: Int64?) -> MQTTMessage {
    let payload = object { writer in
      writer.member("name", event.name.rawValue)
      writer.member("device", event.device?.rawValue)
      writer.member("reason", event.reason?.rawValue)
      writer.member("axis", event.axis?.rawValue)
      writer.member("grade", event.grade)
      writer.member("profile", event.profile)
      writer.member("coverage_percent", event.coveragePercent, decimals: 0)
      if !event.reasons.isEmpty { writer.list("reasons", event.reasons) }
      writer.time(utcMicroseconds)
    }
    return MQTTMessage(
      topics.event, payload, isRetained: false, quality: .atLeastOnce, isReplaceable: false)
  }

  package func qibla(_ qibla: QiblaMessage) -> MQTTMessage {
    retained(topics.qibla) { writer in
      writer.member("bearing_deg", qibla.bearing.map(shown), decimals: 1)
      writer.member("cardinal", qibla.bearing?.cardinal)
      writer.member("note", qibla.note.rawValue)
      writer.member("target", qibla.target.name)
      if revealsPosition { writer.member("distance_km", qibla.distanceKilometres, decimals: 3) }
    }
  }

  /// `nil` unless the position is sent.
  package func position(_ position: PositionMessage) -> MQTTMessage? {
    guard revealsPosition else { return nil }
    return retained(topics.position) { writer in
      writer.member("status", position.status.rawValue)
      writer.member("latitude_deg", position.position?.coordinates.latitude, decimals: 7)
      writer.member("longitude_deg", position.position?.coordinates.longitude, decimals: 7)
      writer.member("altitude_m", position.position?.altitudeMetres, decimals: 1)
      writer.member("error_m", position.position?.error68Metres, decimals: 1)
      writer.member("age_s", position.ageSeconds, decimals: 1)
    }
  }

  private func retained(
    _ topic: String, _ members: (inout JSONWriter) -> Void
  ) -> MQTTMessage {
    MQTTMessage(topic, object(members), isRetained: true, quality: .atLeastOnce)
  }

  private func shown(_ bearing: Azimuth<TrueNorth>) -> Double {
    revealsPosition ? tenthOfAzimuth(bearing.degrees) : Double(bearing.wholeDegrees)
  }
}

/// One JSON object without a line feed.
func object(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
  var writer = JSONWriter(capacity: 256)
  writer.beginObject()
  members(&writer)
  writer.endObject()
  return writer.bytes
}

extension JSONWriter {
  mutating func time(_ microseconds: Int64?) {
    guard let microseconds, UTCTime.Parts(microseconds: microseconds) != nil else { return }
    key("time")
    utc(microseconds)
  }
}

/// Rounded to 0.1°, in [0, 360).
private func tenthOfAzimuth(_ degrees: Double) -> Double {
  let tenths = (degrees * 10).rounded()
  return tenths >= 3600 ? 0 : tenths / 10
}

/// Turn right by this many degrees, in [−180, 180).
private func pointer(to bearing: Double, from heading: Double) -> Double {
  let difference = (bearing - heading + 540).truncatingRemainder(dividingBy: 360) - 180
  let tenths = (difference * 10).rounded()
  return tenths >= 1800 ? -180 : tenths / 10
}
