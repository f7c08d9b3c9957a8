import HeadingCheck
import Quantities
import Testing
import Wire

@Suite struct SightCollectorTests {
  private func reading(
    _ index: Int, heading: Double?, turn: Double = 0, isTrue: Bool = true
  ) throws -> Message {
    var reading = Reading(
      sequence: UInt64(index), time: Timestamp(microseconds: Int64(index) * 50_000))
    reading.headingTrue = isTrue ? heading.map { Azimuth(degrees: $0) } : nil
    reading.headingMagnetic = heading.map { Azimuth(degrees: $0 - 2) }
    reading.declination = try Declination(degrees: 2)
    reading.error68Degrees = heading == nil ? nil : 1.5
    reading.turnRateDegreesPerSecond = turn
    (reading.pitchDegrees, reading.rollDegrees) = (0, 0)
    return .reading(reading)
  }

  @Test func aSightIsTheMeanOfASecondAlsoOverNorth() throws {
    var collector = SightCollector()
    for index in 0..<20 {
      let isWhole = collector.take(
        try reading(index, heading: index.isMultiple(of: 2) ? 359 : 1))
      #expect(!isWhole)
    }
    let isWhole = collector.take(try reading(20, heading: 0))
    #expect(isWhole)
    let sight = try collector.sight()
    #expect(abs(RelativeBearing(degrees: sight.degrees).degrees) < 0.1)
    #expect(sight.isTrue && sight.error68 == 1.5 && sight.fieldDegrees == nil)
  }

  @Test func theFieldAloneIsFromTheSameNorthAsTheHeading() throws {
    func sight(isTrue: Bool) throws -> HeadingSight {
      var collector = SightCollector()
      // A level device whose forward axis has the whole horizontal field: it points at magnetic north.
      let empty = FieldMessage.Field(strength: nil, inclinationDegrees: nil, horizontal: nil)
      _ = collector.take(
        .field(
          FieldMessage(
            sequence: 1, time: Timestamp(microseconds: 0), status: .undisturbed,
            vector: Vector3(20, 0, 40), measured: empty, reference: empty, expected: empty)))
      for index in 0...20 {
        _ = collector.take(try reading(index, heading: 10, isTrue: isTrue))
      }
      return try collector.sight()
    }
    let (fromTrue, fromMagnetic) = (try sight(isTrue: true), try sight(isTrue: false))
    #expect(fromTrue.isTrue && fromTrue.degrees == 10 && fromTrue.fieldDegrees == 2)
    #expect(!fromMagnetic.isTrue && fromMagnetic.degrees == 8 && fromMagnetic.fieldDegrees == 0)
  }

  @Test func aDeviceThatTurnsOrHasNoHeadingGivesNone() throws {
    var (turning, blind) = (SightCollector(), SightCollector())
    for index in 0...20 {
      _ = turning.take(try reading(index, heading: 10, turn: 4))
      _ = blind.take(try reading(index, heading: nil))
    }
    #expect(throws: SightRefusal.turned(degreesPerSecond: 4)) { try turning.sight() }
    #expect(throws: SightRefusal.noHeading) { try blind.sight() }
    #expect("\(SightRefusal.turned(degreesPerSecond: 4))".hasPrefix("the device turned by 4.0°/s"))
  }
}
