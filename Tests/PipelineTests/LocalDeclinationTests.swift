import Geomagnetism
import Quantities
import Randomness
import Testing
import Wire

@testable import Pipeline

/// Where the declination comes from, when the model is asked again, and what is said of its error.
@Suite struct LocalDeclinationTests {
  // 2026-11-21 and a day, µs since 1970, from `date -u -d 2026-11-21 +%s`.
  private let november: Int64 = 1_795_219_200_000_000
  private let day: Int64 = 86_400_000_000

  private func position(
    _ latitude: Double, _ longitude: Double, altitude: Double? = nil, error: Double? = nil
  ) throws -> Position {
    try Position(
      coordinates: try Coordinates(latitude: latitude, longitude: longitude),
      altitudeMetres: altitude, error68Metres: error)
  }

  private func local(
    _ position: Position?, date: Int64?, byHand: Double? = nil
  ) throws -> LocalDeclination {
    var local = LocalDeclination(try settings(declination: byHand))
    local.update(position: position, dateMicroseconds: date)
    return local
  }

  private func why(_ local: LocalDeclination) -> [String] {
    var why = WhySet()
    local.insertReasons(into: &why)
    return codes(why)
  }

  // pygeomag 1.1.0 with WMM2025: London, 2026.9: 1.23°; the model's error there by NOAA's formula
  // with its H of 19 548 nT: √(0.26² + (5417/19548)²) = 0.38°.
  @Test func theModelSaysItWherePositionAndDateAreKnown() throws {
    let london = try local(try position(51.5074, -0.1278), date: november)
    #expect(abs(try #require(london.declination).degrees - 1.23) < 0.005)
    #expect(abs(try #require(london.error68Degrees) - 0.38) < 0.005)
    #expect(london.state.model == "WMM2025" && london.state.valid)
    #expect(why(london).isEmpty)
  }

  @Test func withoutPositionOrDateNothingIsClaimed() throws {
    let nowhere = try local(nil, date: november)
    #expect(nowhere.declination == nil && nowhere.error68Degrees == nil)
    #expect(why(nowhere) == ["no_declination"])
    let undated = try local(try position(51.5, 0), date: nil)
    #expect(undated.declination == nil)
    #expect(why(undated) == ["no_time", "no_declination"])
    #expect(undated.state == .init(model: nil, valid: false))
  }

  @Test func aDeclinationByHandWinsOverTheModelAndNeedsNeitherPositionNorDate() throws {
    // 3.5° is what London, 0.95° in 2025, has about 2040 (pygeomag 1.1.0 with WMM2025: 0.17° a year).
    let cases: [(place: Position?, degrees: Double)] = [
      (place: nil, degrees: -7), (place: try position(51.5, 0), degrees: 3.5),
    ]
    for (place, degrees) in cases {
      let local = try local(place, date: nil, byHand: degrees)
      #expect(local.declination?.degrees == degrees)
      #expect(local.error68Degrees == 0.5)
      #expect(why(local) == ["declination_manual"])
    }
  }

  // WMM2025, 2025.0: London 0.91°, Sydney 12.79°. The second is the right one with the wrong sign.
  @Test(arguments: [(51.5074, -0.1278, -7.0, 7.91), (-33.8688, 151.2093, -12.8, 25.59)])
  func aDeclinationByHandThatContradictsTheModelIsNoticedWithoutADateToo(
    latitude: Double, longitude: Double, byHand: Double, difference: Double
  ) throws {
    let local = try local(try position(latitude, longitude), date: nil, byHand: byHand)
    #expect(local.declination?.degrees == byHand)
    #expect(abs(try #require(local.error68Degrees) - difference) < 0.01)
    #expect(why(local) == ["declination_manual"])
  }

  // The wandering magnetic pole lay at 85.8 N, 139.3 E in 2025 (WMM2025 report): no compass there.
  @Test func inTheBlackoutZoneNoTrueNorthIsClaimedAndInTheCautionZoneItIsWithAWarning() throws {
    let pole = try local(try position(85.8, 139.3), date: november)
    #expect(pole.declination == nil && pole.error68Degrees == nil)
    #expect(why(pole) == ["no_declination", "weak_horizontal_field"])
    #expect(!pole.state.valid && pole.state.model == nil)
    let caution = try local(try position(75, 139.3), date: november)
    #expect(caution.declination != nil)
    #expect(why(caution) == ["weak_horizontal_field"])
    #expect(try #require(caution.error68Degrees) > 0.9)  // √(0.26² + (5417/6000)²)
  }

  @Test(arguments: [
    ("2024-12-31", true), ("2025-01-01", false), ("2029-12-31", false), ("2030-01-01", true),
    ("1970-01-01", true), ("1900-01-01", true), ("2100-01-01", true),
  ])
  func outsideOfTheModelsYearsItIsStillSaidWithALargerErrorAndAReason(
    date: String, isExpired: Bool
  ) throws {
    let place = try position(51.5, 0)
    let utc = try UTCTime.microseconds(parsingGivenDate: date)
    let then = try local(place, date: utc)
    let now = try local(place, date: november)
    #expect(then.declination != nil)
    #expect(then.isExpired == isExpired)
    #expect(why(then) == (isExpired ? ["declination_model_expired"] : []))
    #expect(then.state.valid == !isExpired)
    let (error, usual) = (try #require(then.error68Degrees), try #require(now.error68Degrees))
    #expect(isExpired ? error > usual : abs(error - usual) < 0.02)
  }

  @Test func theErrorGrowsWithTheYears() throws {
    var last = 0.0
    for year in 2030...2099 {
      let utc = try UTCTime.microseconds(parsingGivenDate: "\(year)-06-01")
      let error = try #require(try local(try position(-33.87, 151.2), date: utc).error68Degrees)
      #expect(error > last)
      last = error
    }
  }

  // A position that may be anywhere in a country says less than the model does.
  @Test func thePositionsErrorIsPartOfTheDeclinations() throws {
    let exact = try local(try position(60, -100, error: 10), date: november)
    let vague = try local(try position(60, -100, error: 300_000), date: november)
    #expect(try #require(vague.error68Degrees) > 3 * (try #require(exact.error68Degrees)))
    for latitude in [-90.0, -89.99, 0, 89.99, 90] {
      let lost = try local(try position(latitude, 179.9, error: 1e6), date: november)
      if let error = lost.error68Degrees { #expect(error <= 180 && error > 0) }
    }
  }

  @Test(arguments: [-20_000.0, -1_001, 50_001, 850_001, 1_000_000])
  func aHeightAtWhichNoCompassIsCountsAsTheGround(metres: Double) throws {
    let given = try local(try position(10, 20, altitude: metres), date: november)
    let ground = try local(try position(10, 20), date: november)
    let high = try local(try position(10, 20, altitude: 49_999), date: november)
    #expect(given.declination == ground.declination && given.declination != nil)
    #expect(high.declination != ground.declination)
  }

  // Somewhere on Earth is nowhere.
  @Test func aPositionThatIsOffByMoreThanAThousandKilometresGivesNoDeclination() throws {
    let lost = try local(try position(59, -119.2, error: 2e7), date: november)
    #expect(lost.declination == nil && lost.error68Degrees == nil)
    #expect(why(lost) == ["no_declination"])
    #expect(try local(try position(59, -119.2, error: 1e6), date: november).declination != nil)
  }

  // The further it may be off the less is known, wherever it is.
  @Test func theErrorGrowsWithThePositionsError() throws {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<500 {
      let (latitude, longitude) = (generator.double(-60...60), generator.double(-180...180))
      let errors = try [10, 50_000, 200_000, 1_000_000].map { metres in
        try local(try position(latitude, longitude, error: metres), date: november).error68Degrees
      }
      let known = errors.compactMap { $0 }
      guard known.count == errors.count else { continue }
      #expect(known[3] > known[0] + 0.2 && known[1] >= known[0], "\(latitude) \(longitude)")
    }
  }

  @Test func aDeclinationByHandThatContradictsTheModelIsAsWrongAsTheDifference() throws {
    let london = try position(51.5074, -0.1278)
    let near = try local(london, date: november, byHand: 2)
    #expect(near.error68Degrees == 0.5)
    let sydneys = try local(london, date: november, byHand: 12.8)
    #expect(sydneys.declination?.degrees == 12.8)
    #expect(abs(try #require(sydneys.error68Degrees) - (12.8 - 1.23)) < 0.01)
    let turned = try local(try position(-77.84, 166.67), date: november, byHand: -179)
    #expect(abs(try #require(turned.error68Degrees) - 40.97) < 0.1)  // to 140.03, the short way
  }

  @Test func inTheBlackoutZoneADeclinationByHandIsNoUseEither() throws {
    for date in [november, nil] {
      let pole = try local(try position(86, 150), date: date, byHand: 10)
      #expect(pole.declination == nil && pole.state.model == nil)
      // It is known, and of no use: the weak field is the reason.
      #expect(why(pole) == ["declination_manual", "weak_horizontal_field"])
    }
  }

  /// The declination between two questions, against the model's word at that very place and date.
  @Test func betweenTwoQuestionsTheDeclinationIsOffByLessThanTheRuleSays() throws {
    var generator = SeededGenerator(seed: 11)
    var worst = (ok: 0.0, caution: 0.0)
    for _ in 0..<20_000 {
      let (latitude, longitude) = (generator.double(-89.9...89.9), generator.double(-179.9...179.9))
      let date = november + Int64.random(in: 0...(1000 * day), using: &generator)
      var kept = try local(try position(latitude, longitude, altitude: 0), date: date)
      guard let first = kept.declination else { continue }
      let step = LocalDeclination.step * 0.999
      let moved = try position(
        latitude + generator.element(of: [-step, step]),
        longitude + generator.element(of: [-step, step]), altitude: 99)
      let later = date + day
      kept.update(position: moved, dateMicroseconds: later)
      #expect(kept.declination == first)  // not asked again
      let fresh = try local(moved, date: later)
      guard let exact = fresh.declination else { continue }
      let difference = abs(RelativeBearing(degrees: exact.degrees - first.degrees).degrees)
      if why(fresh).isEmpty {
        worst.ok = max(worst.ok, difference)
      } else {
        worst.caution = max(worst.caution, difference)
      }
    }
    #expect(worst.ok < 0.02, "\(worst)")
    #expect(worst.caution < 0.1, "\(worst)")
  }

  @Test(
    arguments: [
      (0.0011, 0.0, 0.0, 0.0, Int64(0)), (0, 0.0011, 0, 0, 0), (0, 0, 101, 0, 0),
      (0, 0, 0, 100_000, 0), (0, 0, 0, 0, 86_400_000_001),
    ] as [(Double, Double, Double, Double, Int64)])
  func theModelIsAskedAgainWhenItWouldSaySomethingElse(
    latitude: Double, longitude: Double, height: Double, error: Double, microseconds: Int64
  ) throws {
    var kept = try local(try position(60, -100, altitude: 0, error: 0), date: november)
    let before = (kept.declination, kept.error68Degrees)
    kept.update(
      position: try position(60 + latitude, -100 + longitude, altitude: height, error: error),
      dateMicroseconds: november + microseconds)
    #expect(kept.declination != before.0 || kept.error68Degrees != before.1)
  }
}
