import Quantities
import Testing
import Wire

struct ReadingTurnTests {
  private var reading: Reading {
    var reading = Reading(sequence: 1, time: Timestamp(microseconds: 16_667))
    reading.headingMagnetic = Azimuth(degrees: 300)
    reading.headingTrue = Azimuth(degrees: 303)
    reading.qibla = Azimuth(degrees: 119)
    reading.pointer = RelativeBearing(degrees: 176)  // 119 − 303 + 360
    reading.pitchDegrees = 3
    reading.rollDegrees = -2
    reading.alignment = .away
    return reading
  }

  // A screen whose upper edge is 90° to the right of forward has a heading 90° larger, and so on.
  @Test(arguments: [
    (ScreenTurn.right, 30.0, 33.0, 86.0), (.half, 120, 123, -4), (.left, 210, 213, -94),
  ])
  func headingAndPointerAreThoseOfTheUpperEdge(
    _ turn: ScreenTurn, _ magnetic: Double, _ heading: Double, _ pointer: Double
  ) {
    var expected = reading
    expected.headingMagnetic = Azimuth(degrees: magnetic)
    expected.headingTrue = Azimuth(degrees: heading)
    expected.pointer = RelativeBearing(degrees: pointer)
    expected.alignment = .unknown
    #expect(reading.turned(by: turn) == expected)
  }

  @Test func aScreenThatIsNotTurnedGetsTheReadingAsItIs() {
    #expect(reading.turned(by: .none) == reading)
  }

  @Test(arguments: ScreenTurn.allCases) func aDeviceThatIsHeldUprightKeepsItsReading(
    _ turn: ScreenTurn
  ) {
    var upright = reading
    upright.axis = .back
    #expect(upright.turned(by: turn) == upright)
  }

  @Test(arguments: ScreenTurn.allCases) func whatIsNotKnownStaysUnknown(_ turn: ScreenTurn) {
    let unknown = Reading(sequence: 1, time: Timestamp(microseconds: 0))
    #expect(unknown.turned(by: turn) == unknown)
  }
}
