import Glibc
import Quantities
import Testing

@testable import Heading

@Suite struct NorthUncertaintyTests {
  private let parameters = FieldMonitorParameters()

  @Test func restDoesNotReduceIt() {
    var uncertainty = NorthUncertainty()
    #expect(uncertainty.angle68 == 0)
    uncertainty.replace(by: 0.8, acceptedSeconds: 40, parameters)
    for _ in 0..<10_000 { uncertainty.confirm(interval: 0.1, turning: 0.0001, parameters) }
    // A mean rate of 0.06°/s, a hand's sway: 4 s in 1000.
    #expect(uncertainty.angle68 > 0.7)
  }

  // 40 s against as many seconds of turning: one as likely as the other.
  @Test func turningReducesIt() {
    var uncertainty = NorthUncertainty()
    uncertainty.replace(by: 0.8, acceptedSeconds: 40, parameters)
    for _ in 0..<400 { uncertainty.confirm(interval: 0.1, turning: 0.1, parameters) }
    #expect(abs(uncertainty.angle68 - 0.4) < 1e-9)
    for _ in 0..<40_000 { uncertainty.confirm(interval: 0.1, turning: 0.1, parameters) }
    #expect(uncertainty.angle68 < 0.01)
  }

  @Test func aSecondReplacementKeepsTheFirstUncertainty() {
    var uncertainty = NorthUncertainty()
    uncertainty.replace(by: 0.8, acceptedSeconds: 1, parameters)
    uncertainty.replace(by: 0.1, acceptedSeconds: 1, parameters)
    #expect(uncertainty.angle68 > 0.8)
  }
}

@Suite struct ExpectedFieldTests {
  // London, WMM2025: 49 µT, 66.5°.
  private let expected = ExpectedField(strength: 49, inclination: 66.5.inRadians)

  private let tolerance = ModelTolerance(part: FieldMonitorParameters().modelTolerance)

  private func field(strength: Double, inclinationDegrees: Double) -> Vector3 {
    let inclination = inclinationDegrees.inRadians
    return Vector3(strength * cos(inclination), 0, strength * sin(inclination))
  }

  @Test func theFieldOfAHouseMakesNorthNoLessCertain() {
    for (strength, inclination) in [(49.0, 66.5), (40, 60), (60, 75), (35, 80)] {
      #expect(
        expected.northError68(
          of: field(strength: strength, inclinationDegrees: inclination), within: tolerance) == 0)
    }
  }

  // A chip that shows 60 µT for 49: 80 are a third too much there, though a gain alone could make them.
  @Test func aChipsOwnGainIsNoReasonAgainstAField() {
    let parameters = FieldMonitorParameters()
    let known = Int(parameters.secondsUntilReferenceIsTrusted / 0.1)
    var scale = StrengthScale(parameters: parameters)
    scale.update(measured: 60, expected: nil, interval: 60)
    #expect(scale.value(for: expected) == nil)
    for _ in 0..<(known - 1) { scale.update(measured: 60, expected: expected, interval: 0.1) }
    #expect(scale.value(for: expected) == nil)
    for _ in 0..<10 { scale.update(measured: 60, expected: expected, interval: 0.1) }
    let own = field(strength: 60, inclinationDegrees: 66.5)
    let magnets = field(strength: 80, inclinationDegrees: 66.5)
    #expect(expected.explains(own, within: tolerance))
    #expect(expected.explains(magnets, within: tolerance))
    #expect(expected.prefers(own, to: magnets, by: scale, within: tolerance))
    #expect(!expected.prefers(magnets, to: own, by: scale, within: tolerance))
    // What was learned in a building does not speak against the Earth's own field.
    var building = StrengthScale(parameters: FieldMonitorParameters())
    for _ in 0..<110 { building.update(measured: 68, expected: expected, interval: 0.1) }
    let earths = field(strength: 49, inclinationDegrees: 66.5)
    #expect(!expected.prefers(own, to: earths, by: building, within: tolerance))
    // Of another place nothing is known.
    let elsewhere = ExpectedField(strength: 40, inclination: 30.0.inRadians)
    #expect(scale.value(for: elsewhere) == nil)
    #expect(!elsewhere.prefers(own, to: magnets, by: scale, within: tolerance))
  }

  // 30 µT apart where 20 are horizontal: anything from none to 56°; 68 % within 46.
  @Test func anotherFieldMakesAsMuchAsItIsApart() {
    let other = Vector3(49 * cos(66.5.inRadians), 0, 49 * sin(66.5.inRadians) - 30)
    let angle = 0.68 * 30 / (49 * cos(66.5.inRadians))
    #expect(abs(expected.northError68(of: other, within: tolerance) - angle) < 1e-9)
    #expect(expected.northError68(of: Vector3(0, 0, 49), within: tolerance) == .pi)
  }
}
