import Foundation
import Quantities
import Sun
import Testing
import Wire

@testable import PageServer

/// London on 2026-06-21 at 17:00 UTC: the sun stands at 28°. Its azimuth is proved against an ephemeris in `SunTests`.
private let evening = 1_782_061_200.0
private let london = CheckedDevice(
  latitude: 51.5074, longitude: -0.1278, positionError: 20, words: "QMC5883P; grade A")

private func sights(error: Double, turned: Double = 0) throws -> [Sight] {
  let place = try Coordinates(latitude: 51.5074, longitude: -0.1278)
  return (0..<3).map { index in
    let instant = evening + Double(index) * 20
    let sun = SunDirection(from: place, unixSeconds: instant).azimuth.degrees
    return Sight(
      headingDeg: Azimuth<TrueNorth>(degrees: sun + error + turned).degrees, isTrue: true,
      error68Deg: 1.5, fieldDeg: nil, atS: instant)
  }
}

@Suite struct SunAnswerTests {
  @Test(arguments: [-5.0, 0, 5])
  func anErrorOfTheHeadingIsFoundWithinItsOwnUncertainty(error: Double) throws {
    let answer = try SunAnswer(try sights(error: error), london, isAway: false)
    #expect(abs(answer.errorDeg - error) < 1e-6 && answer.error68Deg < 2)
    #expect(answer.agrees == (error == 0))
    let away = try SunAnswer(try sights(error: error, turned: 180), london, isAway: true)
    #expect(abs(away.errorDeg - error) < 1e-6)
  }

  @Test func whatProvesNothingIsRefusedWithTheReason() throws {
    func sentence(_ sights: [Sight], _ device: CheckedDevice = london) -> String? {
      do throws(SightProblem) {
        _ = try SunAnswer(sights, device, isAway: false)
        return nil
      } catch { return error.sentence }
    }
    let good = try sights(error: 0)
    #expect(sentence(good) == nil)
    #expect(sentence(Array(good.prefix(2))) == "3 sights are needed")
    var device = london
    device.isNotOfNow = true
    #expect(sentence(good, device)?.contains("simulation") == true)
    #expect(sentence(good, CheckedDevice())?.contains("position") == true)
    var magnetic = good
    magnetic[1].isTrue = false
    #expect(sentence(magnetic)?.contains("no true heading") == true)
    var timeless = good
    timeless[2].atS = nil
    #expect(sentence(timeless)?.contains("clock") == true)
    var wrong = good
    wrong[0].headingDeg = .nan
    #expect(sentence(wrong) == "3 sights are needed")
    let night = good.map { sight in
      var sight = sight
      sight.atS = evening + 6 * 3600
      return sight
    }
    #expect(sentence(night) == "the sun is below the horizon")
  }
}

@Suite struct TurnAnswerTests {
  private func marks(_ error: (Double) -> Double) -> [Sight] {
    (0..<8).map { number in
      let direction = 90 + Double(number) * 45
      let heading = Azimuth<TrueNorth>(degrees: direction + error(direction * .pi / 180)).degrees
      return Sight(headingDeg: heading, isTrue: true, error68Deg: 1.5, fieldDeg: heading, atS: nil)
    }
  }

  // The five terms of the Handbook of Magnetic Compass Adjustment (2004).
  @Test func theCoefficientsOfACurveAreFound() throws {
    let sights = marks { 1 + 2 * sin($0) - 3 * cos($0) + 0.5 * sin(2 * $0) - 0.25 * cos(2 * $0) }
    let answer = try TurnAnswer(sights, first: 90, london, date: "2026-11-25")
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
    let answer = try TurnAnswer(marks { _ in 4 }, first: nil, london, date: "2026-11-25")
    #expect(answer.heading.aDeg == nil && answer.agrees)
    #expect(answer.picture.contains("a constant error (A) is not shown"))
  }

  @Test func theCertificateNamesTheDeviceAndItsTextIsNoMarkup() throws {
    var device = london
    device.words = "<script>alert(1)</script> & grade A"
    let answer = try TurnAnswer(marks { _ in 0 }, first: 90, device, date: "2026-11-25")
    #expect(answer.picture.hasPrefix("<svg "))
    #expect(answer.picture.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; grade A"))
    #expect(!answer.picture.contains("<script"))
  }

  @Test func aMarkThatWasTurnedToTheWrongWayIsNamed() {
    var sights = marks { _ in 0 }
    sights.swapAt(3, 4)
    #expect(throws: SightProblem.self) {
      try TurnAnswer(sights, first: 90, london, date: "2026-11-25")
    }
    #expect(throws: SightProblem.self) {
      try TurnAnswer(Array(sights.prefix(7)), first: 90, london, date: "2026-11-25")
    }
    #expect(throws: SightProblem.self) {
      try TurnAnswer(marks { _ in 0 }, first: 360, london, date: "2026-11-25")
    }
  }
}

@Suite struct SightTests {
  private func reading(_ index: Int, heading: Double?, turn: Double = 0) throws -> Message {
    var reading = Reading(
      sequence: UInt64(index), time: Timestamp(microseconds: Int64(index) * 50_000))
    reading.headingTrue = heading.map { Azimuth(degrees: $0) }
    reading.headingMagnetic = heading.map { Azimuth(degrees: $0 - 2) }
    reading.declination = try Declination(degrees: 2)
    reading.error68Degrees = heading == nil ? nil : 1.5
    reading.turnRateDegreesPerSecond = turn
    (reading.pitchDegrees, reading.rollDegrees) = (0, 0)
    return .reading(reading)
  }

  @Test func aSightIsTheMeanOfASecondAlsoOverNorth() throws {
    var collector = SightCollector()
    for index in 0..<20 {
      let isWhole = collector.take(
        try reading(index, heading: index.isMultiple(of: 2) ? 359 : 1))
      #expect(!isWhole)
    }
    let isWhole = collector.take(try reading(20, heading: 0))
    #expect(isWhole)
    let sight = try collector.sight(now: 1000)
    #expect(abs(RelativeBearing(degrees: sight.headingDeg).degrees) < 0.1)
    #expect(sight.isTrue && sight.error68Deg == 1.5 && sight.atS == 999.5 && sight.fieldDeg == nil)
  }

  @Test func aDeviceThatTurnsOrHasNoHeadingGivesNone() throws {
    var (turning, blind) = (SightCollector(), SightCollector())
    for index in 0...20 {
      _ = turning.take(try reading(index, heading: 10, turn: 4))
      _ = blind.take(try reading(index, heading: nil))
    }
    #expect(throws: SightProblem(sentence: "the device turned: hold it still")) {
      try turning.sight(now: nil)
    }
    #expect(throws: SightProblem(sentence: "there is no heading")) { try blind.sight(now: nil) }
  }
}
