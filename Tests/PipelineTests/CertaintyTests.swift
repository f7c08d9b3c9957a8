import Foundation
import Heading
import Qibla
import Quantities
import Testing
import Wire

@testable import Pipeline

/// A confident buzz needs a heading, a place and a date that deserve it.
@Suite struct CertaintyTests {
  // 2026-11-21, µs since 1970, from `date -u -d 2026-11-21 +%s`.
  private let november: Int64 = 1_795_219_200_000_000

  /// What is felt by a device that lies still and points to the Qibla.
  private func told(_ settings: PipelineSettings, fix: Fix? = nil) throws -> [Event.Name] {
    var positionState = PositionState(settings)
    if let fix { positionState.update(fix, at: Timestamp(microseconds: 0)) }
    var declination = LocalDeclination(settings)
    declination.update(
      position: positionState.position, dateMicroseconds: settings.date ?? settings.assumedDate)
    let qibla = try #require(positionState.direction?.bearing)
    let magnetic = qibla.degrees - (declination.declination?.degrees ?? 0)
    var device = LevelDevice(heading: magnetic)
    if let field = declination.expectedField {
      device.earth = Vector3(
        field.strength * cos(field.inclination), 0, field.strength * sin(field.inclination))
    }
    var samples = device.samples(to: 6)
    samples[0].fix = fix
    return Run(samples, settings).events(.aligned, .alignedUncertain, .locked).map(\.name)
  }

  @Test func aGoodHeadingAtAKnownPlaceIsAligned() throws {
    #expect(try told(try settings()).contains(.locked))
  }

  // 3.7 km north of the Kaaba: a kilometre of position error is 15°.
  @Test func nearMeccaAPlaceOfUnknownErrorIsNoCertainty() throws {
    let near = try settings(latitude: 21.4558, longitude: 39.8262)
    #expect(try told(near) == [.alignedUncertain])
    var exact = near
    exact.position = try Position(
      coordinates: try #require(near.position).coordinates, error68Metres: 20)
    #expect(try told(exact).contains(.locked))
  }

  @Test func aReceiverThatDoesNotSayItsErrorIsTakenForThirtyMetresOff() throws {
    let nowhere = try settings(latitude: nil)
    #expect(try told(nowhere, fix: try fix(21.4558, 39.8262, error: nil)).contains(.locked))
    #expect(
      try told(nowhere, fix: try fix(21.4558, 39.8262, error: 1000)) == [.alignedUncertain])
  }

  @Test(arguments: [(3600, true), (172_800, false), (59_443_200, false)] as [(Int64, Bool)])
  func aPlaceOfYesterdayIsNoCertainty(age: Int64, isCertain: Bool) throws {
    var settings = try settings(latitude: nil)
    settings.assumedDate = november
    settings.lastKnown = .init(
      position: try Position(
        coordinates: try Coordinates(latitude: -6.2, longitude: 106.8), error68Metres: 10),
      utcMicroseconds: november - age * 1_000_000)
    #expect(try told(settings).contains(.locked) == isCertain)
    #expect(try told(settings).contains(.aligned) == isCertain)
  }

  // On the 140th meridian west two rhumb lines to the Kaaba are as short: 6 m turn it by 147°.
  @Test func whereTheRhumbLineTurnsRoundNothingIsCertain() throws {
    for (longitude, isCertain) in [(-140.1738, false), (-139, true)] {
      // 17.4° east by WMM2025.
      var settings = try settings(declination: 17.4, latitude: 60, longitude: longitude)
      settings.method = .rhumb
      #expect(try told(settings).contains(.locked) == isCertain)
      settings.method = .greatCircle
      #expect(try told(settings).contains(.locked))
    }
  }

  @Test func aDeclinationOfAnotherPlaceIsNoCertainty() throws {
    var settings = try settings(declination: 12.8)  // Sydney's, in London
    settings.date = november
    #expect(try told(settings) == [.alignedUncertain])
    #expect(
      Run(LevelDevice().samples(to: 4), settings).readings.last?.status == .uncertain)
  }

  // The recording begins again: the fix is as old as before, and no older.
  @Test func aReplayThatBeginsAgainKeepsFixAndDate() throws {
    var pipeline = Pipeline(try settings(declination: nil, latitude: nil))
    var readings: [Reading] = []
    func feed(_ samples: [Sample]) {
      for sample in samples {
        pipeline.process(.sample(sample)) { _ in }
        pipeline.process(.tick(sample.time)) { output in
          if case .reading(let reading) = copy output { readings.append(reading) }
        }
      }
    }
    var first = LevelDevice().samples(to: 3)
    first[50].fix = try fix(3.139, 101.687, utc: november)
    feed(first)
    pipeline.process(
      .gap(.loop, at: Timestamp(microseconds: 3_020_000), microseconds: nil)
    ) { _ in }
    readings.removeAll()
    feed(LevelDevice().samples(from: 3.02, to: 6))
    for reading in readings {
      #expect(reading.declination != nil && !reading.why.contains(.positionOld))
    }
  }
}
