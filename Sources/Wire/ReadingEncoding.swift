package import JSON
private import Quantities

extension Reading: EncodableMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginMessage("reading", sequence, time)
    writer.member("time", utc: utcMicroseconds)
    encodeHeading(into: &writer)
    encodeMotion(into: &writer)
    writer.member("status", status.code)
    writer.why(why)
    writer.member("qibla_deg", qibla)
    writer.member("pointer_deg", relative: pointer?.degrees)
    writer.member("alignment", alignment.code)
    writer.endObject()
  }

  private func encodeHeading(into writer: inout JSONWriter) {
    writer.member("heading_magnetic_deg", headingMagnetic)
    writer.member("heading_true_deg", headingTrue)
    writer.member("declination_deg", degrees: declination?.degrees)
    writer.member("error68_deg", error68: error68Degrees)
  }

  private func encodeMotion(into writer: inout JSONWriter) {
    writer.member("turn_rate_dps", degrees: turnRateDegreesPerSecond)
    writer.member("pitch_deg", degrees: pitchDegrees)
    writer.member("roll_deg", relative: rollDegrees)
    writer.member("axis", axis.code)
    writer.member("source", source.code)
    writer.member("sample_age_us", sampleAgeMicroseconds)
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
