import Glibc
import Logging
import Pipeline
import Publisher
import Quantities
import Session
import Testing
import Trace
import Wire

@testable import qiblad

/// What the pipeline's thread does with inputs that come while no sensor is read.
@Suite struct PausedPipelineTests {
  /// s: the pause is from here to `end`.
  private static let start = 3.0
  private static let end = 60.0

  /// The lines after a pause.
  private struct Received {
    var readings: [Reading] = []
    var states: [StateMessage] = []
    var events: [Event] = []
    var positions: [PositionMessage] = []

    init(_ output: [UInt8]) throws {
      for line in output.split(separator: UInt8(ascii: "\n")) {
        switch try Message(parsing: line) {
        case .reading(let reading): readings.append(reading)
        case .state(let state, _): states.append(state)
        case .event(let event): events.append(event)
        case .position(let position): positions.append(position)
        default: break
        }
      }
    }
  }

  private var thread: PipelineThread {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let publisher = Publisher(
      hello: Hello(version: "0", runID: "0", replay: false, simulated: false),
      socket: SocketLocation(candidates: [], uid: 0), lossless: false, logger: logger)
    return PipelineThread(
      publisher: publisher, stop: StopFlag(), speed: .unlimited, loops: false,
      waitsForClient: false, logger: logger, haptics: nil, placeSaver: nil, meter: TickMeter(),
      registry: nil, userSettings: SettingQueue(), calibration: nil, recorder: nil)
  }

  private func session() throws -> Session {
    var header = TraceHeader(name: "paused")
    header.isLive = true
    var options = RunOptions()
    options.calibration = .given
    options.declination = try Declination(degrees: 1.2)
    return Session(options.settings(for: header))
  }

  private func time(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64((seconds * 1e6).rounded()))
  }

  /// What a device at rest measures; with noise, since a chip that repeats its values is stuck.
  private func measured(at seconds: Double) -> Input {
    let noise = Vector3(sin(997 * seconds), sin(991 * seconds + 1), sin(983 * seconds + 2))
    return .sample(
      Sample(
        time: time(seconds),
        magneticField: MagneticField(microtesla: Vector3(20, 3, 40) + noise * 0.3),
        acceleration: Acceleration(
          metresPerSecondSquared: Vector3(0, 0, -9.80665) + noise * 0.01),
        angularRate: AngularRate(radiansPerSecond: noise * 0.001)))
  }

  private func fix(at seconds: Double, longitude: Double) throws -> Input {
    let position = try Position(
      coordinates: Coordinates(latitude: 48.8566, longitude: longitude), error68Metres: 5)
    return .sample(Sample(time: time(seconds), fix: Fix(mode: .threeDimensional(position))))
  }

  /// - Parameter inputs: what comes in the pause.
  /// - Returns: the last reading before the pause, and what clients get in the first 0.2 s after it.
  private func run(_ inputs: [Input]) throws -> (before: Reading, after: Received) {
    let thread = self.thread
    var session = try session()
    var supervisor: CalibrationSupervisor?
    var recording: RecordingFeed?
    var output: [UInt8] = []
    for index in 0..<Int(Self.start * 50) {
      _ = session.feed(measured(at: Double(index) / 50)) { output += $0.bytes }
    }
    let before = try #require(try Received(output).readings.last)
    thread.carryOut(.began, &session, &recording, at: time(Self.start))
    for input in inputs {
      thread.takeInPause(input, &session, &supervisor, &recording)
      #expect(session.nextTick == nil)
    }
    let length = Int64((Self.end - Self.start) * 1e6)
    thread.carryOut(.ended(microseconds: length), &session, &recording, at: time(Self.end))
    output = []
    for index in 0...10 {
      _ = session.feed(.idle(at: time(Self.end + Double(index) / 50))) { output += $0.bytes }
    }
    return (before, try Received(output))
  }

  @Test func theNewestFixOfAPauseIsThePositionBehindItWithItsAge() throws {
    let after = try run([fix(at: 10, longitude: 1), fix(at: 40, longitude: 2)]).after
    let position = try #require(after.positions.first)
    #expect(position.status == .lastKnown && position.position?.coordinates.longitude == 2)
    #expect(position.ageSeconds == Self.end - 40)
    let state = try #require(after.states.first).position
    #expect(state.status == .lastKnown && state.ageSeconds == Self.end - 40)
  }

  @Test func aFixOfTheLastSecondsOfAPauseIsAFixBehindIt() throws {
    let after = try run([fix(at: Self.end - 1, longitude: 2)]).after
    #expect(after.states.first?.position.status == .fix3D)
  }

  // Within 5 s of the pause's beginning time did not jump for the pipeline: ticks would find the sensors lost.
  @Test func noInputOfAPauseMakesAReading() throws {
    let inputs: [Input] = [
      measured(at: Self.start), .idle(at: time(4)),
      .clock(utcMicroseconds: 1_795_237_200_000_000, at: time(5)), try fix(at: 6, longitude: 2),
      .clock(utcMicroseconds: 1_795_237_300_000_000, at: time(6.5)),
      .gap(.suspend, at: time(30), microseconds: 20_000_000), .idle(at: time(31)),
      .clock(utcMicroseconds: 1_795_237_400_000_000, at: time(32)),
    ]
    let (before, after) = try run(inputs)
    #expect(after.readings.first?.sequence == before.sequence + 1)
    #expect(after.readings.first?.time == time(Self.end))
    // 60 Hz for 0.2 s; the tick at the end waits for a later input.
    #expect(after.readings.count == 12)
    for reading in after.readings {
      #expect(reading.why.contains(.warmingUp) && !reading.why.contains(.sensorMissing))
    }
    #expect(after.events.allSatisfy { $0.name != .deviceLost && $0.name != .deviceRecovered })
  }

  @Test func aChipThatIsLostInAPauseIsMissingBehindIt() throws {
    let after = try run([.sensorLost(0, at: time(20))]).after
    #expect(after.readings.first?.why.contains(.sensorMissing) == true)
  }

  // A recording that begins with an input of a pause holds the gap behind it, and not that there was a pause.
  @Test func aRecordingThatBeginsInAPauseReplaysToTheSameBytes() throws {
    func lines(paused: Bool) throws -> [UInt8] {
      var session = try session()
      if paused { session.pause() }
      var output: [UInt8] = []
      var inputs: [Input] = [
        try fix(at: 4, longitude: 2), .gap(.paused, at: time(4.5), microseconds: 1_500_000),
      ]
      inputs += (0..<200).map { measured(at: 4.5 + Double($0) / 50) }
      for input in inputs { _ = session.feed(input) { output += $0.bytes } }
      return output
    }
    let (published, replayed) = (try lines(paused: true), try lines(paused: false))
    #expect(!published.isEmpty && published == replayed)
  }
}
