internal import JSON
internal import Quantities
internal import Wire

let wireBenchmarks = [
  Benchmark("encode a reading", iterations: 100_000, allocates: .never) {
    let reading = try Reading.example()
    var writer = JSONWriter()
    return {
      writer.removeAll()
      reading.encode(into: &writer)
      writer.newline()
      consume(writer.bytes.count)
    }
  }
]

extension Reading {
  /// A reading with every member there.
  static func example() throws -> Reading {
    var reading = Reading(sequence: 18_231, time: Timestamp(microseconds: 81_239_000_123))
    reading.utcMicroseconds = 1_795_237_200_123_000
    reading.headingMagnetic = Azimuth(degrees: 117.421)
    reading.headingTrue = Azimuth(degrees: 120.313)
    reading.declination = try Declination(degrees: 2.892)
    reading.error68Degrees = 6.41
    reading.turnRateDegreesPerSecond = -4.127
    reading.pitchDegrees = 3.214
    reading.rollDegrees = -1.018
    reading.source = .magnetometerGyro
    reading.sampleAgeMicroseconds = 4_100
    reading.status = .uncertain
    reading.why = [.accelerating, .declinationManual]
    reading.qibla = Azimuth(degrees: 118.987)
    reading.pointer = RelativeBearing(degrees: -1.326)
    reading.alignment = .alignedUncertain
    return reading
  }
}
