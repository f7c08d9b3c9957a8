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
    writer.string(status.rawValue)
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
    writer.string(alignment.rawValue)
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
    writer.string(axis.rawValue)
    writer.key("source")
    writer.string(source.rawValue)
    if let sampleAgeMicroseconds {
      writer.key("sample_age_us")
      writer.integer(sampleAgeMicroseconds)
    }
  }
}
