import Qibla
import Quantities
import Testing
import Wire

@testable import Pipeline

/// Which position counts, how old it is, and when the receiver's clock is believed.
@Suite struct WhereaboutsTests {
  private func second(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64(seconds * 1e6))
  }

  private func assumedParis() throws -> PipelineSettings {
    var settings = try settings(latitude: nil)
    settings.startingPosition = try Position(
      coordinates: try Coordinates(latitude: 48.8566, longitude: 2.3522))
    return settings
  }

  @Test func aPositionByHandWinsOverAFixAndAFixOverAnAssumedOne() throws {
    for byHand in [true, false] {
      var given = try assumedParis()
      if byHand { given.position = try settings().position }
      var positionState = PositionState(given)
      #expect(positionState.position?.coordinates.latitude == (byHand ? 51.5074 : 48.8566))
      #expect(
        positionState.state(at: second(0), dateMicroseconds: nil).status
          == (byHand ? .manual : .assumed))
      positionState.update(try fix(3.139, 101.687), at: second(1))
      #expect(positionState.position?.coordinates.latitude == (byHand ? 51.5074 : 3.139))
      #expect(
        positionState.state(at: second(1), dateMicroseconds: nil).status
          == (byHand ? .manual : .fix3D))
    }
  }

  @Test func aConfiguredPositionIsByHandAndYieldsToAFix() throws {
    var settings = try assumedParis()
    settings.isStartingPositionConfigured = true
    var positionState = PositionState(settings)
    #expect(positionState.state(at: second(0), dateMicroseconds: nil).status == .manual)
    positionState.update(try fix(3.139, 101.687), at: second(1))
    #expect(positionState.state(at: second(1), dateMicroseconds: nil).status == .fix3D)
  }

  // The published Qiblas of the three places: London 119°, Paris 119°, Kuala Lumpur 293° (292.5).
  @Test func theBearingIsFromThePositionThatCounts() throws {
    var positionState = PositionState(try assumedParis())
    #expect(abs(try #require(positionState.direction?.bearing).degrees - 119) < 0.5)
    positionState.update(Fix(mode: .none), at: second(1))
    #expect(abs(try #require(positionState.direction?.bearing).degrees - 119) < 0.5)
    positionState.update(try fix(3.139, 101.687), at: second(2))
    #expect(abs(try #require(positionState.direction?.bearing).degrees - 292.5) < 0.5)
    var byHand = PositionState(try settings())
    byHand.update(try fix(3.139, 101.687), at: second(2))
    #expect(abs(try #require(byHand.direction?.bearing).degrees - 119) < 0.5)
  }

  @Test func withoutAnyPositionThereIsNoDirection() throws {
    let positionState = PositionState(try settings(latitude: nil))
    #expect(positionState.position == nil && positionState.direction == nil)
    #expect(
      positionState.state(at: second(0), dateMicroseconds: nil).status
        == StateMessage.Position.Status.none)
  }

  @Test func aFixIsTheLastOneKnownAfterTenSecondsAndOldAfterADay() throws {
    var positionState = PositionState(try settings(latitude: nil))
    positionState.update(try fix(3.139, 101.687, error: 7), at: second(5))
    let fresh = positionState.state(at: second(15), dateMicroseconds: nil)
    #expect(fresh == .init(status: .fix3D, ageSeconds: 10, error68Metres: 7))
    #expect(positionState.state(at: second(15.001), dateMicroseconds: nil).status == .lastKnown)
    #expect(positionState.position != nil)
    #expect(
      !PositionState.isOld(positionState.state(at: second(5 + 86_400), dateMicroseconds: nil)))
    #expect(
      PositionState.isOld(positionState.state(at: second(5 + 86_400.001), dateMicroseconds: nil)))
  }

  @Test func aFixWithoutAHeightIsTwoDimensional() throws {
    var positionState = PositionState(try settings(latitude: nil))
    let place = try Position(coordinates: try Coordinates(latitude: 3, longitude: 101))
    positionState.update(Fix(mode: .twoDimensional(place)), at: second(1))
    #expect(positionState.state(at: second(1), dateMicroseconds: nil).status == .fix2D)
  }

  @Test func aReceiverThatLosesItsPositionLeavesTheLastOne() throws {
    var positionState = PositionState(try settings(latitude: nil))
    positionState.update(try fix(3.139, 101.687), at: second(1))
    positionState.update(Fix(mode: .none), at: second(12))
    #expect(positionState.state(at: second(12), dateMicroseconds: nil).status == .lastKnown)
    #expect(positionState.state(at: second(12), dateMicroseconds: nil).ageSeconds == 11)
  }

  @Test func readingsCarryTheTimeFromTheFirstSaneOneUntilAGap() throws {
    let good: Int64 = 1_795_219_200_000_000
    var samples = LevelDevice().samples(to: 3)
    samples[25].fix = Fix(mode: .none, utcMicroseconds: 315_964_800_000_000)  // 0.5 s
    samples[50].fix = Fix(mode: .none, utcMicroseconds: good)  // 1 s
    samples += LevelDevice().samples(from: 20, to: 21)
    let run = Run(samples, try settings())
    for reading in run.readings {
      let isTold = (1_000_000..<20_000_000).contains(reading.time.microseconds)
      #expect(
        reading.utcMicroseconds == (isTold ? good + reading.time.microseconds - 1_000_000 : nil))
    }
  }

  @Test func aFixIsToldAndItsLossTooAndAnOldOneIsAReason() throws {
    var samples = LevelDevice().samples(to: 12)
    samples[50].fix = try fix(3.139, 101.687)
    samples += LevelDevice(rateHz: 10).samples(from: 86_400.5, to: 86_402)
    let run = Run(samples, try settings(latitude: nil))
    let events = run.events(.positionFix, .positionLost)
    #expect(events.map(\.name) == [.positionFix, .positionLost])
    #expect(events.map { ($0.time.microseconds + 500_000) / 1_000_000 } == [1, 11])
    for reading in run.readings {
      let time = reading.time.microseconds
      #expect(reading.why.contains(.noPosition) == (time < 1_000_000))
      #expect(reading.why.contains(.positionOld) == (time > 86_401_000_000))
    }
    #expect(run.readings.last?.pointer != nil)  // it still is the best there is
    #expect(run.states.last?.position.status == .lastKnown)
  }

  @Test func afterTimeRanBackwardsAFixIsTheLastOneKnownOfAnAgeThatNobodyKnows() throws {
    var samples = LevelDevice().samples(from: 100, to: 103)
    samples[50].fix = try fix(3.139, 101.687)
    samples += LevelDevice().samples(from: 0, to: 2)
    let run = Run(samples, try settings(latitude: nil))
    #expect(run.events(.positionFix, .positionLost).map(\.name) == [.positionFix, .positionLost])
    let state = try #require(run.states.last)
    #expect(state.position == .init(status: .lastKnown, ageSeconds: nil, error68Metres: 5))
    #expect(run.readings.last?.pointer != nil)
  }

  private func kept(_ utcMicroseconds: Int64?) throws -> PositionState {
    var settings = try settings(latitude: nil)
    settings.lastKnown = .init(
      position: try Position(
        coordinates: try Coordinates(latitude: -33.87, longitude: 151.2), error68Metres: 8),
      utcMicroseconds: utcMicroseconds)
    return PositionState(settings)
  }

  // 2026-11-21, µs since 1970, from `date -u -d 2026-11-21 +%s`.
  private static let november: Int64 = 1_795_219_200_000_000

  @Test(arguments: [
    (0.0, false), (86_400, false), (86_400.000001, true), (1e8, true),
  ])
  func anEarlierRunsPlaceIsTheLastKnownAndOldAfterADay(seconds: Double, isOld: Bool) throws {
    let positionState = try kept(Self.november)
    let date = Self.november + Int64((seconds * 1e6).rounded())
    let state = positionState.state(at: second(1), dateMicroseconds: date)
    #expect(state.status == .lastKnown && state.error68Metres == 8)
    #expect(abs(try #require(state.ageSeconds) - seconds) < 1e-5)
    #expect(
      PositionState.isOld(positionState.state(at: second(1), dateMicroseconds: date)) == isOld)
    #expect(positionState.direction?.bearing != nil)
  }

  @Test(arguments: [
    (Int64?.none, Int64?.some(november)), (november, nil), (november, november - 1), (nil, nil),
  ])
  func aPlaceOfUnknownAgeCountsAsOld(saved: Int64?, now: Int64?) throws {
    let positionState = try kept(saved)
    #expect(positionState.state(at: second(1), dateMicroseconds: now).ageSeconds == nil)
    #expect(PositionState.isOld(positionState.state(at: second(1), dateMicroseconds: now)))
  }

  // A board without a battery clock goes on from its last shutdown; a time server is reached after 3 s.
  @Test func theAgeOfAnEarlierRunsPlaceIsUnknownUntilTheClockIsSet() throws {
    var settings = try settings(latitude: nil)
    settings.lastKnown = .init(
      position: try #require(try kept(nil).position), utcMicroseconds: Self.november)
    (settings.assumedDate, settings.isAssumedDateCertain) = (Self.november + 600_000_000, false)
    var pipeline = Pipeline(settings)
    var isOld: [Bool] = []
    func take(_ input: Input) {
      pipeline.process(input) { output in
        if case .reading(let reading) = output { isOld.append(reading.why.contains(.positionOld)) }
      }
    }
    for sample in LevelDevice().samples(to: 2) { take(.sample(sample)) }
    take(.tick(second(2)))
    let day = UTCTime.microsecondsPerDay
    take(.clock(utcMicroseconds: Self.november + day / 2, at: second(3)))
    take(.tick(second(3)))
    #expect(isOld == [true, false])
    take(.clock(utcMicroseconds: Self.november + 5 * day, at: second(4)))
    take(.tick(second(4)))
    #expect(isOld.last == true)
  }

  @Test func anEarlierRunsPlaceGivesWayToAnyOther() throws {
    var positionState = try kept(Self.november)
    positionState.update(try fix(3.139, 101.687), at: second(2))
    #expect(positionState.position?.coordinates.latitude == 3.139)
    var settings = try assumedParis()
    settings.lastKnown = .init(
      position: try #require(try kept(nil).position), utcMicroseconds: nil)
    #expect(PositionState(settings).position?.coordinates.latitude == 48.8566)
  }

  @Test func aFixOfTheFutureIsOfAnAgeThatNobodyKnows() throws {
    var positionState = PositionState(try settings(latitude: nil))
    positionState.update(try fix(3.139, 101.687), at: second(60))
    let state = positionState.state(at: second(2), dateMicroseconds: nil)
    #expect(state == .init(status: .lastKnown, ageSeconds: nil, error68Metres: 5))
  }

  @Test func aFixAtExactlyZeroZeroIsNotBelievedAndOneBesideItIs() throws {
    var positionState = PositionState(try settings(latitude: nil))
    positionState.update(try fix(0, 0), at: second(1))
    #expect(positionState.position == nil)
    positionState.update(try fix(0, 0.00001), at: second(2))
    #expect(positionState.position != nil)
  }

  @Test func aPositionIsToldWhenItOrItsStatusChangesAndNotOtherwise() throws {
    var samples = LevelDevice().samples(to: 16)
    for (index, latitude) in [(50, 3.139), (100, 3.139), (150, 3.2)] {
      samples[index].fix = try fix(latitude, 101.687)
    }
    let run = Run(samples, try settings(latitude: nil))
    #expect(run.positions.map(\.status) == [.none, .fix3D, .fix3D, .lastKnown])
    #expect(
      run.positions.map { $0.position?.coordinates.latitude } == [nil, 3.139, 3.2, 3.2])
    #expect(run.positions.map(\.sequence) == [0, 1, 2, 3])
    #expect(run.positions.map { ($0.time.microseconds + 500_000) / 1_000_000 } == [0, 1, 3, 13])
  }

  @Test func courseAndSpeedAreToldWithAFreshFixAndNeverTouchTheHeading() throws {
    var moving = try fix(3.139, 101.687)
    moving.motion = Fix.Motion(speedMetresPerSecond: 1.25, course: Azimuth(degrees: 287.4))
    let samples = LevelDevice(heading: 77).samples(to: 14)
    var withFix = samples
    withFix[100].fix = moving  // 2 s
    let run = Run(withFix, try settings(latitude: nil))
    let told = try #require(run.positions.first { $0.course != nil })
    #expect(told.course == Azimuth(degrees: 287.4) && told.speedMetresPerSecond == 1.25)
    // Ten seconds later they are gone with the fix's freshness.
    let last = try #require(run.positions.last)
    #expect(last.status == .lastKnown && last.course == nil && last.speedMetresPerSecond == nil)
    let still = Run(samples, try settings(latitude: nil))
    #expect(run.readings.map(\.headingMagnetic) == still.readings.map(\.headingMagnetic))
  }

  @Test func aCourseThatChangesIsNewsAndOneThatStaysIsNot() throws {
    var samples = LevelDevice().samples(to: 3)
    for (index, course) in [(50, 10.0), (75, 10), (100, 20)] {
      var moving = try fix(3.139, 101.687)
      moving.motion = Fix.Motion(speedMetresPerSecond: 2, course: Azimuth(degrees: course))
      samples[index].fix = moving
    }
    let courses = Run(samples, try settings(latitude: nil)).positions.compactMap(\.course?.degrees)
    #expect(courses == [10, 20])
  }

  // The device moves whoever said where it is.
  @Test func withAPositionByHandTheReceiversMotionIsToldAllTheSame() throws {
    var positionState = PositionState(try settings())
    var moving = try fix(3.139, 101.687)
    moving.motion = Fix.Motion(speedMetresPerSecond: 3, course: nil)
    positionState.update(moving, at: second(1))
    #expect(positionState.position?.coordinates.latitude == 51.5074)
    #expect(positionState.motion(at: second(11))?.speedMetresPerSecond == 3)
    #expect(positionState.motion(at: second(11.1)) == nil)
  }
}
