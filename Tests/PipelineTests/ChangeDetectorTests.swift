import Quantities
import Testing
import Wire

@testable import Pipeline

/// What clients are told, and when: on a change, and the state every 5 s.
@Suite struct NoticesTests {
  private func seconds(_ time: Timestamp) -> Double { Double(time.microseconds) / 1e6 }

  @Test func aStateComesAtOnceAndThenEveryFiveSecondsOfPipelineTime() throws {
    let level = LevelDevice(hasForce: false, hasRate: false)  // nothing changes after 0.5 s
    let run = Run(level.samples(to: 31), try settings())
    let times = run.states.map { seconds($0.time) }
    #expect(times.first == 0)
    let steady = times.drop { $0 < 0.6 }
    #expect(steady.count == 6)
    for (a, b) in zip(steady, steady.dropFirst()) { #expect(abs(b - a - 5) < 1e-6) }
  }

  // A client that only listens to states knows at every tick what a reading says.
  @Test func aStateComesWithEveryChangeOfStatusOrReason() throws {
    let run = Run(try magnetPasses(), try settings())
    var states = run.states[...]
    var current: StateMessage?
    var changes = 0
    for reading in run.readings {
      while let next = states.first, next.time <= reading.time {
        current = states.removeFirst()
        changes += 1
      }
      let state = try #require(current)
      #expect(state.status == reading.status)
      #expect(state.why == reading.why)
    }
    #expect(changes == run.states.count && changes > 7)
    #expect(run.states.contains { $0.interference.status == .suspect })
    #expect(run.states.contains { $0.interference.status == .recovering })
  }

  @Test func interferenceStartsAndEndsInPairsAsTheStatusSays() throws {
    let run = Run(try magnetPasses(), try settings())
    let names = run.events(.interferenceStarted, .interferenceEnded).map(\.name)
    #expect(names == [.interferenceStarted, .interferenceEnded])
    let times = run.events(.interferenceStarted, .interferenceEnded).map(\.time)
    for reading in run.readings {
      let isBetween = reading.time >= times[0] && reading.time < times[1]
      #expect((reading.status == .interference) == isBetween)
    }
  }

  @Test func aGapAmidInterferenceStillEndsIt() throws {
    var samples = try magnetPasses().filter { $0.time.microseconds < 12_000_000 }
    for k in 0..<200 { samples.append(LevelDevice().sample(at: 30 + Double(k) / 50)) }
    let run = Run(samples, try settings())
    #expect(
      run.events(.interferenceStarted, .gap, .interferenceEnded).map(\.name)
        == [.interferenceStarted, .gap, .interferenceEnded])
  }

  @Test func aSensorThatFallsSilentIsLostAndRecoversByName() throws {
    for (kind, path) in [
      (StateMessage.Sensor.Kind.mag, "mag"), (.accel, "accel"), (.gyro, "gyro"),
    ] {
      let samples = LevelDevice().samples(to: 12).map { sample in
        var sample = sample
        guard (4..<8).contains(seconds(sample.time)) else { return sample }
        if kind == .mag { sample.magneticField = nil }
        if kind == .accel { sample.acceleration = nil }
        if kind == .gyro { sample.angularRate = nil }
        return sample
      }
      let events = Run(samples, try settings()).events(.deviceLost, .deviceRecovered)
      #expect(events.map(\.name) == [.deviceLost, .deviceRecovered], "\(path)")
      #expect(events.allSatisfy { $0.device == kind })
      #expect((4...5.1).contains(seconds(try #require(events.first).time)))
      #expect((8...8.1).contains(seconds(try #require(events.last).time)))
    }
  }

  @Test func sensorsThatStartOneAfterTheOtherAreNotRecovered() throws {
    let samples = LevelDevice().samples(to: 6).map { sample in
      var sample = sample
      if seconds(sample.time) < 2 { sample.angularRate = nil }
      if seconds(sample.time) < 3 { sample.acceleration = nil }
      return sample
    }
    #expect(Run(samples, try settings()).events(.deviceLost, .deviceRecovered).isEmpty)
  }

  @Test func sensorsLostInASilenceRecoverAfterTheGapAndOthersAreLost() throws {
    var samples = LevelDevice().samples(to: 3)
    samples += LevelDevice(hasRate: false).samples(from: 20, to: 30)
    let events = Run(samples, try settings()).events(.deviceLost, .gap, .deviceRecovered)
    #expect(
      events.map { "\($0.name)" + ($0.device.map { " \($0)" } ?? "") } == [
        "deviceLost mag", "deviceLost accel", "deviceLost gyro", "gap", "deviceRecovered mag",
        "deviceRecovered accel",
      ])
  }

  // Time runs backwards without a silence: no loss was sent, and a sensor that does not come back is sent as lost.
  @Test func aSensorThatDoesNotComeBackAfterTimeRanBackwardsIsLost() throws {
    var samples = LevelDevice().samples(from: 100, to: 103)
    samples += LevelDevice(hasRate: false).samples(from: 0, to: 8)
    let events = Run(samples, try settings()).events(.deviceLost, .deviceRecovered)
    #expect(events.map(\.name) == [.deviceLost])
    #expect(events.first?.device == .gyro)
    #expect(try #require(events.first).time.microseconds > 5_000_000)
  }

  // Lifted before the face at 3 s: 80° nose up, then flat again at 6 s.
  @Test func aSwitchOfTheAxisIsAnEventThatNamesIt() throws {
    let samples = LevelDevice(hasRate: false).samples(to: 9).map { sample in
      guard (3..<6).contains(seconds(sample.time)) else { return sample }
      let turn = Quaternion(yaw: 0, pitch: 80.0.inRadians, roll: 0).inverse
      return Sample(
        time: sample.time,
        magneticField: sample.magneticField.map {
          MagneticField(microtesla: turn.rotate($0.microtesla))
        },
        acceleration: sample.acceleration.map {
          Acceleration(metresPerSecondSquared: turn.rotate($0.metresPerSecondSquared))
        })
    }
    let run = Run(samples, try settings())
    let events = run.events(.axisChanged)
    #expect(events.map(\.axis) == [.back, .forward])
    var axis = Reading.Axis.forward
    for (reading, count) in zip(run.readings, run.eventsBefore) {
      axis = run.events[..<count].last { $0.name == .axisChanged }?.axis ?? axis
      #expect(reading.axis == axis)
    }
  }

  @Test func theQiblaIsToldOnceAndAgainOnlyWhenItChanges() throws {
    let manual = Run(LevelDevice().samples(to: 12), try settings())
    #expect(manual.qiblas.count == 1)
    #expect(manual.qiblas.first?.time.microseconds == 0)

    // 1e-5° is 1 m: the receiver's noise is no news. 0.01° is 1.1 km: that is.
    let samples = LevelDevice().samples(to: 12).enumerated().map { index, sample in
      let place = index < 300 ? 51.5 + 1e-5 * Double(index % 2) : 51.51
      return index % 50 == 0 ? sample.with(try? fix(place, -0.1)) : sample
    }
    let moving = Run(samples, try settings(latitude: nil))
    #expect(moving.qiblas.map(\.sequence) == [0, 1])
    #expect(moving.qiblas.map { seconds($0.time) } == [0, 6])
    #expect(moving.qiblas.allSatisfy { $0.note == .none && $0.target.name == "Kaaba" })
  }

  @Test func everyTopicCountsItsMessagesFromZeroByOne() throws {
    var samples = try magnetPasses()
    samples += LevelDevice().samples(from: 40, to: 43)
    samples += LevelDevice(heading: 117).samples(from: 1, to: 4)
    samples[500].fix = try fix(3.139, 101.687)
    let run = Run(samples, try settings(latitude: nil))
    func counts(_ sequences: [UInt64]) -> Bool { sequences == Array(0..<UInt64(sequences.count)) }
    #expect(counts(run.readings.map(\.sequence)) && run.readings.count > 1800)
    #expect(counts(run.states.map(\.sequence)) && run.states.count > 8)
    #expect(counts(run.events.map(\.sequence)) && run.events.count > 5)
    #expect(counts(run.qiblas.map(\.sequence)) && !run.qiblas.isEmpty)
  }
}

extension Sample {
  fileprivate func with(_ fix: Fix?) -> Sample { fix.map { with($0) } ?? self }
}
