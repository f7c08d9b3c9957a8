import HeadingCheck
import Quantities
import Randomness
import Sun
import Testing

/// The sun over London on 2026-06-21, whose azimuth is proved against an ephemeris in `SunTests`.
@Suite struct SunCheckTests {
  private let london: Coordinates

  init() throws { london = try Coordinates(latitude: 51.5074, longitude: -0.1278) }

  /// 2026-06-21T17:00:00Z: the sun stands at 28°.
  private let evening = 1_782_061_200.0

  private func sights(_ errors: [Double], from start: Double? = nil, turn: Double = 0) -> [SunSight]
  {
    errors.enumerated().map { index, error in
      let instant = (start ?? evening) + Double(index) * 20
      let sun = SunDirection(from: london, unixSeconds: instant)
      return SunSight(
        heading: Azimuth(degrees: sun.azimuth.degrees + error + turn), unixSeconds: instant)
    }
  }

  private func check(
    _ sights: [SunSight], isAway: Bool = false, clock: Double = 1, place: Double = 100
  ) throws(SunCheckRefusal) -> SunCheck {
    try SunCheck(sights, at: london, isAway: isAway, clockError: clock, placeError: place)
  }

  @Test(arguments: [-179.5, -90, -5, -0.3, 0, 5, 42, 178])
  func theErrorOfTheHeadingIsFoundWhereverItPoints(error: Double) throws {
    let found = try check(sights([error + 0.4, error - 0.4, error]))
    #expect(abs(RelativeBearing(degrees: found.errorDegrees - error).degrees) < 1e-6)
    #expect(found.error68Degrees < 1)
    let away = try check(sights([error, error, error], turn: 180), isAway: true)
    #expect(abs(RelativeBearing(degrees: away.errorDegrees - error).degrees) < 1e-6)
  }

  /// The means of many checks with sights that scatter by 1.15° are within the stated error in 68 of 100 cases; as the
  /// other terms are added, in some more.
  @Test func theStatedErrorHoldsForSightsByHand() throws {
    var random = SeededGenerator(seed: 4)
    var within = 0
    for _ in 0..<1000 {
      let errors = (0..<3).map { _ in random.nextNormal() * 1.15 }
      guard let found = try? check(sights(errors)) else { continue }
      if abs(found.errorDegrees) <= found.error68Degrees { within += 1 }
    }
    #expect((680...860).contains(within), "\(within)")
  }

  @Test func scatterMakesTheCheckUncertainAndTooMuchRefusesIt() throws {
    let steady = try check(sights([5, 5, 5]))
    let shaky = try check(sights([3.5, 5, 6.5]))
    #expect(shaky.error68Degrees > steady.error68Degrees)
    #expect(throws: SunCheckRefusal.self) { try check(sights([0, 5, 10])) }
  }

  @Test func aWrongClockOrPlaceIsPartOfTheUncertainty() throws {
    let exact = try check(sights([0]), clock: 0, place: 0)
    let late = try check(sights([0]), clock: 120)
    let elsewhere = try check(sights([0]), place: 50_000)
    #expect(late.error68Degrees > exact.error68Degrees)
    #expect(elsewhere.error68Degrees > exact.error68Degrees)
    #expect(throws: SunCheckRefusal.self) { try check(sights([0]), clock: 3600) }
  }

  @Test func aSunThatIsTooHighTooLowOrBelowTheHorizonIsRefused() throws {
    let noon = evening - 5 * 3600
    #expect(throws: SunCheckRefusal.self) { try check(sights([0], from: noon)) }
    var refusal: SunCheckRefusal?
    do { _ = try check(sights([0], from: evening + 7 * 3600)) } catch { refusal = error }
    #expect(refusal?.description == "the sun is below the horizon")
    #expect(throws: SunCheckRefusal.noSight) { try check([]) }
  }

  @Test func agreementCountsBothErrors() throws {
    let found = try check(sights([5, 5, 5]))
    #expect(!found.agrees(withError68: 1.5) && found.agrees(withError68: 3))
  }
}
