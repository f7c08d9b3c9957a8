package import JSON
private import Quantities

extension Reading: EncodableMessage {
  package func encode(into writer: inout JSONWriter) {
    writer.beginMessage("reading", sequence, time)
    writer.member("time", utc: utcMicroseconds)
    encodeHeading(into: &writer)
    encodeMotion(into: &writer)
    writer.member("status", status.rawValue)
    writer.why(why)
    writer.member("qibla_deg", qibla)
    writer.member("pointer_deg", relative: pointer?.degrees)
    writer.member("alignment", alignment.rawValue)
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
    writer.member("axis", axis.rawValue)
    writer.member("source", source.rawValue)
    writer.member("sample_age_us", sampleAgeMicroseconds)
  }
}
