import Foundation
import HeadingCheck
import Quantities
import Sun
import Testing
import Wire

@testable import PageServer

/// London on 2026-06-21 at 17:00 UTC: the sun stands at 28°. Its azimuth is proved against an ephemeris in `SunTests`.
private let evening = 1_782_061_200.0
private func london() throws -> CheckedDevice {
  var device = CheckedDevice()
  device.place = try Coordinates(latitude: 51.5074, longitude: -0.1278)
  (device.positionError, device.chips) = (20, ["QMC5883P"])
  return device
}

private func sights(error: Double, turned: Double = 0) throws -> [Sight] {
  let place = try Coordinates(latitude: 51.5074, longitude: -0.1278)
  return (0..<3).map { index in
    let instant = evening + Double(index) * 20
    let sun = SunDirection(from: place, unixSeconds: instant).azimuth.degrees
    let heading = Azimuth<TrueNorth>(degrees: sun + error + turned).degrees
    var sight = Sight(HeadingSight(degrees: heading, isTrue: true, error68: 1.5), now: nil)
    sight.atS = instant
    return sight
  }
}

@Suite struct SunAnswerTests {
  @Test(arguments: [-5.0, 0, 5])
  func anErrorOfTheHeadingIsFoundWithinItsOwnUncertainty(error: Double) throws {
    let answer = try SunAnswer(try sights(error: error), try london(), isAway: false)
    #expect(abs(answer.errorDeg - error) < 1e-6 && answer.error68Deg < 2)
    #expect(answer.agrees == (error == 0))
    let away = try SunAnswer(try sights(error: error, turned: 180), try london(), isAway: true)
    #expect(abs(away.errorDeg - error) < 1e-6)
  }

  @Test func whatProvesNothingIsRefusedWithTheReason() throws {
    func sentence(_ sights: [Sight], _ device: CheckedDevice) -> String? {
      do throws(SightProblem) {
        _ = try SunAnswer(sights, device, isAway: false)
        return nil
      } catch { return error.sentence }
    }
    let (good, device) = (try sights(error: 0), try london())
    #expect(sentence(good, device) == nil)
    #expect(sentence(Array(good.prefix(2)), device) == "3 sights are needed")
    for feed in [\CheckedDevice.isSimulated, \.isReplay] {
      var device = device
      device[keyPath: feed] = true
      #expect(sentence(good, device)?.contains("simulation") == true)
    }
    #expect(sentence(good, CheckedDevice())?.contains("position") == true)
    var magnetic = good
    magnetic[1].isTrue = false
    #expect(sentence(magnetic, device)?.contains("no true heading") == true)
    var timeless = good
    timeless[2].atS = nil
    #expect(sentence(timeless, device)?.contains("clock") == true)
    var wrong = good
    wrong[0].headingDeg = .nan
    #expect(sentence(wrong, device) == "3 sights are needed")
    let night = good.map { sight in
      var sight = sight
      sight.atS = evening + 6 * 3600
      return sight
    }
    #expect(sentence(night, device) == "the sun is below the horizon")
  }
}

@Suite struct TurnAnswerTests {
  private func marks(_ error: (Double) -> Double) -> [Sight] {
    (0..<8).map { number in
      let direction = 90 + Double(number) * 45
      let heading = Azimuth<TrueNorth>(degrees: direction + error(direction * .pi / 180)).degrees
      return Sight(
        HeadingSight(degrees: heading, isTrue: true, error68: 1.5, fieldDegrees: heading), now: nil)
    }
  }

  // The five terms of the Handbook of Magnetic Compass Adjustment (2004).
  @Test func theCoefficientsOfACurveAreFound() throws {
    let sights = marks { 1 + 2 * sin($0) - 3 * cos($0) + 0.5 * sin(2 * $0) - 0.25 * cos(2 * $0) }
    let answer = try TurnAnswer(sights, first: 90, try london(), date: "2026-11-25")
    let found = [
      answer.heading.aDeg ?? .nan, answer.heading.bDeg, answer.heading.cDeg, answer.heading.dDeg,
      answer.heading.eDeg,
    ]
    for (value, expected) in zip(found, [1, 2, -3, 0.5, -0.25]) {
      #expect(abs(value - expected) < 1e-9)
    }
    #expect(answer.field?.bDeg == answer.heading.bDeg && answer.residualDeg < 1e-9)
    #expect(!answer.agrees)
  }

  @Test func withoutTheFirstMarksDirectionAConstantErrorIsNotClaimed() throws {
    let answer = try TurnAnswer(marks { _ in 4 }, first: nil, try london(), date: "2026-11-25")
    #expect(answer.heading.aDeg == nil && answer.agrees)
    #expect(answer.picture.contains("a constant error (A) is not shown"))
  }

  @Test func aMarkThatWasTurnedToTheWrongWayIsNamed() {
    var sights = marks { _ in 0 }
    sights.swapAt(3, 4)
    #expect(throws: SightProblem.self) {
      try TurnAnswer(sights, first: 90, try london(), date: "2026-11-25")
    }
    #expect(throws: SightProblem.self) {
      try TurnAnswer(Array(sights.prefix(7)), first: 90, try london(), date: "2026-11-25")
    }
    #expect(throws: SightProblem.self) {
      try TurnAnswer(marks { _ in 0 }, first: 360, try london(), date: "2026-11-25")
    }
  }
}

@Suite struct SightTests {
  @Test func theInstantIsTheReceiversOrElseTheMiddleOfTheSecondByATrustedClock() {
    var sight = HeadingSight(degrees: 10, isTrue: true, error68: 1.5)
    #expect(Sight(sight, now: 1000).atS == 999.5)
    #expect(Sight(sight, now: nil).atS == nil)
    sight.utcMicroseconds = 500_000_000
    #expect(Sight(sight, now: 1000).atS == 500)
  }

  // The sun's place is a polynomial of the time, and no number for instants far away.
  @Test(arguments: [1e300, -1e300, 4_102_444_800, .infinity, .nan])
  func anInstantForWhichNoSunIsKnownIsRefused(instant: Double) throws {
    var given = try sights(error: 0)
    #expect(given.allSatisfy { $0.isPossible })
    given[1].atS = instant
    #expect(throws: SightProblem.self) { try SunAnswer(given, try london(), isAway: false) }
  }
}
