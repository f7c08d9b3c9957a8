import Foundation
import Glibc
import TestFiles
import Testing

@testable import Storage

@Suite struct SmallFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func problem(_ path: String, limit: Int = 100) -> StorageError? {
    let error = failure { () throws(StorageError) in
      _ = try readSmallFile(path: path, limitBytes: limit)
    }
    #expect(error?.description.contains { $0.isNewline } != true)
    return error
  }

  @Test(arguments: [0, 1, 99, 100, 16_384, 16_385, 100_000])
  func aFileIsReadWholeUpToTheLimit(size: Int) throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let path = try directory.file("a", bytes)
    #expect(try readSmallFile(path: path, limitBytes: size) == bytes)
    if size > 0 { #expect(problem(path, limit: size - 1) != nil) }
  }

  @Test func whatIsTooLargeIsNamed() throws {
    let path = try directory.file("a", [UInt8](repeating: 1, count: 101))
    let error = problem(path)
    #expect(error == .tooLarge(path: path, limitBytes: 100))
    #expect(error?.description == "\(path): it is too large; at most 100 bytes are read")
    #expect(problem("/dev/zero") == .tooLarge(path: "/dev/zero", limitBytes: 100))
  }

  @Test func aGigabyteIsRefusedByItsSize() throws {
    let path = try directory.file("a", [])
    try #require(truncate(path, 1 << 30) == 0)
    let limit = (1 << 30) - 1
    let before = peakKilobytes()
    #expect(problem(path, limit: limit) == .tooLarge(path: path, limitBytes: limit))
    #expect(peakKilobytes() - before < 500_000, "it was read into memory")
    // /proc has no sizes and is read up to the limit nevertheless
    #expect(problem("/proc/self/maps") == .tooLarge(path: "/proc/self/maps", limitBytes: 100))
  }

  /// The most memory that this process ever had.
  private func peakKilobytes() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
  }

  @Test func whatIsNotThereIsMissing() {
    for path in [directory.path + "/none", "", "/dev/null\0.toml"] {
      #expect(problem(path) == .missing(path: path))
    }
    #expect(problem("/none")?.description == "/none: there is no such file; check the path")
  }

  @Test func aDirectoryIsNoFile() {
    #expect(problem(directory.path) == .isDirectory(path: directory.path))
    #expect(problem("/") == .isDirectory(path: "/"))
  }

  @Test func anyOtherRefusalOfTheSystemIsNamed() throws {
    let path = try directory.file("a", "x") + "/b"
    #expect(problem(path) == .system(call: "open", path: path, errno: ENOTDIR))
    let long = "/" + String(repeating: "x", count: 300)
    #expect(problem(long) == .system(call: "open", path: long, errno: ENAMETOOLONG))
  }

  // Root reads everything, whatever the mode says.
  @Test(.enabled(if: getuid() != 0)) func whatMayNotBeReadSaysSo() throws {
    let path = try directory.file("a", "x")
    chmod(path, 0)
    #expect(problem(path) == .notReadable(path: path))
  }

  @Test func aNamedPipeDoesNotHang() throws {
    let path = directory.path + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    #expect(try readSmallFile(path: path, limitBytes: 100) == [])
    let writer = open(path, O_RDWR | O_CLOEXEC)
    defer { close(writer) }
    #expect(problem(path) == .system(call: "read", path: path, errno: ETIMEDOUT))
  }

  // As `<(command)` of a shell, whose bytes come when the command has them.
  @Test func aPipeIsWaitedFor() throws {
    let path = directory.path + "/slow"
    try #require(mkfifo(path, 0o600) == 0)
    let writer = open(path, O_RDWR | O_CLOEXEC)
    let thread = Thread {
      for text in ["ab", "cd"] {
        usleep(100_000)
        _ = write(writer, text, 2)
      }
      usleep(100_000)
      close(writer)
    }
    thread.start()
    #expect(try readSmallFile(path: path, limitBytes: 100) == Array("abcd".utf8))
  }

  @Test func aPathCannotBreakTheLineOfTheMessage() {
    let path = directory.path + "/a\n\u{1B}[2Jb"
    #expect(
      problem(path)?.description == directory.path
        + "/a??[2Jb: there is no such file; check the path")
  }
}
