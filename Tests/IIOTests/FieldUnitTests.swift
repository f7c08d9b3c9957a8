import Quantities
import Testing

@testable import IIO

@Suite struct FieldUnitTests {
  // WMM2025: the Earth's field is 22 to 67 µT strong.
  @Test(arguments: [22.0, 35, 50, 67, 450], [1.0, 100])
  func theUnitFollowsFromTheStrength(strength: Double, tooSmallBy: Double) {
    var unit = FieldUnit(isDoubtful: true)
    let field = Vector3(0.48, -0.6, 0.64) * strength
    var last: Vector3?
    for _ in 0..<9 { last = unit.microtesla(field / tooSmallBy) }
    #expect(last.map { ($0 - field).length < 1e-9 } == true)
  }

  @Test func nothingIsHandedOnWhileTheUnitIsUnknown() {
    var unit = FieldUnit(isDoubtful: true)
    for _ in 0..<8 { #expect(unit.microtesla(Vector3(0.3, 0, 0.4)) == nil) }
    #expect(unit.microtesla(Vector3(0.3, 0, 0.4)) == Vector3(30, 0, 40))
  }

  @Test func aFewReadingsThatAreWrongDoNotDecide() {
    var unit = FieldUnit(isDoubtful: true)
    for index in 0..<9 {
      let isWrong = index % 3 == 0
      _ = unit.microtesla(isWrong ? Vector3(0, 0, 9000) : Vector3(0.3, 0, 0.4))
    }
    #expect(unit.factor == 100)
  }

  @Test func silenceDecidesNothing() {
    var unit = FieldUnit(isDoubtful: true)
    for _ in 0..<100 { #expect(unit.microtesla(.zero) == nil) }
    #expect(unit.factor == nil)
  }

  @Test func aDriverThatIsNotDoubtedIsBelievedAtOnce() {
    var unit = FieldUnit(isDoubtful: false)
    #expect(unit.microtesla(Vector3(0.3, 0, 0.4)) == Vector3(0.3, 0, 0.4))
  }
}
