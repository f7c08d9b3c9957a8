import Glibc
import Quantities
import Randomness
import Testing

@testable import Geomagnetism

@Suite struct ElementPropertyTests {
  private let model = GeomagneticModel.wmm2025

  @Test func theElementsOfAnyPlaceAgreeWithEachOther() throws {
    var random = SeededGenerator(seed: 103)
    for _ in 0..<2_000 {
      let field = model.field(
        at: try random.place(), altitudeMetres: random.double(-1_000...850_000),
        decimalYear: random.double(1_900...2_100))
      let (d, i) = (field.declinationDegrees.inRadians, field.inclinationDegrees.inRadians)
      #expect(abs(field.horizontal * cos(d) - field.north) < 1e-9)
      #expect(abs(field.horizontal * sin(d) - field.east) < 1e-9)
      #expect(abs(field.total * cos(i) - field.horizontal) < 1e-9)
      #expect(abs(field.total * sin(i) - field.down) < 1e-9)
      #expect(field.declinationDegrees > -180 && field.declinationDegrees <= 180)
    }
  }

  // Central differences over two hundredths of a year. Their error is (δ²/6) times the third
  // derivative; with components linear in time that is near 2 (Ḣ/H)³ for an angle, which the bound
  // grants with room.
  @Test func theChangesAreTheDerivativesOfTheElements() throws {
    var random = SeededGenerator(seed: 104)
    let δ = 0.01
    for _ in 0..<2_000 {
      let place = try random.place()
      let year = random.double(2_025...2_030)
      func at(_ year: Double) -> GeomagneticField {
        model.field(at: place, altitudeMetres: 0, decimalYear: year)
      }
      let (before, now, after) = (at(year - δ), at(year), at(year + δ))
      func slope(_ element: (GeomagneticField) -> Double) -> Double {
        (element(after) - element(before)) / (2 * δ)
      }
      let speed = Vector3(now.northChange, now.eastChange, now.downChange).length
      let rate = speed / now.horizontal
      let granted = 1e-8 + δ * δ * rate * rate * rate * 60
      let turned = remainder(after.declinationDegrees - before.declinationDegrees, 360) / (2 * δ)
      #expect(abs(try #require(now.declinationChangeDegrees) - turned) < granted)
      let inclinationSlope = slope(\.inclinationDegrees)
      #expect(abs(try #require(now.inclinationChangeDegrees) - inclinationSlope) < granted)
      let nT = 1e-7 + δ * δ * rate * rate * speed * 2
      #expect(abs(try #require(now.horizontalChange) - slope(\.horizontal)) < nT)
      #expect(abs(try #require(now.totalChange) - slope(\.total)) < nT)
      #expect(abs(now.northChange - slope(\.north)) < 1e-7)
      #expect(abs(now.eastChange - slope(\.east)) < 1e-7)
      #expect(abs(now.downChange - slope(\.down)) < 1e-7)
    }
  }

  @Test func heightsBeyondTheModelsStillGiveNumbers() throws {
    var random = SeededGenerator(seed: 105)
    #expect(GeomagneticModel.altitudesMetres == -1_000...850_000)
    for height in [-20_000, -1_000.0, 0, 850_000, 1_000_000] {
      for _ in 0..<50 {
        let field = model.field(
          at: try random.place(), altitudeMetres: height, decimalYear: 2027)
        #expect((15_000...75_000).contains(field.total), "at \(height) m")
        #expect(field.declinationDegrees.isFinite && field.inclinationDegrees.isFinite)
      }
    }
  }

  @Test func theSameQuestionHasTheSameAnswerToTheLastBit() throws {
    var random = SeededGenerator(seed: 106)
    let again = try GeomagneticModel(parsing: Array(wmm2025Text.utf8))
    for _ in 0..<200 {
      let place = try random.place()
      let year = random.double(2_025...2_030)
      #expect(
        model.field(at: place, altitudeMetres: 10, decimalYear: year)
          == again.field(at: place, altitudeMetres: 10, decimalYear: year))
    }
  }
}
