import Glibc
import Randomness
import TestFiles
import Testing

@testable import Storage

@Suite struct FileReplacementTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func contents(_ path: String) throws -> [UInt8] {
    try readSmallFile(path: path, limitBytes: 1 << 24)
  }

  @Test(arguments: [0, 1, 4_096, 3_000_000])
  func aFileIsMadeAndReplacedWhole(size: Int) throws {
    let path = directory.path + "/a"
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try replaceFile(path: path, contents: bytes)
    #expect(try contents(path) == bytes)
    try replaceFile(path: path, contents: [42])
    #expect(try contents(path) == [42])
    #expect(directory.names == ["a"])
  }

  @Test(arguments: [0o600, 0o644, 0o640, 0o666] as [UInt32])
  func theModeIsTheOneAskedFor(wanted: UInt32) throws {
    let path = try directory.file("a", "old")
    chmod(path, 0o604)
    try replaceFile(path: path, contents: [1], mode: wanted)
    #expect(mode(of: path) == S_IFREG | wanted)
  }

  @Test func onlyTheOwnerMayReadItUnlessSaidOtherwise() throws {
    try replaceFile(path: directory.path + "/a", contents: [1])
    #expect(mode(of: directory.path + "/a") == S_IFREG | 0o600)
  }

  private func owner(of path: String) -> [UInt32] {
    var info = stat()
    return lstat(path, &info) == 0 ? [info.st_uid, info.st_gid] : []
  }

  // Only root gives files away. The numbers are those of no user.
  @Test(.enabled(if: geteuid() == 0)) func whatRootReplacesOrMakesStaysTheServices() throws {
    let path = try directory.file("a", "old")
    try #require(chown(path, 64_711, 64_712) == 0 && chown(directory.path, 64_713, 64_714) == 0)
    try replaceFile(path: path, contents: [1], mode: 0o640)
    #expect(owner(of: path) == [64_711, 64_712] && mode(of: path) == S_IFREG | 0o640)
    try replaceFile(path: directory.path + "/b", contents: [1], mode: 0o640)
    #expect(owner(of: directory.path + "/b") == [64_713, 64_714])
    #expect(mode(of: directory.path + "/b") == S_IFREG | 0o640)
    try #require(symlink(path, directory.path + "/link") == 0)
    try replaceFile(path: directory.path + "/link", contents: [1])
    #expect(owner(of: directory.path + "/link") == [64_713, 64_714])
  }

  @Test(.enabled(if: geteuid() == 0)) func inADirectoryOfAllUsersNothingIsGivenAway() throws {
    let path = try directory.file("a", "another user has made this before")
    try #require(chown(path, 64_711, 64_712) == 0 && chmod(directory.path, 0o1777) == 0)
    try replaceFile(path: path, contents: [1], mode: 0o640)
    #expect(owner(of: path) == [geteuid(), getegid()] && mode(of: path) == S_IFREG | 0o600)
    try replaceFile(path: directory.path + "/b", contents: [1], mode: 0o640)
    #expect(mode(of: directory.path + "/b") == S_IFREG | 0o640)
  }

  // Another user than root, 65534, may not give the file the group 0 that its former one has.
  @Test(.enabled(if: geteuid() == 0)) func aGroupThatCannotBeKeptLeavesNoRightsToAnother()
    async throws
  {
    let folder = "/tmp/qiblad-test-group-\(getpid())"
    try #require(mkdir(folder, 0o755) == 0 && chown(folder, 65_534, 65_534) == 0)
    defer {
      for name in entries(of: folder) { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }
    try replaceFile(path: folder + "/a", contents: [0], mode: 0o640)
    try #require(chown(folder + "/a", 65_534, 0) == 0)
    await #expect(processExitsWith: .success) {
      let path = "/tmp/qiblad-test-group-\(getppid())/a"
      try #require(setgroups(0, nil) == 0 && setgid(65_534) == 0 && setuid(65_534) == 0)
      try replaceFile(path: path, contents: [1], mode: 0o640)
    }
    #expect(try contents(folder + "/a") == [1])
    #expect(owner(of: folder + "/a") == [65_534, 65_534])
    #expect(mode(of: folder + "/a") == S_IFREG | 0o600)
  }

  @Test func aLinkIsReplacedAndWhatItLedToStays() throws {
    let target = try directory.file("target", "precious")
    let path = directory.path + "/link"
    try #require(symlink(target, path) == 0)
    try replaceFile(path: path, contents: [1])
    #expect(try contents(target) == Array("precious".utf8))
    #expect(mode(of: path) == S_IFREG | 0o600)
  }

  @Test(arguments: ReplacementStep.allCases)
  func aStepThatFailsLeavesAWholeFileAndNothingElse(step: ReplacementStep) throws {
    let path = try directory.file("a", "old")
    let injected = StorageError.system(call: "test", path: path, errno: EIO)
    let error = failure { () throws(StorageError) in
      try replaceFile(path: path, contents: Array("new".utf8), mode: 0o600) {
        next throws(StorageError) in
        if next == step { throw injected }
      }
    }
    #expect(error == injected)
    #expect(directory.names == ["a"])
    let expected = step == .syncDirectory ? "new" : "old"
    #expect(try contents(path) == Array(expected.utf8))
  }

  @Test func theStepsComeInTheOrderThatOutlastsAPowerCut() throws {
    var steps: [ReplacementStep] = []
    try replaceFile(path: directory.path + "/a", contents: [1], mode: 0o600) {
      step throws(StorageError) in steps.append(step)
    }
    #expect(steps == [.create, .write, .sync, .rename, .syncDirectory])
  }

  @Test func aPathThatCannotBeReplacedIsNamed() throws {
    func problem(_ path: String) -> StorageError? {
      failure { () throws(StorageError) in try replaceFile(path: path, contents: [1]) }
    }
    let none = directory.path + "/none"
    let error = problem(none + "/a")
    #expect(error == .noDirectory(path: none))
    #expect(
      error?.description == "\(none): there is no such directory; make it with: mkdir -p \(none)")
    #expect(problem("") == .missing(path: ""))
    #expect(problem("/tmp/a\0b") == .missing(path: "/tmp/a\0b"))
    #expect(problem(directory.path) == .isDirectory(path: directory.path))
    #expect(problem(directory.path + "/") == .isDirectory(path: directory.path + "/"))
    #expect(problem("/proc/a") != nil)
    let file = try directory.file("file", "x")
    #expect(problem(file + "/a") == .system(call: "open", path: file + "/a", errno: ENOTDIR))
    #expect(directory.names == ["file"], "no temporary file stays")
  }

  // open(2), rename(2) and access(2) give EROFS there; as ext4 does after an error (errors=remount-ro, ext4(5)).
  @Test func aReadOnlyFileSystemIsNamedAndNotARightOfTheUser() {
    let error = StorageError.writeRefused("/var/lib/qiblad", errno: EROFS)
    #expect(error.description.hasPrefix("/var/lib/qiblad: the file system is read-only"))
    #expect(error.description.contains("dmesg") && error.path == "/var/lib/qiblad")
    for number in [EACCES, EPERM] {
      #expect(StorageError.writeRefused("/a", errno: number) == .notWritable(path: "/a"))
    }
  }

  // What a container mounts so, for root too.
  private static let readOnlyDirectory = ["/sys", "/proc/sys"].first { path in
    var info = statvfs()
    return statvfs(path, &info) == 0 && info.f_flag & UInt(ST_RDONLY) != 0
  }

  @Test(.enabled(if: readOnlyDirectory != nil && getuid() == 0))
  func aStateDirectoryThatIsReadOnlyIsAnObstacleOfItsOwn() throws {
    let path = try #require(Self.readOnlyDirectory)
    #expect(StateDirectory.obstacle(to: path) == .readOnly(path: path))
  }

  // Root writes everywhere, whatever the mode says.
  @Test(.enabled(if: getuid() != 0)) func aDirectoryThatMayNotBeWrittenToIsNamed() throws {
    chmod(directory.path, 0o500)
    defer { chmod(directory.path, 0o700) }
    let error = failure { () throws(StorageError) in
      try replaceFile(path: directory.path + "/a", contents: [1])
    }
    #expect(error == .notWritable(path: directory.path))
  }

  @Test func replacersAtTheSameTimeNeverMix() async throws {
    let path = try directory.file("a", [UInt8](repeating: 0, count: 5_000))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 1...4 as ClosedRange<UInt8> {
        group.addTask {
          for _ in 0..<25 {
            try replaceFile(path: path, contents: [UInt8](repeating: writer, count: 5_000))
          }
        }
      }
      group.addTask {
        for _ in 0..<200 {
          let bytes = try readSmallFile(path: path, limitBytes: 5_000)
          #expect(bytes.count == 5_000 && Set(bytes).count == 1)
        }
      }
      try await group.waitForAll()
    }
    #expect(directory.names == ["a"])
  }
}
