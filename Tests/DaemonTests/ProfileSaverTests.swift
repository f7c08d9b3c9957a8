import Glibc
import Logging
import Profiles
import Quantities
import Storage
import TestFiles
import Testing
import Threads

@testable import qiblad

/// What becomes of a calibration, or a place, that the disk refuses.
@Suite struct ProfileSaverTests {
  private static let fileName = "calibration-default@qmc5883l-0x0d.json"

  private let directory: TemporaryDirectory
  private let log = Log()
  private let profile: CalibrationProfile

  init() throws {
    directory = try TemporaryDirectory()
    profile = CalibrationProfile(
      key: try ProfileKey(name: "default", chip: "qmc5883l-0x0d"),
      current: .init(.given, utcMicroseconds: 1_795_237_200_000_000))
  }

  private var logger: Logger { Logger(label: "test") { [log] _ in log } }
  /// A directory that is missing at first: each save fails then.
  private var path: String { directory.path + "/state" }

  /// Waits for a line; for long, since the machine may be busy.
  private func isLogged(_ text: String) async throws -> Bool {
    for _ in 0..<6_000 {
      if log.lines.contains(where: { $0.contains(text) }) { return true }
      try await Task.sleep(for: .milliseconds(5))
    }
    return false
  }

  private func saved() throws -> [CalibrationProfile] {
    try CalibrationProfiles(directory: path).list().profiles
  }

  @Test func aCalibrationThatWasRefusedIsWrittenAtTheEnd() async throws {
    let saver = ProfileSaver(CalibrationProfiles(directory: path), logger: logger)
    let saving = Task { await saver.run() }
    var first = profile
    first.isLocked = true
    saver.save(first)
    #expect(try await isLogged("a calibration is not kept yet"))
    saver.save(profile)
    saver.saveName("default")
    _ = try directory.directory("state")
    saver.finish()
    await saving.value
    #expect(try saved() == [profile], "the newest of them")
    #expect(CalibrationProfiles(directory: path).loadName() == .content("default"))
    #expect(!log.lines.contains { $0.contains("is lost") })
  }

  @Test func aCalibrationThatWasRefusedIsWrittenAfterAPause() async throws {
    var saver = ProfileSaver(CalibrationProfiles(directory: path), logger: logger)
    saver.delay = RetryDelay(first: 5000, longest: 5000)
    let saving = Task { [saver] in await saver.run() }
    saver.save(profile)
    #expect(try await isLogged("a calibration is not kept yet"))
    #expect(!saver.isKept(profile.key))
    _ = try directory.directory("state")
    #expect(try await isLogged("the calibration is kept now"))
    #expect(saver.isKept(profile.key))
    #expect(try saved() == [profile])
    saver.finish()
    await saving.value
    #expect(log.lines.count == 2, "a failure is logged once")
  }

  @Test func aCalibrationThatIsRefusedToTheEndIsSaidToBeLost() async throws {
    let saver = ProfileSaver(CalibrationProfiles(directory: path), logger: logger)
    saver.save(profile)
    saver.finish()
    await saver.run()
    #expect(log.lines.last?.contains("is lost with the end of this run: \(path)") == true)
  }

  // As a script imports them, faster than a memory card writes.
  @Test func noneOfManyCalibrationsThatWaitIsDropped() async throws {
    let saver = ProfileSaver(CalibrationProfiles(directory: directory.path), logger: logger)
    let names = (0..<100).map { "p\($0)" }.sorted()
    for name in names {
      saver.save(CalibrationProfile(key: try ProfileKey(name: name), current: profile.current))
    }
    saver.saveName("p7")
    for _ in 0..<100 { saver.save(profile) }
    saver.finish()
    await saver.run()
    let profiles = CalibrationProfiles(directory: directory.path)
    #expect(try profiles.list().profiles.map(\.key.name) == ["default"] + names)
    #expect(profiles.loadName() == .content("p7"))
  }

  private func service() -> CalibrationService {
    CalibrationService(
      isAutomatic: false, fitter: ImmediateFitter(), requests: CalibrationRequests(), chips: .none,
      describe: { "\($0)" }, logger: logger)
  }

  // A link to itself stands for a file that cannot be read now: the system refuses to open it (ELOOP, open(2)), and a
  // rename would replace it.
  @Test func aCalibrationThatCannotBeReadIsNotWrittenOver() async throws {
    let file = directory.path + "/" + Self.fileName
    try #require(symlink(Self.fileName, file) == 0)
    var service = service()
    service.keep(in: directory.path)
    #expect(service.profiles.isEmpty)
    let other = CalibrationProfile(key: try ProfileKey(name: "boat"), current: profile.current)
    let saver = try #require(service.saver)
    for profile in [profile, other] { saver.save(profile) }
    saver.finish()
    await saver.run()
    #expect(kind(of: file) == S_IFLNK)
    #expect(log.lines.filter { $0.contains(file) }.count == 2, "at the start, and by the save")
    #expect(try CalibrationProfiles(directory: directory.path).list().profiles == [other])
  }

  @Test func whereTheDirectoryCannotBeReadNothingIsKept() throws {
    try #require(symlink("state", path) == 0)
    var service = service()
    service.keep(in: path)
    #expect(service.saver == nil && service.profiles.isEmpty)
    #expect(log.lines.contains { $0.contains("calibrations are neither used nor kept: \(path)") })
  }

  @Test(arguments: [true, false]) func aPlaceThatWasRefusedIsWrittenLater(isAtEnd: Bool)
    async throws
  {
    let file = LastPlaceFile(directory: path)
    var saver = PlaceSaver(file: file, isObstacleLogged: false, logger: logger)
    if !isAtEnd { saver.delay = RetryDelay(first: 5000, longest: 5000) }
    let saving = Task { [saver] in await saver.run() }
    let place = LastPlace(
      position: try Position(coordinates: try Coordinates(latitude: 1, longitude: 2)),
      utcMicroseconds: nil)
    saver.save(place)
    #expect(try await isLogged("the last known place is not kept"))
    _ = try directory.directory("state")
    for _ in 0..<6_000 where !isAtEnd && file.load().content == nil {
      try await Task.sleep(for: .milliseconds(5))
    }
    if !isAtEnd { #expect(file.load() == .content(place)) }
    saver.finish()
    await saving.value
    #expect(file.load() == .content(place) && log.lines.count == 1)
  }
}
