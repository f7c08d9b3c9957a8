import DaemonConfiguration
import Glibc
import Haptics
import JSON
import Journal
import Logging
import Pipeline
import Publisher
import Quantities
import Synchronization
import TestFiles
import Testing
import Wire

@testable import qiblad

/// What a command does, and what is answered, without a socket.
struct DaemonControlTests {
  typealias Answer = Result<ControlReply, RequestError>

  /// The handler of a daemon, and what it has.
  private struct Bench {
    let settings = SettingQueue()
    let threshold = LogThreshold()
    let reloader: Reloader
    let haptics: HapticPlayer?
    let control: DaemonControl

    init(
      _ path: String? = nil, _ configuration: Configuration = Configuration(),
      hasHaptics: Bool = true, isLive: Bool = true
    ) {
      let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      haptics =
        hasHaptics
        ? HapticPlayer(
          settings: configuration.haptics,
          motor: MotorActivity(settleMilliseconds: 10, logger: logger), stop: StopFlag(),
          logger: logger) : nil
      reloader = Reloader(
        path: path, configuration, userSettings: settings, haptics: haptics, threshold: threshold,
        isLive: isLive, logger: logger)
      let rescan: @Sendable () -> Void = {}
      control = DaemonControl(
        userSettings: settings, reloader: reloader, haptics: haptics,
        calibration: CalibrationRequests(),
        recorder: Recorder(RecordingPlaces(directory: nil, group: nil), logger: logger),
        rescan: isLive ? rescan : nil)
    }

    /// The answer, which comes at once or once the settings are applied at 5 s.
    func answer(_ request: ControlRequest) async throws -> Answer {
      let peer = PeerCredentials(pid: 1, uid: 2, gid: 3)
      let (answers, sink) = AsyncStream<Answer>.makeStream()
      control.perform(request, by: peer) { result in sink.yield(result) }
      while let entry = settings.take() { entry.applied(Timestamp(microseconds: 5_000_000)) }
      for await result in answers { return result }
      throw CancellationError()
    }
  }

  private func text(_ answer: Answer) -> String {
    switch answer {
    case .success(let reply):
      var writer = JSONWriter()
      writer.value(.object(reply.members))
      return String(decoding: writer.bytes, as: UTF8.self)
    case .failure(let error): return "\(error.code.rawValue): \(error.message); \(error.hint)"
    }
  }

  private func place() throws -> Position {
    try Position(
      coordinates: try Coordinates(latitude: -33.8688, longitude: 151.2093), error68Metres: 20)
  }

  @Test func aSettingIsAnsweredWithTheInstantFromWhichOnItHolds() async throws {
    let bench = Bench()
    #expect(
      text(try await bench.answer(.position(.set(try place()))))
        == #"{"t_us":5000000,"latitude_deg":-33.8688,"longitude_deg":151.2093,"error_m":20}"#)
    #expect(text(try await bench.answer(.position(.forget))) == #"{"t_us":5000000}"#)
    #expect(
      text(try await bench.answer(.target(.reset)))
        == #"{"t_us":5000000,"name":"Kaaba","latitude_deg":21.4225241,"longitude_deg":39.8261818}"#)
  }

  // The pipeline's thread does not run here.
  @Test func aFullQueueIsBusyAndLosesNothing() throws {
    let bench = Bench()
    let peer = PeerCredentials(pid: 1, uid: 2, gid: 3)
    let answers = Mutex<[Answer]>([])
    let request = ControlRequest.position(.set(try place()))
    for _ in 0..<(SettingQueue.capacity + 3) {
      bench.control.perform(request, by: peer) { answer in answers.withLock { $0.append(answer) } }
    }
    #expect(answers.withLock { $0.map(text) }.allSatisfy { $0.hasPrefix("busy: ") })
    #expect(answers.withLock { $0.count } == 3)
    while let entry = bench.settings.take() { entry.applied(Timestamp(microseconds: 0)) }
    #expect(answers.withLock { $0.count } == SettingQueue.capacity + 3)
  }

  @Test func aRecordingThatDoesNotRunCannotBeStopped() async throws {
    let answer = text(try await Bench().answer(.record(.stop)))
    #expect(answer.hasPrefix("not_available: ") && answer.hasSuffix("qiblactl record"))
  }

  @Test func aMountHoldsFromTheInstantOfTheAnswerOnAndIsShownThen() async throws {
    let toml = "[mount]\nmagnetometer = \"sparkfun-19895 y x -z\"\n"
    let bench = Bench(nil, try Configuration(toml: toml, file: "t"))
    let expected =
      #""magnetometer":"-x y -z","inertial":"y -x z","magnetometer_board":"sparkfun-19895"}"#
    let request = ControlRequest.mount(
      .set(board: nil, magnetometer: "sparkfun-19895 -x y -z", inertial: "y -x z"))
    #expect(text(try await bench.answer(request)) == #"{"t_us":5000000,"# + expected)
    #expect(text(try await bench.answer(.mount(.show))) == "{" + expected)
  }

  @Test(arguments: [
    (
      ControlRequest.Mount.set(board: "x y -z", magnetometer: nil, inertial: nil), "bad_value",
      "mirror"
    ),
    (
      .set(board: nil, magnetometer: "x x z", inertial: nil), "bad_value", "each of x, y and z once"
    ),
    (.set(board: nil, magnetometer: nil, inertial: "up"), "bad_value", "inertial"),
    (.set(board: "x -y -z", magnetometer: nil, inertial: nil), "not_available", "name of a board"),
    (
      .set(board: nil, magnetometer: "adafruit-4517", inertial: nil), "not_available",
      "name of a board"
    ),
  ])
  func aMountThatCannotBeSetChangesNothing(
    action: ControlRequest.Mount, code: String, says: String
  ) async throws {
    let toml = "[mount]\nmagnetometer = \"sparkfun-19895 y x -z\"\n"
    let bench = Bench(nil, try Configuration(toml: toml, file: "t"))
    let before = text(try await bench.answer(.mount(.show)))
    let answer = text(try await bench.answer(.mount(action)))
    #expect(answer.hasPrefix("\(code): ") && answer.contains(says), "\(answer)")
    #expect(text(try await bench.answer(.mount(.show))) == before)
  }

  @Test func aReplayHasNoChipsToLookForAndNoMotor() async throws {
    let bench = Bench(hasHaptics: false, isLive: false)
    for request: ControlRequest in [
      .rescan, .mount(.show), .mount(.set(board: "x -y -z", magnetometer: nil, inertial: nil)),
      .haptic(.mute),
    ] {
      let answer = text(try await bench.answer(request))
      #expect(answer.hasPrefix("not_available: "), "\(request)")
      #expect(answer.hasSuffix("; \(RequestError.hintWithoutSensors)"), "\(request)")
    }
  }

  @Test func aReplayHandsRequestsOfTheCalibrationToThePipeline() {
    let bench = Bench(hasHaptics: false, isLive: false)
    let peer = PeerCredentials(pid: 1, uid: 2, gid: 3)
    bench.control.perform(.calibrate(.cancel), by: peer) { _ in Issue.record("nobody took it") }
    bench.control.perform(.calibration(.list), by: peer) { _ in Issue.record("nobody took it") }
    #expect(
      bench.control.calibration.take().map(\.kind) == [.calibrate(.cancel), .profiles(.list)])
  }

  @Test func theMountIsShownInTheWordsOfTheConfiguration() async throws {
    let text = "[mount]\nmagnetometer = \"sparkfun-19895 y x -z\"\ninertial = \"-z x -y\"\n"
    let configuration = try Configuration(toml: text, file: "t")
    #expect(
      self.text(try await Bench(nil, configuration).answer(.mount(.show)))
        == #"{"magnetometer":"y x -z","inertial":"-z x -y","magnetometer_board":"sparkfun-19895"}"#)
  }

  @Test func anUnknownPatternNamesThoseThatThereAre() async throws {
    let answer = text(try await Bench().answer(.haptic(.play(pattern: "drum"))))
    #expect(answer.hasPrefix("bad_value: ") && answer.contains("double_click"))
    #expect(answer.contains("aligned_uncertain"))
  }

  @Test func aReloadAppliesWhatItCanAndNamesTheRest() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("qiblad.toml", "")
    let bench = Bench(path)
    try bench.reloader.start()
    defer { bench.reloader.finish() }
    #expect(text(try await bench.answer(.reload)) == #"{"applied":[],"restart":[]}"#)
    let other = """
      [target]
      name = "Lima"
      latitude_deg = -12.05
      longitude_deg = -77.04
      method = "rhumb"
      [haptics]
      aligned = "buzz"
      settle_ms = 20
      [log]
      level = "debug"
      [mount]
      board = "y x -z"
      """
    _ = try directory.file("qiblad.toml", other)
    let expected =
      #"{"applied":["target","mount","haptics","log"],"restart":["target.method","haptics.settle_ms"]}"#
    #expect(text(try await bench.answer(.reload)) == expected)
    #expect(bench.threshold.value == .debug)
    #expect(bench.haptics?.pattern(of: .aligned) == .buzz)
    #expect(bench.reloader.target.name == "Lima")
    // The second time there is nothing to apply, and the rest still waits for the next start.
    #expect(
      text(try await bench.answer(.reload))
        == #"{"applied":[],"restart":["target.method","haptics.settle_ms"]}"#)
    #expect(bench.reloader.mount?.inertialText == "y x -z")
    // Which chips are on a board is known from the start only.
    _ = try directory.file("qiblad.toml", "[mount]\nboard = \"sparkfun-19895\"\n")
    let named = text(try await bench.answer(.reload))
    #expect(named.contains(#""restart":["#) && named.contains(#""mount""#), "\(named)")
    #expect(bench.reloader.mount?.inertialText == "y x -z")
  }

  // The file has said nothing new of the mount.
  @Test func aMountThatWasSetOutlastsAReloadOfOtherSections() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("qiblad.toml", "")
    let bench = Bench(path)
    try bench.reloader.start()
    defer { bench.reloader.finish() }
    _ = try await bench.answer(.mount(.set(board: "y x -z", magnetometer: nil, inertial: nil)))
    #expect(bench.reloader.mount?.inertialText == "y x -z")
    _ = try directory.file("qiblad.toml", "[log]\nlevel = \"debug\"\n")
    #expect(text(try await bench.answer(.reload)) == #"{"applied":["log"],"restart":[]}"#)
    #expect(bench.reloader.mount?.inertialText == "y x -z")
    _ = try directory.file("qiblad.toml", "[mount]\nboard = \"-x y -z\"\n")
    #expect(text(try await bench.answer(.reload)) == #"{"applied":["mount","log"],"restart":[]}"#)
    #expect(bench.reloader.mount?.inertialText == "-x y -z")
  }

  // A device whose sampling pauses takes no setting for months, and may be reloaded every day.
  @Test func reloadsThatNobodyHearsOfDoNotKeepASettingOut() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("qiblad.toml", "")
    let bench = Bench(path)
    try bench.reloader.start()
    defer { bench.reloader.finish() }
    func reload() async -> Bool {
      await withCheckedContinuation { done in
        bench.reloader.reload { result in
          if case .success = result {
            done.resume(returning: true)
          } else {
            done.resume(returning: false)
          }
        }
      }
    }
    for _ in 0...SettingQueue.capacity { #expect(await reload()) }
    _ = try directory.file(
      "qiblad.toml", "[target]\nname = \"Lima\"\nlatitude_deg = -12.05\nlongitude_deg = -77.04\n")
    #expect(await reload())
    var taken: [UserSetting] = []
    while let entry = bench.settings.take() { taken.append(entry.setting) }
    #expect(taken.last == .configuration(.reloaded(applied: ["target"], restart: [])))
    #expect(
      taken.contains { if case .target(let target) = $0 { target.name == "Lima" } else { false } })
  }

  @Test func aBadFileChangesNothing() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("qiblad.toml", "")
    let bench = Bench(path)
    try bench.reloader.start()
    defer { bench.reloader.finish() }
    _ = try directory.file(
      "qiblad.toml", "[log]\nlevel = \"debug\"\n[haptics]\naligend = \"buzz\"\n")
    let answer = text(try await bench.answer(.reload))
    #expect(answer.hasPrefix("bad_value: \(path): haptics.aligend") && answer.contains("aligned"))
    #expect(bench.threshold.value == .info)
    #expect(bench.haptics?.pattern(of: .aligned) == .doubleClick)
    // A file that was named on the command line and is gone is an error, and not the defaults.
    unlink(path)
    #expect(text(try await bench.answer(.reload)).hasPrefix("bad_value: "))
  }

  @Test func aReloadGivesThePipelineAnEventAndARejectedOneToo() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("qiblad.toml", "[log]\nlevel = \"debug\"\n")
    let bench = Bench(path)
    try bench.reloader.start()
    defer { bench.reloader.finish() }
    func reload() async {
      await withCheckedContinuation { done in bench.reloader.reload { _ in done.resume() } }
    }
    await reload()
    #expect(
      bench.settings.take()?.setting
        == .configuration(.reloaded(applied: ["log"], restart: [])))
    _ = try directory.file("qiblad.toml", "[log]\nlevle = 1\n")
    await reload()
    #expect(bench.settings.take()?.setting == .configuration(.rejected))
    #expect(bench.settings.take() == nil)
  }

  @Test func aMuteByCommandOutlastsAReloadOfOtherHapticSettings() {
    var (old, new) = (HapticSettings(), HapticSettings())
    let bench = Bench()
    bench.haptics?.mute(true)
    new.patterns[.left] = .bump
    bench.haptics?.change(from: old, to: new)
    #expect(bench.haptics?.isMuted == true)
    old = new
    old.isMuted = true
    bench.haptics?.change(from: old, to: new)
    #expect(bench.haptics?.isMuted == false)
  }
}
