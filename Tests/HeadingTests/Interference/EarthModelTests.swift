import Quantities
import Testing

@testable import Heading

@Suite struct EarthModelTests {
  /// London, 2026: 49 µT, 66° (WMM2025).
  private static let expected = ExpectedField(strength: 49, inclination: 66.0.inRadians)
  private static let right = Vector3(19.9, 0, 44.8)
  /// 40 µT of hard iron.
  private static let wrong = Vector3(59.9, 0, 44.8)

  private func error(_ earth: EarthModel) -> Double {
    earth.northError68(of: Self.right, unprovenShare: 1)
  }

  // The strength of a device with a wrong calibration passes through the Earth's as it turns.
  @Test func oneAgreementTakesNoContradictionBack() {
    var earth = EarthModel(parameters: FieldMonitorParameters())
    earth.expected = Self.expected
    earth.compare(Self.right, at: Timestamp(microseconds: 0))
    #expect(error(earth) == 0)
    earth.compare(Self.wrong, at: Timestamp(microseconds: 1_000_000))
    earth.compare(Self.right, at: Timestamp(microseconds: 1_200_000))
    #expect(error(earth).inDegrees > 10)
    #expect(earth.northError68(of: Self.right, unprovenShare: 0) == 0)
    earth.compare(Self.right, at: Timestamp(microseconds: 9_100_000))
    #expect(error(earth) == 0)
  }

  // WMM2025 has 22 to 67 µT: 80 µT are nowhere the field of the Earth alone.
  @Test(arguments: [nil, expected]) func aStrengthThatTheEarthHasNowhereIsAContradiction(
    expected: ExpectedField?
  ) {
    var earth = EarthModel(parameters: FieldMonitorParameters())
    earth.expected = expected
    let strong = Self.right * (80 / Self.right.length)
    #expect(earth.northError68(of: strong, unprovenShare: 1).inDegrees > 30)
    #expect(earth.northError68(of: strong, unprovenShare: 0) == 0)
    #expect(earth.northError68(of: Self.right, unprovenShare: 1) == 0)
  }

  // An accelerometer that is mounted upside down reverses the inclination, and turns with the device. The steel of a building may
  // add 40 % to the field, and take as much away.
  @Test func aTurnProvesABentFieldAndNoneThatIsOpposed() {
    var earth = EarthModel(parameters: FieldMonitorParameters())
    earth.expected = Self.expected
    let reversed = Vector3(19.9, 0, -44.8)
    #expect(earth.northError68(of: reversed, unprovenShare: 0).inDegrees > 30)
    for part in [-0.4, 0.4] {
      let bent = Self.right + Vector3(part * 49, 0, 0)
      #expect(earth.northError68(of: bent, unprovenShare: 0) == 0)
    }
    earth.expected = nil
    #expect(earth.northError68(of: reversed, unprovenShare: 0) == 0)
  }

  @Test func anotherPlaceAndTimesThatJumpBackTakeItBack() {
    var earth = EarthModel(parameters: FieldMonitorParameters())
    earth.expected = Self.expected
    earth.compare(Self.wrong, at: Timestamp(microseconds: 100_000_000))
    earth.compare(Self.right, at: Timestamp(microseconds: 1_000_000))
    #expect(error(earth) == 0)
    // A tenth of the strength, or of a radian, is another place; so is an unknown one.
    let places: [ExpectedField?] = [
      ExpectedField(strength: 55, inclination: 66.0.inRadians),
      ExpectedField(strength: 49, inclination: 59.0.inRadians), nil,
    ]
    for place in places {
      earth.expected = Self.expected
      earth.compare(Self.wrong, at: Timestamp(microseconds: 2_000_000))
      #expect(error(earth).inDegrees > 10)
      earth.expected = place
      #expect(error(earth) == 0)
    }
  }

  // A device that is driven: another answer every 111 m, and a fix that is of now or is not.
  @Test func theModelIsAskedAgainAtTheSamePlaceAndTheContradictionStays() {
    var earth = EarthModel(parameters: FieldMonitorParameters())
    earth.expected = Self.expected
    earth.compare(Self.wrong, at: Timestamp(microseconds: 1_000_000))
    for strength in [49.01, 49.02, 50] {
      earth.expected?.strength = strength
      earth.expected?.isCertain.toggle()
      #expect(error(earth).inDegrees > 10)
    }
  }

  @Test func withoutAPositionTheContradictionOfAStrengthStays() {
    var earth = EarthModel(parameters: FieldMonitorParameters())
    earth.compare(Self.right * (80 / Self.right.length), at: Timestamp(microseconds: 1_000_000))
    earth.expected = nil
    #expect(error(earth).inDegrees > 30)
  }
}
