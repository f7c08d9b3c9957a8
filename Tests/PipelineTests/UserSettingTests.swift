import Quantities
import Testing
import Wire

@testable import Pipeline

/// What the user sets in a run: position and target.
@Suite struct UserSettingTests {
  private func at(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64(seconds * 1e6))
  }

  private func place(_ latitude: Double, _ longitude: Double) throws -> Position {
    try Position(coordinates: try Coordinates(latitude: latitude, longitude: longitude))
  }

  /// A level device for 4 s, with these inputs between its samples.
  private func run(_ others: [Input], _ settings: PipelineSettings) -> Run {
    let samples = LevelDevice().samples(to: 4).map(Input.sample)
    return Run(inputs: (samples + others).sorted { $0.time < $1.time }, settings)
  }

  private func qibla(_ run: Run, _ seconds: Double) throws -> Double? {
    try #require(run.readings(from: seconds).first).qibla?.degrees
  }

  @Test func aConfigurationThatIsReadAgainIsAnEventAndChangesNothingElse() throws {
    let news = ConfigurationReloadResult.reloaded(applied: ["log"], restart: ["gpsd"])
    let with = run(
      [
        .setting(.configuration(news), at: at(2)), .setting(.configuration(.rejected), at: at(3)),
      ], try settings())
    let events = with.events.filter {
      [.configurationReloaded, .configurationRejected].contains($0.name)
    }
    #expect(events.map(\.name) == [.configurationReloaded, .configurationRejected])
    #expect(events.map(\.time) == [at(2), at(3)])
    #expect(events.first?.applied == ["log"] && events.first?.restart == ["gpsd"])
    let without = run([], try settings())
    #expect(with.readings == without.readings && with.qiblas == without.qiblas)
  }

  /// Both boards lie with the components up and their y arrow forward.
  private func quarterTurned() throws -> Mount {
    let mount = try BoardMount(parsing: "y x -z").bodyFromBoard
    let componentsUp = BoardMount.componentsUp.bodyFromBoard
    // The samples are along the axes of a device with its board as usual.
    let turn = mount * componentsUp.transposed
    return try Mount(magnetometer: turn, inertial: turn)
  }

  @Test(arguments: [0.3, 2.0]) func aMountTurnsTheHeadingAtOnceAndIsAnEvent(instant: Double) throws
  {
    let mount = try quarterTurned()
    let run = run([.setting(.mount(mount), at: at(instant))], try settings())
    var fromTheStart = try settings()
    fromTheStart.mount = mount
    let expected = try #require(self.run([], fromTheStart).readings.last?.headingMagnetic)
    let last = try #require(run.readings.last?.headingMagnetic)
    #expect(abs(last.degrees - expected.degrees) < 0.01)
    let before = try #require(run.readings(from: instant - 0.1).first?.headingMagnetic)
    #expect(abs(before.degrees - 30) < 0.01 && abs(last.degrees - 30) > 89)
    let changed = try #require(run.events(.mountChanged).first)
    #expect(run.events(.mountChanged).count == 1 && changed.time == at(instant))
    // No reading mixes the two mounts, and no sensor counts as lost.
    for reading in run.readings(from: instant) {
      let heading = reading.headingMagnetic
      #expect(heading.map { abs($0.degrees - expected.degrees) < 0.01 } ?? true)
    }
    #expect(run.events(.deviceLost).isEmpty)
  }

  @Test func theSameMountChangesNothing() throws {
    let settings = try settings()
    let with = run([.setting(.mount(settings.mount), at: at(2))], settings)
    #expect(with.readings == run([], settings).readings && with.events(.mountChanged).isEmpty)
  }

  @Test func aRecordingThatBeginsAgainHasItsOwnMount() throws {
    let settings = try settings()
    let inputs: [Input] = [
      .setting(.mount(try quarterTurned()), at: at(1)), .gap(.loop, at: at(2), microseconds: nil),
    ]
    let last = try #require(run(inputs, settings).readings.last?.headingMagnetic)
    #expect(abs(last.degrees - 30) < 0.01)
  }

  // Published Qiblas of Sydney and New York: adhan-js, test/qibla.test.ts.
  @Test func aPositionHoldsFromItsInstantOnAndNotBefore() throws {
    let sydney = try place(-33.8688, 151.2093)
    let run = run([.setting(.position(sydney), at: at(2))], try settings())
    let london = try #require(try qibla(run, 1.9))
    #expect(abs(london - 118.99) < 0.01)
    #expect(abs(try #require(try qibla(run, 2.01)) - 277.4996) < 0.001)
    #expect(run.positions.map(\.status) == [.manual, .manual])
    #expect(run.positions.last?.position == sydney)
    #expect(run.qiblas.count == 2)
  }

  @Test func aPositionWinsOverTheReceiverUntilItIsForgotten() throws {
    var settings = try settings(latitude: nil)
    settings.declination = try Declination(degrees: 12.5)
    let fixes = try stride(from: 0.5, to: 4, by: 1).map {
      Input.sample(Sample(time: at($0), fix: try fix(40.7128, -74.0059)))
    }
    let run = run(
      fixes + [
        .setting(.position(try place(-33.8688, 151.2093)), at: at(1.2)),
        .setting(.position(nil), at: at(2.8)),
      ], settings)
    for (seconds, bearing) in [(1.1, 58.4817), (1.21, 277.4996), (2.7, 277.4996), (2.81, 58.4817)] {
      #expect(abs(try #require(try qibla(run, seconds)) - bearing) < 0.001, "\(seconds)")
    }
    #expect(run.positions.map(\.status) == [.none, .fix3D, .manual, .fix3D])
  }

  @Test func forgettingTheOnlyPositionLeavesNone() throws {
    let settings = try settings(latitude: nil)
    let sydney = try place(-33.8688, 151.2093)
    let run = run(
      [
        .setting(.position(sydney), at: at(1)), .setting(.position(nil), at: at(2)),
        .setting(.position(sydney), at: at(3)),
      ], settings)
    #expect(try qibla(run, 0.5) == nil)
    #expect(try qibla(run, 1.5) != nil)
    #expect(try qibla(run, 2.5) == nil)
    #expect(codes(try #require(run.readings(from: 2.5).first).why).contains("no_position"))
    #expect(run.positions.map(\.status) == [.none, .manual, .none, .manual])
    // The same bearing again is news to a client: there was none meanwhile.
    #expect(run.qiblas.count == 2)
  }

  @Test func aTargetTurnsThePointer() throws {
    let newYork = QiblaMessage.Target(
      name: "New York", coordinates: try Coordinates(latitude: 40.7128, longitude: -74.0059))
    let run = run([.setting(.target(newYork), at: at(2))], try settings())
    let before = try #require(run.readings(from: 1.9).first)
    let after = try #require(run.readings(from: 2.01).first)
    #expect(run.qiblas.map(\.target.name) == ["Kaaba", "New York"])
    #expect(run.qiblas.last?.target == newYork)
    // London to New York: E. Williams' formula, by hand 288.3.
    #expect(abs(try #require(after.qibla).degrees - 288.3) < 0.1)
    #expect(after.headingTrue != nil && before.headingTrue != nil)
    let turn = try #require(after.pointer).degrees - (try #require(before.pointer).degrees)
    let expected = try #require(after.qibla).degrees - (try #require(before.qibla).degrees)
    #expect(abs((turn - expected).remainder(dividingBy: 360)) < 0.1)
  }

  // Another name for the same place: a front end shows it.
  @Test func aTargetThatIsOnlyRenamedIsSentAgain() throws {
    let renamed = QiblaMessage.Target(
      name: "Makkah", coordinates: PipelineSettings().target.coordinates)
    let run = run([.setting(.target(renamed), at: at(2))], try settings())
    #expect(run.qiblas.map(\.target.name) == ["Kaaba", "Makkah"])
  }

  // A pass through a recording must not depend on the pass before.
  @Test func whereARecordingBeginsAgainItsSettingsEnd() throws {
    let sydney = try place(-33.8688, 151.2093)
    let lima = QiblaMessage.Target(
      name: "Lima", coordinates: try Coordinates(latitude: -12.05, longitude: -77.04))
    var pipeline = Pipeline(try settings())
    var readings: [Reading] = []
    var targets: [String] = []
    let inputs: [Input] = [
      .sample(LevelDevice().sample(at: 0)), .tick(at(0)), .setting(.position(sydney), at: at(0)),
      .setting(.target(lima), at: at(0)), .tick(at(0.1)),
      .gap(.loop, at: at(5), microseconds: nil), .sample(LevelDevice().sample(at: 5)),
      .tick(at(5)),
    ]
    for input in inputs {
      pipeline.process(input) { output in
        switch copy output {
        case .reading(let reading): readings.append(reading)
        case .qibla(let qibla): targets.append(qibla.target.name)
        default: break
        }
      }
    }
    #expect(targets == ["Kaaba", "Lima", "Kaaba"])
    try #require(readings.count == 3)
    #expect(readings[2].qibla == readings[0].qibla && readings[1].qibla != readings[0].qibla)
  }

  @Test func theHeadingDoesNotChangeWithATarget() throws {
    let target = QiblaMessage.Target(
      name: "Lima", coordinates: try Coordinates(latitude: -12.05, longitude: -77.04))
    let with = run([.setting(.target(target), at: at(2))], try settings())
    let without = run([], try settings())
    #expect(with.readings.map(\.headingMagnetic) == without.readings.map(\.headingMagnetic))
    #expect(with.readings.map(\.error68Degrees) == without.readings.map(\.error68Degrees))
  }
}
