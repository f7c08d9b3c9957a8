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

  @Test func aSavedProfileIsLoadedAndTheFormerOneKept() throws {
    let (first, second, key) = (version(1), version(2), try key())
    try profiles.save(first, under: key)
    #expect(profiles.load(key) == .content(CalibrationProfile(key: key, current: first)))
    #expect(try profiles.rollback(key) == nil)
    try profiles.save(second, under: key)
    let both = CalibrationProfile(key: key, current: second, previous: first)
    #expect(profiles.load(key) == .content(both))
    let back = CalibrationProfile(key: key, current: first, previous: second)
    #expect(try profiles.rollback(key) == back)
    #expect(profiles.load(key) == .content(back))
    #expect(try profiles.rollback(key) == both)
    #expect(directory.names == ["calibration-boat@qmc5883l-1-0x0d.json"])
  }

  @Test func aLockIsKept() throws {
    let locked = CalibrationProfile(key: try key(), current: version(1), isLocked: true)
    try profiles.write(locked)
    #expect(profiles.load(try key()) == .content(locked))
    try profiles.save(version(2), under: try key())
    #expect(profiles.load(try key()).content?.isLocked == true)
    #expect(try profiles.rollback(try key())?.isLocked == true)
    #expect(throws: CalibrationProfileError.badValue(key: "locked")) {
      let text = String(decoding: locked.encoded(), as: UTF8.self)
      let wrong = text.split(separator: "\"locked\":true").joined(separator: "\"locked\":1")
      _ = try CalibrationProfile(parsing: Array(wrong.utf8))
    }
  }

  @Test func savingTheSameAgainKeepsTheOneBefore() throws {
    let key = try key()
    for seed: UInt64 in [1, 2, 2] { try profiles.save(version(seed), under: key) }
    #expect(profiles.load(key).content?.previous == version(1))
  }

  @Test func profilesOfOtherNamesAndChipsAreApart() throws {
    let keys = [try key(chip: nil), try key(), try key("car", chip: nil)]
    for key in keys.reversed() { try profiles.save(version(3), under: key) }
    try profiles.save(version(6), under: keys[2])
    _ = try directory.file("last-place.json", "x")
    let list = profiles.list()
    #expect(list.profiles.map(\.key) == keys && list.notices.isEmpty)
    #expect(profiles.load(try ProfileKey(name: "plane")) == .absent)
    #expect(try profiles.rollback(try ProfileKey(name: "boat")) == nil)
  }

  @Test func aFileThatBreaksOffAnywhereIsSetAsideWithItsBytes() throws {
    let key = try key()
    try profiles.save(version(7), under: key)
    let name = try #require(directory.names.first)
    try profiles.save(version(70), under: key)
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
    try profiles.save(version(8), under: key)
    let name = try #require(directory.names.first)
    _ = try directory.file(name, "{\"trace\":1}\n")
    try profiles.save(version(8), under: key)
    let profile = CalibrationProfile(key: key, current: version(8))
    #expect(profiles.load(key) == .content(profile))
    #expect(
      try contents(of: "\(directory.path)/\(name).damaged-1") == Array("{\"trace\":1}\n".utf8))
    // a copy under another name would be another boat's
    _ = try directory.file("calibration-car.json", profile.encoded())
    let list = profiles.list()
    #expect(list.profiles == [profile] && list.notices.count == 1)
    #expect(list.notices.first?.contains("another name") == true)
  }

  @Test func aDirectoryInPlaceOfTheFileIsReportedAndKept() throws {
    let key = try key()
    try profiles.save(version(9), under: key)
    let name = try #require(directory.names.first)
    unlink("\(directory.path)/\(name)")
    _ = try directory.directory(name)
    #expect(profiles.load(key).notice?.contains("it is a directory") == true)
    #expect(throws: StorageError.self) { try profiles.save(version(90), under: key) }
    #expect(directory.names == [name])
  }

  // Root writes everywhere, whatever the mode says.
  @Test(.enabled(if: getuid() != 0)) func withoutPermissionTheOldProfileStays() throws {
    let key = try key()
    try profiles.save(version(10), under: key)
    chmod(directory.path, 0o500)
    defer { chmod(directory.path, 0o700) }
    #expect(throws: StorageError.self) { try profiles.save(version(11), under: key) }
    #expect(profiles.load(key).content?.current == version(10))
  }

  @Test func aMissingDirectoryIsAnErrorThatSaysHowToMakeIt() throws {
    let missing = CalibrationProfiles(directory: directory.path + "/state")
    #expect(missing.list().profiles.isEmpty)
    #expect(throws: StorageError.noDirectory(path: directory.path + "/state")) {
      try missing.save(version(12), under: try key())
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
    for seed: UInt64 in [13, 14] { try full.save(version(seed), under: key) }
    await #expect(processExitsWith: .success) {
      let full = CalibrationProfiles(directory: "/tmp/qiblad-test-profiles-\(getppid())")
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 100, rlim_max: 100)
      try #require(setrlimit(__rlimit_resource_t(1), &limit) == 0)  // RLIMIT_FSIZE
      let key = try ProfileKey(name: "boat", chip: "qmc5883l-1-0x0d")
      let other = CalibrationProfile.Version(.given, utcMicroseconds: nil)
      var isRefused = false
      do throws(StorageError) { try full.save(other, under: key) } catch {
        if case .noRoom = error { isRefused = true }
      }
      _exit(isRefused ? 0 : 1)
    }
    let profile = full.load(key).content
    #expect(profile?.current == version(14) && profile?.previous == version(13))
    #expect(entries(of: path).count == 1)
  }

  @Test(arguments: ["", "a/b", "..", "x.y", "a@b", "ö", String(repeating: "x", count: 41), "a\0b"])
  func aNameThatCannotBeAFilesIsRefused(name: String) {
    #expect(throws: ProfileKeyError.notAName(name)) { try ProfileKey(name: name) }
  }
}
