import DaemonConfiguration
import Glibc
import I2C
import JSON
import Logging
import Pipeline
import Qibla
import Quantities
import SensorCalibration
import Session
import Synchronization
import TestDoubles
import TestFiles
import TestSamples
import Testing
import Trace
import Wire

@testable import qiblad

/// Fits the newest job once it may: each fit takes seconds of a debug build.
private final class LateFitter: CalibrationFitting {
  private struct State {
    var job: CalibrationJob?
    var isAllowed = false
  }
  private let state = Mutex(State())

  func put(_ job: CalibrationJob) { state.withLock { $0.job = job } }

  /// The newest job is run when its outcome is asked for next.
  func allow() { state.withLock { $0.isAllowed = true } }

  func takeOutcome() -> FittedCalibration? {
    let due = state.withLock { state -> CalibrationJob? in
      guard state.isAllowed, let job = state.job else { return nil }
      (state.job, state.isAllowed) = (nil, false)
      return job
    }
    return due.map { FittedCalibration(collection: $0.collection, outcome: $0.run()) }
  }

  func collectionEnded() {}
}

/// The daemon's recorder on a run with scripted buses: what it writes replays to what clients got.
@Suite struct RecorderRunTests {
  private static let board = BoardTumble(seed: 3, course: .init(seconds: 120))
  private static let samples = board.samples
  private static let date: Int64 = 1_795_237_200_123_457

  private static var header: TraceHeader {
    var header = TraceHeader(mount: board.mount)
    header.isLive = true
    header.initialState = InitialState(utcMicroseconds: date)
    return header
  }

  /// Settings of which none is the default.
  private static func options() throws -> RunOptions {
    var options = RunOptions()
    options.configuredPosition = try place(51.5074, -0.1278)
    options.target = QiblaMessage.Target(
      name: "Uluru", coordinates: try Coordinates(latitude: -25.3444, longitude: 131.0369))
    options.method = .geodesic
    options.alignment.enterDegrees = 4.5
    return options
  }

  private static func place(_ latitude: Double, _ longitude: Double) throws -> Position {
    try Position(
      coordinates: Coordinates(latitude: latitude, longitude: longitude), error68Metres: 20.0 / 3)
  }

  private func fix(_ device: ScriptedDevice) throws -> Sample {
    let elapsed = device.clock.now.microseconds
    return Sample(
      time: device.clock.now,
      fix: Fix(
        mode: .threeDimensional(try Self.place(48.8566, 2.3522)),
        utcMicroseconds: Self.date + elapsed,
        motion: Fix.Motion(speedMetresPerSecond: 1.0 / 3, course: Azimuth(degrees: 359.9999999))))
  }

  private func device(
    _ bench: RecorderBench, _ requests: CalibrationRequests = CalibrationRequests(),
    _ fitter: LateFitter = LateFitter()
  ) throws -> ScriptedDevice {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let device = ScriptedDevice(
      Self.header, try Self.options(),
      calibration: { board in
        CalibrationService(
          isAutomatic: false, fitter: fitter, requests: requests,
          chips: ChipNames(board, .init()), describe: { board.name(of: $0) }, date: { Self.date },
          logger: logger)
      }, isAlone: true, recorder: bench.recorder)
    device.tumble = TumbleFeed(Self.samples, origin: device.clock.now)
    return device
  }

  /// A minute with a calibration that a client asks for and accepts, commands, fixes, a motor, a chip that is unplugged,
  /// transfers that fail and a suspend.
  private func eventfulRun(
    _ device: ScriptedDevice, _ requests: CalibrationRequests, _ fitter: LateFitter
  ) throws {
    func ask(_ action: ControlRequest.Calibrate) {
      requests.perform(action) { _ in }
    }
    try device.run(seconds: 1)
    ask(.start(profile: nil, flow: .sphere))
    try device.run(seconds: 90)
    // The first fit has the fields of the first seconds only, the second one all.
    for _ in 0..<2 {
      fitter.allow()
      try device.run(seconds: 4)
    }
    ask(.accept(profile: "walk", force: true))
    try device.run(seconds: 2)
    device.queue.put(.sample(try fix(device)))
    try device.run(seconds: 1)
    try device.set(.position(try Self.place(-33.8688, 151.2093)))
    try device.run(seconds: 1)
    try device.set(.target(QiblaMessage.Target.kaaba))
    try device.set(.position(nil))
    device.motor.start(at: device.clock.now)
    try device.run(seconds: 0.24)
    device.motor.end(at: device.clock.now)
    try device.run(seconds: 1)
    device.buses[0].disconnect(ScriptedDevice.magnetometer)
    try device.run(seconds: 3)
    device.plug(ScriptedDevice.magnetometer)
    try device.run(seconds: 3)
    for bus in device.buses { bus.fail(.timedOut(address: 0x2C), count: 400) }
    try device.run(seconds: 2)
    for bus in device.buses { bus.heal() }
    try device.run(seconds: 2)
    device.suspend(seconds: 90)
    try device.run(seconds: 3)
    device.finish()
  }

  @Test func aRecordingFromTheStartReplaysToTheSameBytes() async throws {
    let bench = try RecorderBench()
    try bench.recorder.open(RecordingOptions(.path(bench.path("whole"))))
    let (requests, fitter) = (CalibrationRequests(), LateFitter())
    let device = try device(bench, requests, fitter)
    try eventfulRun(device, requests, fitter)
    await bench.finish()
    let replay = try replayed(bench.path("whole"))
    #expect(replay.skipped == "no bad lines")
    #expect(replay.output == device.output)
    // All that was to happen did.
    let text = String(decoding: device.output, as: UTF8.self)
    for said in [
      #""name":"recording_started","file":"whole.jsonl.gz""#, "calibration_started",
      "calibration_accepted", #""profile":"walk""#, "Uluru", #""method":"geodesic""#,
      #""status":"manual","latitude_deg":-33.8688"#, #""status":"fix3d","latitude_deg":48.8566"#,
      "device_lost", "device_recovered", "\"suspend\"", #""name":"Kaaba""#, "sensor_missing",
    ] { #expect(text.contains(said), "\(said)") }
    #expect(device.inputs.contains { if case .blanking(true, _) = $0 { true } else { false } })
    // The header says what was measured, by what, and with which settings.
    #expect(replay.header.sensor == "scripted" && replay.header.isLive)
    #expect(replay.header.source == "qiblad \(programVersion)")
    #expect(replay.header.name == "whole.jsonl.gz")
    #expect(replay.header.start == device.inputs[0].time)
    let status = try bench.status
    #expect(status["reason"]?.string == "source_ended" && status["left_out"] == nil, "\(status)")
  }

  @Test func aRecordingThatBeginsLaterHasTheChipsSettingsAndPositionOfTheRun() async throws {
    let bench = try RecorderBench()
    let (requests, fitter) = (CalibrationRequests(), LateFitter())
    let device = try device(bench, requests, fitter)
    requests.perform(.start(profile: nil, flow: .sphere)) { _ in }
    try device.run(seconds: 90)
    // The first fit has the fields of the first seconds only, the second one all.
    for _ in 0..<2 {
      fitter.allow()
      try device.run(seconds: 4)
    }
    requests.perform(.accept(profile: "walk", force: true)) { _ in }
    device.queue.put(.sample(try fix(device)))
    try device.set(
      .target(
        QiblaMessage.Target(
          name: "Lima", coordinates: try Coordinates(latitude: -12.0464, longitude: -77.0428))))
    try device.run(seconds: 1)
    let start = try bench.answer(.start(RecordingOptions(.directory(name: "later")))) {
      try device.run(seconds: 0.02)
    }.get()
    let path = try #require(start["path"]?.string)
    #expect(path == bench.directory.path + "/recordings/later.jsonl.gz")
    let begun = Timestamp(microseconds: Int64(try #require(start["t_us"]?.number)))
    try device.run(seconds: 14)
    let end = try bench.answer(.stop) { try device.run(seconds: 0.02) }.get()
    #expect(end["reason"]?.string == "asked" && end["path"]?.string == path, "\(end)")
    #expect((14..<20).contains(end["length_s"]?.number ?? 0), "\(end)")
    try device.run(seconds: 0.1)
    device.finish()
    await bench.finish()
    let replay = try replayed(path)
    #expect(replay.skipped == "no bad lines" && replay.header.start == begun)
    let (live, again) = (try Messages(device.output), try Messages(replay.output))
    #expect(live.events.contains { $0.name == .recordingStarted && $0.file == "later.jsonl.gz" })
    #expect(
      live.events.contains { $0.name == .recordingStopped && $0.recordingEnd == .asked })
    // What is not the filter's is the same at once: the target, the position and the calibration.
    let state = try #require(again.states.first)
    let former = try #require(live.states.last { $0.time <= begun })
    #expect(state.calibration == former.calibration && state.position.status == .fix3D)
    #expect(state.declination == former.declination)
    #expect(again.qiblas.first?.bearing == live.qiblas.last { $0.time <= begun }?.bearing)
    #expect(again.qiblas.first?.target.name == "Lima")
    // The filter restarts; 10 s later both say the same within what they claim.
    let late = again.readings.filter { $0.time.seconds(since: begun) > 10 }
    #expect(late.count > 180)
    for reading in late {
      let other = live.readings.min {
        abs($0.time.microseconds(since: reading.time))
          < abs($1.time.microseconds(since: reading.time))
      }
      let (a, b) = (try #require(reading.headingMagnetic), try #require(other?.headingMagnetic))
      let difference = abs(RelativeBearing(degrees: a.degrees - b.degrees).degrees)
      let claimed = 2 * hypot(reading.error68Degrees ?? 0, other?.error68Degrees ?? 0)
      // The ticks of the two lie up to half a tick apart, in which the device turns.
      let turn = abs(reading.turnRateDegreesPerSecond ?? 0) / 60
      guard difference <= claimed + turn else {
        Issue.record("\(difference)° apart, \(claimed)° claimed at \(reading.time)")
        return
      }
    }
  }

  // A card can take a second to make the file; another client stops meanwhile.
  @Test func aStartThatIsStoppedBeforeTheNextInputIsAnswered() async throws {
    let bench = try RecorderBench()
    let device = try device(bench)
    try device.run(seconds: 1)
    let start = ControlRequest.Record.start(RecordingOptions(.path(bench.path("short"))))
    let answers = try bench.answers([start, .stop]) { try device.run(seconds: 0.1) }
    let replies = try answers.map { try $0.get() }
    #expect(replies.contains { $0["path"]?.string == bench.path("short") && $0["t_us"] != nil })
    #expect(try bench.status["reason"]?.string == "asked")
    device.finish()
    await bench.finish()
  }

  @Test func aRotatedRecordingLosesNothingAndKeepsTheNewestFiles() async throws {
    let bench = try RecorderBench()
    let options = RecordingOptions(
      .path(bench.path("ring")), limitBytes: 100_000, files: 3)
    try bench.recorder.open(options)
    let device = try device(bench)
    try device.run(seconds: 45)
    device.finish()
    await bench.finish()
    let files = bench.directory.names.filter { $0.hasPrefix("ring-") }
    #expect(files.count == 3, "\(bench.directory.names)")
    let numbers = files.compactMap { Int($0.dropFirst(5).prefix { $0.isNumber }) }.sorted()
    #expect(
      numbers.last ?? 0 > 3 && numbers == Array((numbers.last ?? 0) - 2...(numbers.last ?? 0)))
    var samples: [Sample] = []
    for number in numbers {
      let path = bench.path("ring-\(number)")
      #expect(try contents(of: path).count <= 100_000)
      var reader = try TraceReader(path: path)
      #expect(reader.header.name == "ring-\(number).jsonl.gz")
      while let sample = try reader.nextSample() { samples.append(sample) }
      #expect("\(reader.skipped)" == "no bad lines")
      #expect(try replayed(path).output.count > 1000)
    }
    let all = device.inputs.compactMap(\.sample)
    #expect(samples.count > 1000 && samples == Array(all.suffix(samples.count)))
  }

  @Test func aRecordingWithoutPositionsNamesNone() async throws {
    let bench = try RecorderBench()
    try bench.recorder.open(
      RecordingOptions(.path(bench.path("secret")), redactsPosition: true))
    let device = try device(bench)
    try device.run(seconds: 1)
    device.queue.put(.sample(try fix(device)))
    try device.run(seconds: 1)
    try device.set(.position(try Self.place(-33.8688, 151.2093)))
    try device.run(seconds: 1)
    device.finish()
    await bench.finish()
    let text = String(decoding: try unpacked(bench.path("secret")), as: UTF8.self)
    for secret in [
      "latitude", "longitude", "51.5074", "48.8566", "33.8688", "Uluru", "declination",
    ] {
      let isThere = text.contains(secret)
      #expect(!isThere, "\(secret)")
    }
    let isMarked = text.contains(#""redacted":["position"]"#)
    let hasDate = text.contains(#""fix":{"mode":1,"time""#)
    #expect(isMarked && hasDate)
    #expect(try replayed(bench.path("secret")).skipped == "no bad lines")
  }
}

/// The messages of an output, by type.
private struct Messages {
  var readings: [Reading] = []
  var states: [StateMessage] = []
  var events: [Event] = []
  var qiblas: [QiblaMessage] = []

  init(_ output: [UInt8]) throws {
    for line in output.split(separator: 0x0A) {
      switch try Message(parsing: line) {
      case .reading(let reading): readings.append(reading)
      case .state(let state, _): states.append(state)
      case .event(let event): events.append(event)
      case .qibla(let qibla): qiblas.append(qibla)
      default: break
      }
    }
  }
}
