import Quantities
import Wire

/// A reading with every value that a bridge passes on.
func fullReading(
  magnetic: Double = 101.1, declination: Double? = -7.1, error: Double = 2.5,
  status: Reading.Status = .accurate
) throws -> Reading {
  var reading = Reading(sequence: 7, time: Timestamp(microseconds: 2_100_000))
  reading.headingMagnetic = Azimuth(degrees: magnetic)
  reading.declination = try declination.map { try Declination(degrees: $0) }
  reading.headingTrue = declination.map { Azimuth(degrees: magnetic + $0) }
  reading.error68Degrees = error
  reading.turnRateDegreesPerSecond = -0.5
  reading.pitchDegrees = 14.2
  reading.rollDegrees = -90
  reading.source = .magnetometerGyro
  reading.status = status
  reading.alignment = .away
  // 2026-11-21T05:00:00.123Z
  reading.utcMicroseconds = 1_795_237_200_123_000
  return reading
}

/// A reading of a daemon without a sensor.
let emptyReading = Reading(sequence: 0, time: Timestamp(microseconds: 0))

/// Names that a user or an attacker can put into a configuration.
let awkwardNames = [
  "", "Kaaba", "a\"b", "back\\slash", "line\nfeed", "carriage\rreturn", "tab\tstop", "\u{0}nul",
  "\u{1B}[31mred", "\u{7F}", "مكة المكرمة", "🕋", "e\u{301}", "{{ 7*7 }}", "$HCHDT,1.0,T*00",
  "</script>", "a\u{2028}b", "\u{202E}right to left", String(repeating: "n", count: 3000),
]

extension [UInt8] {
  var text: String { String(decoding: self, as: UTF8.self) }
}
