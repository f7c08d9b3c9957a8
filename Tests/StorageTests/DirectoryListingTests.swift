import Glibc
import Storage
import TestFiles
import Testing

@Suite struct DirectoryListingTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func problem(_ path: String) -> StorageError? {
    failure { () throws(StorageError) in _ = try names(in: path) }
  }

  @Test func everyEntryIsNamed() throws {
    for name in ["b", ".hidden", "ö"] { _ = try directory.file(name, "") }
    #expect(try names(in: directory.path).sorted() == [".", "..", ".hidden", "b", "ö"])
  }

  // A link to itself stands for a disk that does not answer: the system refuses to open it (ELOOP, open(2)).
  @Test func aDirectoryThatCannotBeReadIsNoEmptyOne() throws {
    let loop = directory.path + "/loop"
    try #require(symlink("loop", loop) == 0)
    #expect(problem(loop) == .system(call: "opendir", path: loop, errno: ELOOP))
    let file = try directory.file("file", "")
    for path in [file, directory.path + "/none"] {
      #expect(problem(path) == .noDirectory(path: path))
    }
  }

  // Root reads every directory.
  @Test(.enabled(if: getuid() != 0)) func aDirectoryThatMayNotBeReadIsNamed() {
    chmod(directory.path, 0o300)
    defer { chmod(directory.path, 0o700) }
    #expect(problem(directory.path) == .notReadable(path: directory.path))
  }
}
