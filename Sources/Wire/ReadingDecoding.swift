internal import JSON
internal import Quantities

extension Reading {
  init(_ members: Members) throws(MessageError) {
    self.init(sequence: try members.sequence(), time: try members.time())
    utcMicroseconds = try members.optional("time", "an instant such as 2026-11-21T05:00:00.123Z") {
      // At most 27 bytes: an instant with six decimals of a second.
      $0.string.flatMap { $0.utf8.count <= 27 ? UTCTime.microseconds(parsing: $0) : nil }
    }
    headingMagnetic = try members.azimuth("heading_magnetic_deg")
    headingTrue = try members.azimuth("heading_true_deg")
    declination = try members.optional("declination_deg", "an angle in [-180, 180]") {
      $0.number.flatMap { try? Declination(degrees: $0) }
    }
    error68Degrees = try members.number("error68_deg")
    turnRateDegreesPerSecond = try members.number("turn_rate_dps")
    pitchDegrees = try members.number("pitch_deg")
    rollDegrees = try members.number("roll_deg")
    axis = try members.required("axis", members.word("axis"))
    source = try members.required("source", members.word("source"))
    sampleAgeMicroseconds = try members.integer("sample_age_us")
    status = try members.required("status", members.word("status"))
    why = try members.why()
    qibla = try members.azimuth("qibla_deg")
    pointer = try members.relativeBearing("pointer_deg")
    alignment = try members.string("alignment").flatMap(Alignment.init) ?? .unknown
  }
}
