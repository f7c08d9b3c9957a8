import DaemonConfiguration
import Glibc
import I2C
import JSON
import Logging
import Pipeline
import Profiles
import Quantities
import SensorCalibration
import Session
import Simulation
import Synchronization
import TestDoubles
import TestFiles
import TestSamples
import Testing
import Trace
import Wire

@testable import qiblad

/// Fits at once, on the caller's thread.
final class ImmediateFitter: CalibrationFitting {
  private let fitted = Mutex<FittedCalibration?>(nil)

  func put(_ job: CalibrationJob) {
    let found = FittedCalibration(collection: job.collection, outcome: job.run())
    fitted.withLock { $0 = found }
  }

  func takeOutcome() -> FittedCalibration? {
    fitted.withLock { fitted in
      defer { fitted = nil }
      return fitted
    }
  }

  func collectionEnded() {}
}

/// A board as it is sold, tumbled by a person, on the daemon's buses: from an empty state directory to a heading that is
/// accurate, and accurate again after a restart.
@Suite struct LiveCalibrationRunTests {
  private static let board = BoardTumble(seed: 3, course: .init(seconds: 120))
  private static let samples = board.samples
  private static let date: Int64 = 1_795_237_200_000_000

  private static var header: TraceHeader {
    var header = TraceHeader(name: "tumbled", mount: board.mount)
    header.isLive = true
    header.initialState = InitialState(utcMicroseconds: date)
    return header
  }

  private static func options() throws -> RunOptions {
    var options = RunOptions()
    options.declination = try Declination(degrees: 1.2)
    return options
  }

  private let directory: TemporaryDirectory
  private let log = Log()

  init() throws { directory = try TemporaryDirectory() }

  private func service(
    _ registry: DeviceRegistry, automatic: Bool = true, requests: CalibrationRequests = .init()
  ) -> CalibrationService {
    var service = CalibrationService(
      isAutomatic: automatic, fitter: ImmediateFitter(), requests: requests,
      chips: ChipNames(registry, .init()), describe: { registry.name(of: $0) }, date: { Self.date },
      logger: Logger(label: "test") { [log] _ in log })
    service.keep(in: directory.path)
    return service
  }

  /// A device that measures the board's samples from a time on, s.
  private func device(
    from start: Double = 0, automatic: Bool = true, requests: CalibrationRequests = .init()
  ) throws -> ScriptedDevice {
    let device = ScriptedDevice(
      Self.header, try Self.options(),
      calibration: { service($0, automatic: automatic, requests: requests) }, isAlone: true)
    let origin = device.clock.now.advanced(byMicroseconds: -Int64(start * 1e6))
    device.tumble = TumbleFeed(
      Self.samples.filter { $0.time >= Timestamp(microseconds: Int64(start * 1e6)) },
      origin: origin)
    return device
  }

  private func lines(_ device: ScriptedDevice) -> [Substring] {
    String(decoding: device.output, as: UTF8.self).split(separator: "\n")
  }

  /// Writes what the device's calibration wants to keep.
  private func save(_ device: ScriptedDevice) async {
    let saver = device.supervisor?.service.saver
    saver?.finish()
    await saver?.run()
  }

  private func applied(_ device: ScriptedDevice) -> [Calibration?] {
    device.inputs.compactMap { input in
      if case .calibration(_, let calibration, _) = input { .some(calibration) } else { nil }
    }
  }

  private func seconds(_ time: Timestamp, _ device: ScriptedDevice) -> Double {
    time.seconds(since: device.inputs[0].time)
  }

  @Test func anotherMountBeginsTheCollectionAgain() throws {
    let device = try device()
    try device.run(seconds: 40)
    let collected = try #require(device.calibrations.last?.coveragePercent)
    let turn = try BoardMount(parsing: "y -x z").bodyFromBoard
    let mount = Self.board.mount
    try device.set(
      .mount(try Mount(magnetometer: turn * mount.magnetometer, inertial: turn * mount.inertial)))
    try device.run(seconds: 2)
    let after = try #require(device.calibrations.last)
    #expect(after.status == .collecting && (after.coveragePercent ?? 100) < collected / 2)
    device.finish()
  }

  @Test func aMagnetometerThatIsUnpluggedInTheMiddleIsCollectedFromWhenItIsBack() throws {
    let device = try device()
    try device.run(seconds: 30)
    let before = try #require(device.calibrations.last)
    for bus in device.buses { bus.fail(.timedOut(address: 0x2C), count: 400) }
    try device.run(seconds: 10)
    #expect(lines(device).contains { $0.contains("\"name\":\"device_lost\"") })
    try device.run(seconds: 60)
    device.finish()
    let later = device.calibrations.filter { $0.time > before.time }
    #expect(before.status == .collecting)
    // Nothing that was collected is lost: the samples of before and after the gap make one calibration.
    #expect(!later.contains { ($0.coveragePercent ?? 100) < (before.coveragePercent ?? 0) })
    #expect(device.calibrations.last?.status == .ok)
    #expect(lines(device).contains { $0.contains("\"name\":\"device_recovered\"") })
  }

  @Test func aNewBoardIsAccurateWithinTwoMinutesReplaysToTheSameBytesAndIsAccurateAfterARestart()
    async throws
  {
    let device = try device()
    try device.run(seconds: 115)
    device.finish()
    let calibration = try #require(applied(device).first ?? nil)
    #expect(applied(device).count == 1)
    try expectSameBytesOfReplay(of: device)
    #expect(calibration.grade == .a || calibration.grade == .b)
    #expect(calibration.inertial?.accelerometer != nil && calibration.inertial?.gyro != nil)
    let text = lines(device)
    for name in ["calibration_started", "calibration_progress", "calibration_accepted"] {
      #expect(text.contains { $0.contains("\"name\":\"\(name)\"") }, "\(name)")
    }
    #expect(text.contains { $0.contains("\"calibration\":{\"status\":\"collecting\"") })
    let last = try #require(text.last { $0.contains("\"type\":\"state\"") })
    #expect(
      last.contains(
        "\"calibration\":{\"status\":\"ok\",\"grade\":\"\(calibration.grade.rawValue)\""))
    #expect(text.contains { $0.contains("\"status\":\"accurate\"") })
    let first = try #require(
      text.first { $0.contains("\"type\":\"reading\"") && $0.contains("\"status\":\"accurate\"") })
    let reading = try Message(parsing: Array(first.utf8))
    guard case .reading(let accurate) = reading else {
      Issue.record("no reading")
      return
    }
    #expect(seconds(accurate.time, device) < 120)
    // the guide: coverage grows, and it ends
    #expect(device.calibrations.count > 50 && device.calibrations.last?.status == .ok)
    let coverages = device.calibrations.compactMap(\.coveragePercent)
    #expect(coverages.last ?? 0 >= 80)
    let gaps = zip(device.calibrations, device.calibrations.dropFirst()).map {
      $1.time.microseconds(since: $0.time)
    }
    #expect(gaps.count { $0 < 190_000 } < 8, "up to 5 Hz, but at once after a change")
    #expect(log.lines.contains { $0.contains("has no calibration: turn the device") })
    await save(device)
    #expect(entries(of: directory.path) == ["calibration-default@qmc5883p-0x2c.json"])

    let again = try self.device(from: 60)
    try again.run(seconds: 5)
    again.finish()
    let begun = try #require(again.inputs.first { $0.sample?.magneticField != nil })
    let set = try #require(again.inputs.first { if case .calibration = $0 { true } else { false } })
    #expect(set.time <= begun.time, "before the first field")
    #expect(applied(again) == [calibration], "the same to the last bit")
    #expect(
      lines(again).contains { $0.contains("\"type\":\"reading\"") && $0.contains("\"accurate\"") })
    #expect(!lines(again).contains { $0.contains("calibration_started") })
  }

  /// Expects that a run in which a calibration took effect replays to the same bytes.
  private func expectSameBytesOfReplay(of device: ScriptedDevice) throws {
    var reader = try TraceReader(source: MemorySource(device.recording), name: "recording")
    var session = Session(try Self.options().settings(for: reader.header))
    var output: [UInt8] = []
    while let item = try reader.next() { _ = session.feed(item.input) { output += $0.bytes } }
    session.finish { output += $0.bytes }
    #expect("\(reader.skipped)" == "no bad lines")
    #expect(output == device.output)
  }

  /// - Parameter change: what is wrong with the calibration that is kept.
  private func keep(
    inertialChip: String, chip: String = "qmc5883p-0x2c",
    change: (inout Calibration) -> Void = { _ in }
  ) throws -> Calibration {
    var fitted = try #require(Self.board.report.magnetometer.calibration)
    change(&fitted)
    let found = try #require(fitted.asWritten)
    let key = try ProfileKey(name: "default", chip: chip)
    let version = CalibrationProfile.Version(
      found, utcMicroseconds: Self.date, inertialChip: inertialChip)
    try CalibrationProfiles(directory: directory.path).write(
      CalibrationProfile(key: key, current: version))
    return found
  }

  @Test func aCalibrationHoldsForItsChipsOnly() throws {
    let kept = try keep(inertialChip: "mpu6050-0x69")
    let device = try device(from: 30)
    try device.run(seconds: 3)
    let used = try #require(applied(device).last ?? nil)
    #expect(used.inertial == nil && used.misalignment == .identity)
    #expect(used.hardIron == kept.hardIron)
    // the magnetometer of another address
    #expect(unlink(directory.path + "/calibration-default@qmc5883p-0x2c.json") == 0)
    _ = try keep(inertialChip: "mpu6050-0x68", chip: "qmc5883l-0x0d")
    let stranger = try self.device(from: 30)
    try stranger.run(seconds: 3)
    #expect(applied(stranger).isEmpty)
    #expect(stranger.supervisor?.live.isCollecting == true)
  }

  @Test func aCalibrationOfAnotherPlaceNeedsATurnAtItsFirstStartOnly() async throws {
    // Jakarta, 2026 (WMM2025): 44.6 µT, −31.6°; the board measures 48 µT at 60°.
    let kept = try keep(inertialChip: "mpu6050-0x68") {
      ($0.radius, $0.inclination) = (44.6, (-31.6).inRadians)
    }
    func isUnconfirmed(_ device: ScriptedDevice) throws -> Bool {
      let last = try #require(lines(device).last { $0.contains("\"type\":\"reading\"") })
      return last.contains("\"calibration_unconfirmed\"")
    }
    let early = try device(from: 60)
    try early.run(seconds: 6)
    #expect(try isUnconfirmed(early))
    let first = try device(from: 20)
    try first.run(seconds: 60)
    first.finish()
    #expect(try !isUnconfirmed(first), "the tumble has turned it")
    #expect(applied(first) == [kept], "the heading does not restart")
    await save(first)
    let stored = try CalibrationProfiles(directory: directory.path).list().profiles.first
    let field = try #require(stored?.current.calibration.confirmedField)
    #expect(stored?.previous == nil && stored?.current.utcMicroseconds == Self.date)
    // The field of `BoardTumble`; 5 % is what may change from start to start.
    let place = CalibrationField(strength: 48, inclination: 60.inRadians)
    #expect(try #require(place.distance(to: field)) < 0.05)

    let second = try device(from: 60)
    try second.run(seconds: 6)
    second.finish()
    #expect(applied(second) == [stored?.current.calibration], "the same to the last bit")
    #expect(try !isUnconfirmed(second))
    #expect(lines(second).contains { $0.contains("\"status\":\"accurate\"") })
  }

  @Test func whereItIsNotAutomaticNothingIsCollectedUnasked() throws {
    let device = try device(automatic: false)
    try device.run(seconds: 5)
    device.finish()
    #expect(device.supervisor?.live.isCollecting == false && applied(device).isEmpty)
    #expect(!lines(device).contains { $0.contains("calibration_started") })
  }

  @Test func aDamagedProfileIsSetAsideAndTheCollectionBegins() throws {
    _ = try directory.file(
      "calibration-default@qmc5883p-0x2c.json", "{\"calibration_profile\":1,\"na")
    let device = try device()
    try device.run(seconds: 2)
    #expect(
      log.lines.contains { $0.contains("a calibration profile is not used: it is incomplete") })
    #expect(
      entries(of: directory.path) == ["calibration-default@qmc5883p-0x2c.json.damaged-1"])
    #expect(device.supervisor?.live.isCollecting == true)
  }

  /// The answers to requests, in order.
  private final class Answers: Sendable {
    let all = Mutex<[Result<ControlReply, RequestError>]>([])
    func take(_ answer: Result<ControlReply, RequestError>) { all.withLock { $0.append(answer) } }
    var last: Result<ControlReply, RequestError>? { all.withLock { $0.last } }
  }

  @Test func aCalibrationThatIsThereIsOnlyReplacedByStartAndAccept() async throws {
    let kept = try keep(inertialChip: "mpu6050-0x68")
    let (requests, answers) = (CalibrationRequests(), Answers())
    let device = try device(requests: requests)
    try device.run(seconds: 2)
    #expect(applied(device) == [kept])
    requests.perform(.accept(profile: nil, force: false)) { answers.take($0) }
    try device.run(seconds: 0.2)
    guard case .failure(let early)? = answers.last else {
      Issue.record("accepted nothing")
      return
    }
    #expect(early.code == .notAvailable)
    requests.perform(.start(profile: nil, flow: .sphere)) { answers.take($0) }
    try device.run(seconds: 105)
    #expect(device.supervisor?.live.candidate != nil)
    #expect(applied(device) == [kept], "a candidate is not in use")
    #expect(device.calibrations.last?.status == .candidate)
    requests.perform(.accept(profile: nil, force: true)) { answers.take($0) }
    try device.run(seconds: 0.2)
    guard case .success(let reply)? = answers.last else {
      Issue.record("not accepted")
      return
    }
    #expect(reply["profile"] == .string("default"))
    let new = try #require(applied(device).last ?? nil)
    #expect(applied(device).count == 2 && new != kept)
    requests.perform(.rollback(profile: nil)) { answers.take($0) }
    try device.run(seconds: 0.2)
    #expect(applied(device).last == .some(kept))
    requests.perform(.list) { answers.take($0) }
    try device.run(seconds: 0.2)
    guard case .success(let list)? = answers.last else {
      Issue.record("no list")
      return
    }
    #expect(list["profiles"]?.array?.count == 1)
    requests.perform(.exporting(profile: nil)) { answers.take($0) }
    try device.run(seconds: 0.2)
    guard case .success(let exported)? = answers.last else {
      Issue.record("no export")
      return
    }
    let chip = JSONValue.Member(key: "chip", value: .string("qmc5883p-0x2c"))
    #expect(exported["calibration"] == .object(kept.members + [chip]))
    requests.perform(.use(profile: "boat")) { answers.take($0) }
    try device.run(seconds: 0.2)
    guard case .failure? = answers.last else {
      Issue.record("there is no boat")
      return
    }
    await save(device)
    let file = try CalibrationProfiles(directory: directory.path).list().profiles
    #expect(file.first?.current.calibration == kept && file.first?.previous?.calibration == new)
  }

  @Test func aCheckOfTheHeadingIsKeptWithItsCalibrationAndGoesWithIt() async throws {
    let kept = try keep(inertialChip: "mpu6050-0x68")
    let (requests, answers) = (CalibrationRequests(), Answers())
    let device = try device(requests: requests)
    try device.run(seconds: 2)
    let found = HeadingCheckResult(
      kind: .sun, errorDegrees: -4.567, error68Degrees: 0.9, agrees: false)
    requests.perform(.check(found)) { answers.take($0) }
    try device.run(seconds: 6)
    let shown = shownCheck(device)
    #expect(shown?.errorDegrees == -4.57 && shown?.kind == .sun && shown?.agrees == false)
    await save(device)
    let stored = try CalibrationProfiles(directory: directory.path).list().profiles.first
    #expect(stored?.current.calibration == kept && stored?.current.check == shown)

    requests.perform(.importing(profile: "default", calibration: bytes(of: kept.members))) {
      answers.take($0)
    }
    try device.run(seconds: 6)
    #expect(shownCheck(device) == nil, "another calibration was not checked")
    let later = device.supervisor?.service.profiles.values.first
    #expect(later?.current.check == nil && later?.previous?.check == shown)
  }

  /// The check of the heading that the last state has.
  private func shownCheck(_ device: ScriptedDevice) -> HeadingCheckResult? {
    let state = lines(device).last { $0.contains(#""type":"state""#) }
    let message = state.flatMap { try? JSONValue(parsing: Array($0.utf8)[...]) }
    return message?["calibration"]?["check"].flatMap(HeadingCheckResult.init)
  }

  @Test func aCollectionThatBeganByItselfReplacesNoCalibrationThatCame() async throws {
    let (requests, answers) = (CalibrationRequests(), Answers())
    let device = try device(requests: requests)
    try device.run(seconds: 20)
    #expect(device.supervisor?.live.isCollecting == true)
    let imported = try #require(Self.board.report.magnetometer.calibration?.asWritten)
    requests.perform(.importing(profile: "boat", calibration: bytes(of: imported.members))) {
      answers.take($0)
    }
    try device.run(seconds: 1)
    #expect(device.supervisor?.live.isCollecting == false)
    try device.run(seconds: 94)
    device.finish()
    #expect(applied(device) == [imported])
    await save(device)
    let kept = try CalibrationProfiles(directory: directory.path).list().profiles
    #expect(kept.map(\.key.name) == ["boat"] && kept.first?.previous == nil)
  }

  /// A calibration's members as a request has them.
  private func bytes(of members: [JSONValue.Member]) -> [UInt8] {
    var writer = JSONWriter(capacity: 512)
    writer.value(.object(members))
    return writer.bytes
  }

  @Test func aLockedCalibrationIsReplacedByNoOther() async throws {
    let kept = try keep(inertialChip: "mpu6050-0x68")
    let (requests, answers) = (CalibrationRequests(), Answers())
    let device = try device(requests: requests)
    try device.run(seconds: 2)
    let other = ControlRequest.Profiles.importing(
      profile: "default", calibration: bytes(of: kept.members))
    requests.perform(.lock(profile: nil)) { answers.take($0) }
    requests.perform(other) { answers.take($0) }
    try device.run(seconds: 0.2)
    guard case .failure(let refusal)? = answers.last else {
      Issue.record("a locked calibration was replaced")
      return
    }
    #expect(refusal.message == "the calibration \"default\" is locked")
    await save(device)
    let file = try CalibrationProfiles(directory: directory.path).list().profiles
    #expect(file.first?.isLocked == true)
    requests.perform(.unlock(profile: nil)) { answers.take($0) }
    requests.perform(other) { answers.take($0) }
    try device.run(seconds: 0.2)
    guard case .success? = answers.last else {
      Issue.record("an unlocked calibration was not replaced")
      return
    }
  }

  @Test func theListSaysWhichCalibrationIsNotKept() async throws {
    _ = try keep(inertialChip: "mpu6050-0x68")
    let (requests, answers) = (CalibrationRequests(), Answers())
    let device = try device(requests: requests)
    try device.run(seconds: 2)
    func isKept() throws -> Bool? {
      requests.perform(.list) { answers.take($0) }
      try device.run(seconds: 0.2)
      guard case .success(let list)? = answers.last else { return nil }
      return list["profiles"]?.array?.first?["kept"]?.bool ?? true
    }
    #expect(try isKept() == true)
    requests.perform(.lock(profile: nil)) { answers.take($0) }
    try device.run(seconds: 0.2)
    #expect(try isKept() == false, "nobody has written it")
    await save(device)
    #expect(try isKept() == true)
  }

  // With the longest names and a check each.
  @Test func thereIsRoomFor32CalibrationsWhoseListIsOneLine() throws {
    let kept = try keep(inertialChip: "mpu6050-0x68")
    let (requests, answers) = (CalibrationRequests(), Answers())
    let device = try device(requests: requests)
    try device.run(seconds: 2)
    let calibration = bytes(of: kept.members)
    func answer(_ request: ControlRequest.Profiles) throws -> Result<ControlReply, RequestError>? {
      requests.perform(request) { answers.take($0) }
      try device.run(seconds: 0.1)
      return answers.last
    }
    let found = HeadingCheckResult(
      kind: .turn, errorDegrees: -179.99, error68Degrees: 179.99, agrees: false,
      isConstantUnknown: true)
    // One is there: `default`.
    for number in 10..<41 {
      let name = String(repeating: "x", count: 38) + "\(number)"
      guard case .success? = try answer(.importing(profile: name, calibration: calibration)),
        case .success? = try answer(.check(found))
      else {
        Issue.record("no room for \(number)")
        return
      }
    }
    guard
      case .failure(let refusal)? = try answer(
        .importing(profile: "more", calibration: calibration))
    else {
      Issue.record("a calibration more than there is room for")
      return
    }
    #expect(refusal.code == .notAvailable && refusal.message.hasPrefix("32 calibrations are kept"))
    guard case .success? = try answer(.importing(profile: "default", calibration: calibration)),
      case .success(let list)? = try answer(.list)
    else {
      Issue.record("what is there cannot be replaced or listed")
      return
    }
    #expect(list["profiles"]?.array?.count == 32)
    // Its `id` comes to that.
    let line = Reply(id: nil, outcome: .control(.calibration, list)).line
    #expect(line.count < Limits.lineBytes * 3 / 4)
  }

  @Test func aCalibrationOfAnotherChipOrOfGradeFIsNotImported() async throws {
    let kept = try keep(inertialChip: "mpu6050-0x68")
    let (requests, answers) = (CalibrationRequests(), Answers())
    let device = try device(requests: requests)
    try device.run(seconds: 2)
    func refusal(_ members: [JSONValue.Member]) throws -> String? {
      requests.perform(.importing(profile: "boat", calibration: bytes(of: members))) {
        answers.take($0)
      }
      try device.run(seconds: 0.2)
      guard case .failure(let error)? = answers.last else { return nil }
      return error.message
    }
    let other = JSONValue.Member(key: "chip", value: .string("lis3mdl-0x1c"))
    #expect(
      try refusal(kept.members + [other])
        == "the calibration is for the chip lis3mdl-0x1c, and qmc5883p-0x2c measures")
    var ungraded = kept
    ungraded.grade = .f
    #expect(try refusal(ungraded.members) == "a calibration of grade F is none")
    #expect(device.supervisor?.service.profile == "default", "a refused import chooses nothing")
    let own = JSONValue.Member(key: "chip", value: .string("qmc5883p-0x2c"))
    #expect(try refusal(kept.members + [own]) == nil)
    #expect(device.supervisor?.service.profile == "boat")
  }

  /// µT; over 3 % of the field and so within what the field monitor allows.
  private static let offset = Vector3(1.1, -0.9, 0.7)

  private func keepWrong() throws -> Calibration {
    try keep(inertialChip: "mpu6050-0x68") {
      $0.hardIron = $0.hardIron + Self.offset
      ($0.grade, $0.residual, $0.error68Degrees) = (.c, 0.02, 4)
    }
  }

  @Test func everydayUseProposesABetterCalibrationWhichIsUsedOnRequestOnly() throws {
    let truth = try #require(Self.board.report.magnetometer.calibration)
    let kept = try keepWrong()
    let (requests, answers) = (CalibrationRequests(), Answers())
    let device = try device(requests: requests)
    try device.run(seconds: 110)
    #expect(applied(device) == [kept], "a proposal is not in use")
    let proposal = try #require(device.calibrations.last)
    #expect(proposal.status == .candidate && proposal.grade == "C")
    #expect(try #require(proposal.error68Degrees) < 4)
    #expect(log.lines.contains { $0.contains("everyday use shows a better calibration") })
    let events = lines(device).filter { $0.contains("\"name\":\"calibration_progress\"") }
    #expect(events.count == 1)
    requests.perform(.accept(profile: nil, force: false)) { answers.take($0) }
    try device.run(seconds: 0.2)
    guard case .success? = answers.last else {
      Issue.record("not accepted")
      return
    }
    let new = try #require(applied(device).last ?? nil)
    #expect((new.hardIron - truth.hardIron).length < Self.offset.length / 2)
    #expect(new.inertial == kept.inertial, "accelerometer and gyro stay calibrated")
    requests.perform(.rollback(profile: nil)) { answers.take($0) }
    try device.run(seconds: 0.2)
    #expect(applied(device).last == .some(kept))
    device.finish()
  }

  @Test func aProposalThatIsDiscardedIsNotMadeAgain() throws {
    let kept = try keepWrong()
    let (requests, answers) = (CalibrationRequests(), Answers())
    let device = try device(requests: requests)
    var seconds = 0.0
    while device.supervisor?.live.isProposal == false, seconds < 100 {
      try device.run(seconds: 1)
      seconds += 1
    }
    #expect(device.supervisor?.live.isProposal == true)
    requests.perform(.discard) { answers.take($0) }
    try device.run(seconds: 110 - seconds)
    #expect(device.supervisor?.live.isProposal == false && applied(device) == [kept])
    #expect(device.calibrations.last?.status == .ok)
    device.finish()
  }

  @Test(arguments: [true, false]) func nothingIsProposedOfALockedOrAGoodCalibration(isLocked: Bool)
    throws
  {
    let kept = isLocked ? try keepWrong() : try keep(inertialChip: "mpu6050-0x68")
    let (requests, answers) = (CalibrationRequests(), Answers())
    let device = try device(requests: requests)
    try device.run(seconds: 1)
    if isLocked { requests.perform(.lock(profile: nil)) { answers.take($0) } }
    try device.run(seconds: 110)
    #expect(device.supervisor?.live.isProposal == false && applied(device) == [kept])
    #expect(!log.lines.contains { $0.contains("everyday use") })
    device.finish()
  }

  @Test func aCancelledCollectionDoesNotBeginAgainByItself() throws {
    let (requests, answers) = (CalibrationRequests(), Answers())
    let device = try device(requests: requests)
    try device.run(seconds: 2)
    #expect(device.supervisor?.live.isCollecting == true)
    requests.perform(.cancel) { answers.take($0) }
    try device.run(seconds: 3)
    guard case .success? = answers.last else {
      Issue.record("not cancelled")
      return
    }
    #expect(device.supervisor?.live.isCollecting == false)
    #expect(device.calibrations.last?.status == StateMessage.Calibration.Status.none)
  }
}
