import Glibc
import Quantities
import Testing

@testable import Geomagnetism

/// The elements of a field, from components that are chosen.
@Suite struct FieldTests {
  private func field(
    _ north: Double, _ east: Double, _ down: Double, _ change: Vector3 = .zero
  ) -> GeomagneticField {
    GeomagneticField(
      north: north, east: east, down: down, northChange: change.x, eastChange: change.y,
      downChange: change.z)
  }

  // 3-4-5 and 5-12-13 triangles.
  @Test func theElementsFollowFromTheComponents() {
    let pythagorean = field(3_000, 4_000, 12_000)
    #expect(pythagorean.horizontal == 5_000)
    #expect(pythagorean.total == 13_000)
    #expect(abs(pythagorean.declinationDegrees - 53.13010235415598) < 1e-12)
    #expect(abs(pythagorean.inclinationDegrees - 67.38013505195957) < 1e-12)
  }

  @Test func theDeclinationNeverIsMinus180() {
    #expect(field(-1, -0.0, 0).declinationDegrees == 180)
    #expect(field(-1, 0.0, 0).declinationDegrees == 180)
    #expect(field(-1, -1e-300, 0).declinationDegrees == 180)
    #expect(field(-1, -1e-6, 0).declinationDegrees < -179)
  }

  @Test func theZonesBeginBelow6000And2000() {
    #expect(field(6_000, 0, 0).zone == .ok)
    #expect(field(6_000.nextDown, 0, 0).zone == .caution)
    #expect(field(0, -2_000, 60_000).zone == .caution)
    #expect(field(0, 2_000.0.nextDown, 60_000).zone == .blackout)
    #expect(field(0, 0, 60_000).zone == .blackout)
  }

  @Test func aVerticalFieldHasNoChangeOfDirection() {
    let vertical = field(0, 0, 57_000, Vector3(30, 40, 50))
    #expect(vertical.declinationDegrees == 0)
    #expect(vertical.inclinationDegrees == 90)
    #expect(vertical.declinationChangeDegrees == nil)
    #expect(vertical.horizontalChange == nil)
    #expect(vertical.inclinationChangeDegrees == nil)
    #expect(vertical.totalChange == 50)
    #expect(vertical.error68.declinationDegrees == 180)
    #expect(field(0, 0, 0, Vector3(30, 40, 50)).totalChange == nil)
  }

  @Test func aTinyHorizontalFieldGivesFiniteNumbers() throws {
    for tiny in [1e-3, 1e-100, 1e-160, 1e-300, Double.leastNonzeroMagnitude] {
      let almostVertical = field(tiny, -tiny, 57_000, Vector3(30, 40, 50))
      for change in [
        almostVertical.declinationChangeDegrees, almostVertical.horizontalChange,
        almostVertical.inclinationChangeDegrees, almostVertical.totalChange,
      ] {
        if let change { #expect(change.isFinite, "at \(tiny)") }
      }
      #expect(almostVertical.error68.declinationDegrees == 180)
    }
  }

  // The formula of the technical report, by hand: 5417 / 20000 = 0.27085, √(0.26² + 0.27085²).
  @Test func theErrorsAreTheReports() {
    let error = field(20_000, 0, 40_000).error68
    #expect(abs(error.declinationDegrees - 0.3754466) < 1e-6)
    #expect(error.inclinationDegrees == 0.20)
    #expect([error.north, error.east, error.down] == [137, 89, 141])
    #expect([error.horizontal, error.total] == [133, 138])
    // H at which the formula reaches 180°, and just beyond
    let limit = 5_417 / (180.0 * 180 - 0.26 * 0.26).squareRoot()
    #expect(field(limit * 0.999, 0, 57_000).error68.declinationDegrees == 180)
    #expect(field(limit * 1.001, 0, 57_000).error68.declinationDegrees < 180)
  }
}
