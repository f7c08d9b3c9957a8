import Quantities
import Testing

@testable import Geomagnetism

@Suite struct ValidityTests {
  private let model = GeomagneticModel.wmm2025
  private let place: Coordinates

  init() throws { place = try Coordinates(latitude: 51.5, longitude: -0.1) }

  private func evaluate(_ year: Double) -> GeomagneticEvaluation {
    model.evaluate(at: place, altitudeMetres: 0, decimalYear: year)
  }

  @Test func fiveYearsFromTheEpochAreValidAndTheEndIsNot() {
    #expect(model.validity == 2025..<2030)
    for (year, isValid) in [
      (2024.999, false), (2025, true), (2027.5, true), (2030.0.nextDown, true), (2030, false),
      (1900, false), (2100, false),
    ] {
      #expect(evaluate(year).isValid == isValid, "\(year)")
    }
  }

  @Test func withinTheYearsTheErrorIsTheReports() {
    for year in [2025, 2026.3, 2029.999] {
      let evaluation = evaluate(year)
      #expect(evaluation.error68 == evaluation.field.error68)
    }
  }

  @Test func outsideEveryYearAddsToEachError() {
    for (start, step) in [(2030.0, 1.0), (2024.0, -1.0)] {
      var before = GeomagneticError(horizontal: 20_000)
      for year in stride(from: start, through: start + step * 70, by: step) {
        // at one H, so that the field's own change does not hide the growth
        let error = GeomagneticError(horizontal: 20_000, extrapolatedYears: abs(year - 2025))
        #expect(error.declinationDegrees > before.declinationDegrees)
        #expect(error.inclinationDegrees > before.inclinationDegrees)
        #expect(error.north > before.north && error.east > before.east)
        #expect(error.down > before.down && error.total > before.total)
        #expect(error.horizontal > before.horizontal)
        let evaluation = evaluate(year)
        #expect(
          evaluation.error68
            == GeomagneticError(
              horizontal: evaluation.field.horizontal, extrapolatedYears: abs(year - 2025)))
        before = error
      }
    }
  }

  // scripts/wmm-extrapolation: the rms difference across between a model and what was found later,
  // in nT, by years from its epoch; the worst model of each row. 68 % of a place's errors must lie
  // within what is said, which has 94.5 nT (5,417 nT·°) besides.
  @Test(arguments: [
    (6.0, 69.0), (7, 86), (8, 101), (9, 118), (10, 134), (15, 208), (20, 289), (25, 369),
    (50, 1_061), (75, 1_638), (100, 2_466), (125, 3_602),
  ])
  func whatIsAddedCoversWhatWasMeasured(years: Double, measured: Double) {
    let said = GeomagneticError(horizontal: 20_000, extrapolatedYears: years).declinationDegrees
    let within = 5_417.0
    let needed = ((measured.inDegrees * measured.inDegrees + within * within).squareRoot() / 20_000)
    // the part of the report's 5,417 that is the change's own is in `needed` twice
    #expect(said > needed * 0.97)
    #expect(said < needed * 1.3)
  }

  @Test func anyFiniteDateGivesFiniteNumbers() {
    for year in [1_900, 2_100, 0, -1e9, 1e9, -1e300, Double.greatestFiniteMagnitude] {
      let evaluation = evaluate(year)
      let (field, error) = (evaluation.field, evaluation.error68)
      #expect(field.horizontal.isFinite && field.total.isFinite)
      #expect(field.declinationDegrees.isFinite && field.inclinationDegrees.isFinite)
      #expect(error.declinationDegrees <= 180 && error.inclinationDegrees <= 180)
      #expect(error.down.isFinite && error.total.isFinite)
      #expect(!evaluation.isValid)
    }
  }
}
