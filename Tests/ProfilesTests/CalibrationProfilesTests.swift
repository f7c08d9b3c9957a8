import Glibc
import Profiles
import Quantities
import Randomness
import Storage
import TestFiles
import Testing

@Suite struct CalibrationProfilesTests {
  private let directory: TemporaryDirectory
  private let profiles: CalibrationProfiles

  init() throws {
    directory = try TemporaryDirectory()
    profiles = CalibrationProfiles(directory: directory.path)
  }

  private func version(_ seed: UInt64) -> CalibrationProfile.Version {
    var random = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    let (xy, xz, yz) = (number(-0.1...0.1), number(-0.1...0.1), number(-0.1...0.1))
    let calibration = Calibration(
      hardIron: Vector3(number(-300...300), number(-300...300), number(-300...300)),
      softIron: Matrix3(Vector3(1.1, xy, xz), Vector3(xy, 0.9, yz), Vector3(xz, yz, 1.02)),
      grade: .b, residual: 0.015625, error68Degrees: number(0...4), radius: number(25...65))
    return CalibrationProfile.Version(
      calibration, utcMicroseconds: 1_795_280_000_000_000 + Int64(seed) * 1_000_000)
  }

  private func key(_ name: String = "boat", chip: String? = "qmc5883l-1-0x0d") throws -> ProfileKey
  {
    try ProfileKey(name: name, chip: chip)
  }

  /// Writes a calibration as the daemon does, which knows the profile.
  private func save(_ version: CalibrationProfile.Version, under key: ProfileKey) throws {
    var profile = profiles.load(key).content ?? CalibrationProfile(key: key, current: version)
    profile.replace(with: version)
    try profiles.write(profile)
  }

  @Test func aSavedProfileIsLoadedAndTheFormerOneKept() throws {
    let (first, second, key) = (version(1), version(2), try key())
    var profile = CalibrationProfile(key: key, current: first)
    try profiles.write(profile)
    #expect(profiles.load(key) == .content(profile))
    profile.rollBack()
    #expect(profile.current == first && profile.previous == nil)
    profile.replace(with: second)
    try profiles.write(profile)
    let both = CalibrationProfile(key: key, current: second, previous: first)
    #expect(profiles.load(key) == .content(both))
    profile.rollBack()
    try profiles.write(profile)
    let back = CalibrationProfile(key: key, current: first, previous: second)
    #expect(profiles.load(key) == .content(back))
    profile.rollBack()
    #expect(profile == both)
    #expect(directory.names == ["calibration-boat@qmc5883l-1-0x0d.json"])
  }

  @Test func aLockIsKept() throws {
    let locked = CalibrationProfile(key: try key(), current: version(1), isLocked: true)
    try profiles.write(locked)
    #expect(profiles.load(try key()) == .content(locked))
    try save(version(2), under: try key())
    var again = try #require(profiles.load(try key()).content)
    #expect(again.isLocked && again.current == version(2))
    again.rollBack()
    #expect(again.isLocked && again.current == version(1))
    #expect(throws: CalibrationProfileError.badValue(key: "locked")) {
      let text = String(decoding: locked.encoded(), as: UTF8.self)
      let wrong = text.split(separator: "\"locked\":true").joined(separator: "\"locked\":1")
      _ = try CalibrationProfile(parsing: Array(wrong.utf8))
    }
  }

  @Test func savingTheSameAgainKeepsTheOneBefore() throws {
    let key = try key()
    for seed: UInt64 in [1, 2, 2] { try save(version(seed), under: key) }
    #expect(profiles.load(key).content?.previous == version(1))
  }

  @Test func profilesOfOtherNamesAndChipsAreApart() throws {
    let keys = [try key(chip: nil), try key(), try key("car", chip: nil)]
    for key in keys.reversed() { try save(version(3), under: key) }
    try save(version(6), under: keys[2])
    _ = try directory.file("last-place.json", "x")
    let list = try profiles.list()
    #expect(list.profiles.map(\.key) == keys && list.notices.isEmpty)
    #expect(profiles.load(try ProfileKey(name: "plane")) == .absent)
  }

  // A link to itself stands for a file that cannot be read now: the system refuses to open it (ELOOP, open(2)), and a
  // rename would replace it.
  @Test func aFileThatCannotBeReadIsListedWithItsKey() throws {
    let (good, bad) = (try key("car"), try key())
    try save(version(15), under: good)
    try #require(symlink(Self.name, directory.path + "/" + Self.name) == 0)
    let list = try profiles.list()
    #expect(list.profiles.map(\.key) == [good] && list.notices.count == 1)
    #expect(Array(list.unusable.keys) == [bad])
    #expect(list.unusable[bad]?.hasPrefix("\(directory.path)/\(Self.name): ") == true)
  }

  private static let name = "calibration-boat@qmc5883l-1-0x0d.json"

  @Test func aDirectoryThatCannotBeReadIsNotOneWithoutProfiles() throws {
    let loop = directory.path + "/loop"
    try #require(symlink("loop", loop) == 0)
    #expect(throws: StorageError.system(call: "opendir", path: loop, errno: ELOOP)) {
      try CalibrationProfiles(directory: loop).list()
    }
  }

  @Test func aFileThatBreaksOffAnywhereIsSetAsideWithItsBytes() throws {
    let key = try key()
    try save(version(7), under: key)
    let name = try #require(directory.names.first)
    try save(version(70), under: key)
    let line = try #require(profiles.load(key).content).encoded()
    for count in 0..<line.count {
      _ = try directory.file(name, Array(line.prefix(count)))
      guard case .quarantined(let aside, let reason) = profiles.load(key) else {
        Issue.record("\(count) bytes were taken")
        return
      }
      #expect(!reason.isEmpty)
      #expect(try contents(of: aside) == Array(line.prefix(count)))
      #expect(profiles.load(key) == .absent)
      unlink(aside)
    }
  }

  @Test func aForeignFileIsSetAsideBeforeANewOneIsSaved() throws {
    let key = try key()
    try save(version(8), under: key)
    let name = try #require(directory.names.first)
    _ = try directory.file(name, "{\"trace\":1}\n")
    try save(version(8), under: key)
    let profile = CalibrationProfile(key: key, current: version(8))
    #expect(profiles.load(key) == .content(profile))
    #expect(
      try contents(of: "\(directory.path)/\(name).damaged-1") == Array("{\"trace\":1}\n".utf8))
    // a copy under another name would be another boat's
    _ = try directory.file("calibration-car.json", profile.encoded())
    let list = try profiles.list()
    #expect(list.profiles == [profile] && list.notices.count == 1)
    #expect(list.notices.first?.contains("another name") == true)
  }

  @Test func aDirectoryInPlaceOfTheFileIsReportedAndKept() throws {
    let key = try key()
    try save(version(9), under: key)
    let name = try #require(directory.names.first)
    unlink("\(directory.path)/\(name)")
    _ = try directory.directory(name)
    #expect(profiles.load(key).notice?.contains("it is a directory") == true)
    #expect(throws: StorageError.self) { try save(version(90), under: key) }
    #expect(directory.names == [name])
  }

  // Root writes everywhere, whatever the mode says.
  @Test(.enabled(if: getuid() != 0)) func withoutPermissionTheOldProfileStays() throws {
    let key = try key()
    try save(version(10), under: key)
    chmod(directory.path, 0o500)
    defer { chmod(directory.path, 0o700) }
    #expect(throws: StorageError.self) { try save(version(11), under: key) }
    #expect(profiles.load(key).content?.current == version(10))
  }

  @Test func aMissingDirectoryIsAnErrorThatSaysHowToMakeIt() throws {
    let missing = CalibrationProfiles(directory: directory.path + "/state")
    #expect(try missing.list().profiles.isEmpty)
    #expect(throws: StorageError.noDirectory(path: directory.path + "/state")) {
      try missing.write(CalibrationProfile(key: try key(), current: version(12)))
    }
  }

  // A limit of the file size stands for a full disk: the write fails in its middle.
  @Test func aFullDiskLeavesTheOldProfileAndTheOneBefore() async throws {
    let path = "/tmp/qiblad-test-profiles-\(getpid())"
    try #require(mkdir(path, 0o700) == 0)
    defer {
      for name in entries(of: path) { unlink("\(path)/\(name)") }
      rmdir(path)
    }
    let full = CalibrationProfiles(directory: path)
    let key = try key()
    let both = CalibrationProfile(key: key, current: version(14), previous: version(13))
    try full.write(both)
    await #expect(processExitsWith: .success) {
      let full = CalibrationProfiles(directory: "/tmp/qiblad-test-profiles-\(getppid())")
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 100, rlim_max: 100)
      try #require(setrlimit(__rlimit_resource_t(1), &limit) == 0)  // RLIMIT_FSIZE
      let key = try ProfileKey(name: "boat", chip: "qmc5883l-1-0x0d")
      let other = CalibrationProfile(
        key: key, current: .init(.given, utcMicroseconds: nil))
      var isRefused = false
      do throws(StorageError) { try full.write(other) } catch {
        if case .noRoom = error { isRefused = true }
      }
      _exit(isRefused ? 0 : 1)
    }
    #expect(full.load(key) == .content(both))
    #expect(entries(of: path).count == 1)
  }

  @Test(arguments: ["", "a/b", "..", "x.y", "a@b", "ö", String(repeating: "x", count: 41), "a\0b"])
  func aNameThatCannotBeAFilesIsRefused(name: String) {
    #expect(throws: ProfileKeyError.notAName(name)) { try ProfileKey(name: name) }
  }
}
