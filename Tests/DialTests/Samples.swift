import Quantities
import Wire

@testable import Dial

/// Readings for the tests, each as a daemon would send it.
enum Samples {
  static let plain = Style(palette: .none, glyphs: .unicode)
  static let ascii = Style(palette: .none, glyphs: .ascii)
  static let colour = Style(palette: .many, glyphs: .unicode)

  /// A good true heading with the Qibla at `pointer`, both in degrees.
  static func reading(
    heading: Double, pointer: Double?, error: Double = 2.4, status: Reading.Status = .accurate,
    why: WhySet = []
  ) -> Reading {
    var reading = Reading(sequence: 1, time: Timestamp(microseconds: 0))
    reading.headingTrue = Azimuth(degrees: heading)
    reading.headingMagnetic = Azimuth(degrees: heading - 2.9)
    reading.error68Degrees = error
    reading.turnRateDegreesPerSecond = -4.1
    reading.pitchDegrees = 3.2
    reading.rollDegrees = -1
    reading.source = .magnetometerGyro
    reading.status = status
    reading.why = why
    if let pointer {
      reading.pointer = RelativeBearing(degrees: pointer)
      reading.qibla = Azimuth(degrees: heading + pointer)
      reading.alignment = abs(pointer) <= 5 ? .aligned : .away
    }
    return reading
  }

  static func qibla(name: String = "Kaaba") throws -> QiblaMessage {
    QiblaMessage(
      sequence: 1, time: Timestamp(microseconds: 0), bearing: Azimuth(degrees: 118.99),
      distanceKilometres: 4321.4, error68Degrees: 0.1, note: .none,
      target: .init(
        name: name, coordinates: try Coordinates(latitude: 21.4225, longitude: 39.8262)))
  }

  /// A frame that got two readings, half a second apart, the second at 0 s.
  static func frame(_ reading: Reading, simulated: Bool = false, replay: Bool = false) throws
    -> DialFrame
  {
    var frame = DialFrame()
    frame.update(Hello(version: "1", runID: "a", replay: replay, simulated: simulated))
    frame.update(reading, at: -0.5)
    frame.update(reading, at: 0)
    frame.update(try qibla())
    return frame
  }
}
