package import JSON
private import Quantities

extension Reading: EncodableMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginMessage("reading", sequence, time)
    if let utcMicroseconds {
      writer.key("time")
      writer.utc(utcMicroseconds)
    }
    encodeHeading(into: &writer)
    encodeMotion(into: &writer)
    writer.key("status")
    writer.string(status.code)
    writer.why(why)
    if let qibla {
      writer.key("qibla_deg")
      writer.azimuth(qibla.degrees)
    }
    if let pointer {
      writer.key("pointer_deg")
      writer.relativeBearing(pointer.degrees)
    }
    writer.key("alignment")
    writer.string(alignment.code)
    writer.endObject()
  }

  private func encodeHeading(into writer: inout JSONWriter) {
    if let headingMagnetic {
      writer.key("heading_magnetic_deg")
      writer.azimuth(headingMagnetic.degrees)
    }
    if let headingTrue {
      writer.key("heading_true_deg")
      writer.azimuth(headingTrue.degrees)
    }
    if let declination {
      writer.key("declination_deg")
      writer.degrees(declination.degrees)
    }
    if let error68Degrees {
      writer.key("error68_deg")
      writer.error68(error68Degrees)
    }
  }

  private func encodeMotion(into writer: inout JSONWriter) {
    if let turnRateDegreesPerSecond {
      writer.key("turn_rate_dps")
      writer.degrees(turnRateDegreesPerSecond)
    }
    if let pitchDegrees {
      writer.key("pitch_deg")
      writer.degrees(pitchDegrees)
    }
    if let rollDegrees {
      writer.key("roll_deg")
      writer.relativeBearing(rollDegrees)
    }
    writer.key("axis")
    writer.string(axis.code)
    writer.key("source")
    writer.string(source.code)
    if let sampleAgeMicroseconds {
      writer.key("sample_age_us")
      writer.integer(sampleAgeMicroseconds)
    }
  }
}

// The codes again as static strings, because a raw value is a `String` that would be made 60 times
// a second.

extension Reading.Status {
  var code: StaticString {
    switch self {
    case .unavailable: "unavailable"
    case .interference: "interference"
    case .calibrating: "calibrating"
    case .uncertain: "uncertain"
    case .accurate: "accurate"
    }
  }
}

extension Reading.Source {
  var code: StaticString {
    switch self {
    case .magnetometer: "mag"
    case .magnetometerAccelerometer: "mag+accel"
    case .magnetometerGyro: "mag+gyro"
    case .gyroHold: "gyro_hold"
    case .none: "none"
    }
  }
}

extension Reading.Axis {
  var code: StaticString {
    switch self {
    case .forward: "x"
    case .back: "back"
    }
  }
}

extension Reading.Alignment {
  var code: StaticString {
    switch self {
    case .unknown: "unknown"
    case .away: "away"
    case .near: "near"
    case .almost: "almost"
    case .aligned: "aligned"
    case .alignedUncertain: "aligned_uncertain"
    }
  }
}
