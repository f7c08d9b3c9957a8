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
