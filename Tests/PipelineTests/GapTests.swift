import Quantities
import Testing
import Wire

@testable import Pipeline

/// Silence, and time that runs backwards.
@Suite struct GapTests {
  @Test func throughASilenceFiveSecondsOfTicksGoOnAsUnavailable() throws {
    let samples = LevelDevice().samples(to: 3) + LevelDevice().samples(from: 60, to: 61)
    let run = Run(samples, try settings())
    let silent = run.readings(from: 3.001, to: 60)
    #expect(silent.count == 300)
    #expect(silent.last?.time.microseconds == 8_000_000)
    for reading in silent where reading.time.microseconds > 3_300_000 {
      #expect(reading.status == .unavailable)
      #expect(reading.headingMagnetic == nil && reading.pointer == nil)
      #expect(reading.source == Reading.Source.none && reading.why.contains(.sensorMissing))
      #expect(reading.sampleAgeMicroseconds == reading.time.microseconds - 3_000_000)
    }
    #expect(run.events(.gap).count == 1)
    #expect(run.readings(from: 60).first?.time.microseconds == 60_000_000)
    #expect(run.readings(from: 60).count == 61)
  }

  @Test func aGapIsOneEventThatSaysWhyAndHowLong() throws {
    let samples =
      LevelDevice().samples(to: 2) + LevelDevice().samples(from: 10, to: 12)
      + LevelDevice().samples(from: 5, to: 6)
    let gaps = Run(samples, try settings()).events(.gap)
    #expect(gaps.map(\.reason) == [.silence, .backwards])
    #expect(gaps.map(\.gapMicroseconds) == [8_000_000, nil])
    #expect(gaps.map(\.time.microseconds) == [10_000_000, 5_000_000])
  }

  // Turned by 90° while nobody listened: what was averaged before must not hold it back.
  @Test func afterAGapTheHeadingStartsAnewAndSaysThatItWarmsUp() throws {
    let samples =
      LevelDevice(heading: 10).samples(to: 20)
      + LevelDevice(heading: 100).samples(from: 40, to: 44)
    let run = Run(samples, try settings())
    let after = run.readings(from: 40)
    for reading in after {
      #expect(abs(try #require(reading.headingMagnetic).degrees - 100) < 0.01)
    }
    #expect(after.prefix(60).allSatisfy { $0.why.contains(.warmingUp) })
    #expect(after.last.map { !$0.why.contains(.warmingUp) } == true)
    let before = try #require(run.readings(from: 19, to: 20).last?.error68Degrees)
    #expect(try #require(after.first?.error68Degrees) > before)
  }

  // 0.03 rad/s is 1.7°/s: at rest a gyro that is known turns nothing, one that is not seems to turn.
  @Test func theGyrosBiasIsKeptAcrossAGap() throws {
    let device = LevelDevice(gyroBias: Vector3(0, 0, 0.03))
    let fresh = Run(device.samples(to: 1), try settings())
    #expect(abs(try #require(fresh.readings.first?.turnRateDegreesPerSecond)) > 1)
    let samples = device.samples(to: 20) + device.samples(from: 30, to: 31)
    let after = Run(samples, try settings()).readings(from: 30)
    for reading in after {
      #expect(abs(try #require(reading.turnRateDegreesPerSecond)) < 0.05)
    }
  }

  @Test func onesAlignmentIsLeftByAGapBeforeItIsTold() throws {
    let facing = LevelDevice(heading: 118.99 - 1.2)
    let samples = facing.samples(to: 6) + facing.samples(from: 30, to: 36)
    // Felt, or a gap. While it warms up the heading is not good enough for more than "perhaps"; that
    // it has become good is not felt, and two seconds later it is locked.
    func told(_ samples: [Sample]) throws -> [Event.Name] {
      Run(samples, try settings()).events.filter { $0.haptic != nil || $0.name == .gap }.map(\.name)
    }
    // The silence itself takes the pointer away, long before the gap is known. Nobody turned away,
    // so that is not felt.
    #expect(
      try told(samples) == [.alignedUncertain, .locked, .gap, .alignedUncertain, .locked])
    let back = facing.samples(from: 50, to: 56) + facing.samples(from: 0, to: 1)
    #expect(try told(back) == [.alignedUncertain, .locked, .gap, .alignedUncertain])
    for run in [Run(samples, try settings()), Run(back, try settings())] {
      let names = run.events(.left, .gap).map(\.name)
      #expect(names == [.left, .gap])
    }
  }

  @Test func aYearIsAGapLikeAnyOther() throws {
    let year = 31_536_000.0 / 4  // what a trace can hold of it
    let samples = LevelDevice().samples(to: 1) + LevelDevice().samples(from: year, to: year + 1)
    let run = Run(samples, try settings())
    #expect(run.readings.count == 61 + 300 + 61)
    #expect(run.events(.gap).first?.gapMicroseconds == Int64((year - 1) * 1e6))
  }
}
