import Glibc
import TestFiles
import Testing

@testable import Storage

@Suite struct QuarantineTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func everyDamagedFileIsKeptUnderItsOwnName() throws {
    for number in 1...3 {
      let path = try directory.file("a", "damage \(number)")
      let aside = try quarantine(path: path)
      #expect(aside == "\(path).damaged-\(number)")
    }
    #expect(directory.names == ["a.damaged-1", "a.damaged-2", "a.damaged-3"])
    for number in 1...3 {
      let bytes = try readSmallFile(
        path: "\(directory.path)/a.damaged-\(number)", limitBytes: 100)
      #expect(bytes == Array("damage \(number)".utf8))
    }
  }

  @Test func whatHasTheNameIsNeverOverwritten() throws {
    let path = try directory.file("a", "damaged")
    _ = try directory.file("a.damaged-1", "mine")
    try #require(mkdir(path + ".damaged-2", 0o700) == 0)
    try #require(symlink("/nowhere", path + ".damaged-3") == 0)
    #expect(try quarantine(path: path) == path + ".damaged-4")
    #expect(try readSmallFile(path: path + ".damaged-1", limitBytes: 9) == Array("mine".utf8))
  }

  // link(2) is refused for a file of another user that this one may not write (proc_sys_fs(5), protected_hardlinks),
  // and on vfat for every file.
  @Test(.enabled(if: geteuid() == 0)) func aFileOfAnotherUserIsMovedToo() async throws {
    let folder = "/tmp/qiblad-test-quarantine-\(getpid())"
    try #require(mkdir(folder, 0o755) == 0 && chown(folder, 65_534, 65_534) == 0)
    defer {
      for name in entries(of: folder) { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }
    try replaceFile(path: folder + "/a", contents: [42], mode: 0o644)
    try #require(chown(folder + "/a", 0, 0) == 0)
    await #expect(processExitsWith: .success) {
      let path = "/tmp/qiblad-test-quarantine-\(getppid())/a"
      try #require(setgid(65_534) == 0 && setuid(65_534) == 0)
      try #require(try quarantine(path: path) == path + ".damaged-1")
    }
    #expect(entries(of: folder) == ["a.damaged-1"])
    #expect(try readSmallFile(path: folder + "/a.damaged-1", limitBytes: 9) == [42])
  }

  @Test func afterAllNamesTheFileStays() throws {
    for number in 1...quarantineLimit { _ = try directory.file("a.damaged-\(number)", "") }
    let path = try directory.file("a", "x")
    let error = failure { () throws(StorageError) in _ = try quarantine(path: path) }
    #expect(error == .noFreeName(path: path))
    #expect(try readSmallFile(path: path, limitBytes: 9) == Array("x".utf8))
  }

  @Test(arguments: ["/tmp/qiblad-no-such-file", "", "/tmp/a\0b"])
  func whatIsNotThereIsMissing(path: String) {
    let error = failure { () throws(StorageError) in _ = try quarantine(path: path) }
    #expect(error == .missing(path: path))
    #expect(mode(of: path + ".damaged-1") == nil)
  }
}
