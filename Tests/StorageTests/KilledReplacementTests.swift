import Glibc
import Randomness
import TestFiles
import Testing

@testable import Storage

/// Each child process works in `/tmp/qiblad-test-NAME-PID`, PID being that of its parent.
private func sharedPath(_ name: String, _ parent: pid_t) -> String {
  "/tmp/qiblad-test-\(name)-\(parent)"
}

@Suite struct KilledReplacementTests {
  /// Twelve, or as many as `QIBLAD_KILLS` asks for: `make check-all` asks for 500.
  private var kills: Int {
    getenv("QIBLAD_KILLS").flatMap { Int(String(cString: $0)) } ?? 12
  }

  @Test func aProcessThatIsKilledLeavesAWholeFile() async throws {
    let path = sharedPath("killed", getpid())
    try replaceFile(path: path, contents: [UInt8](repeating: 0, count: 200_000))
    defer { removeWithTemporaries(path) }
    var seen: Set<UInt8> = []
    for _ in 0..<kills {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        let path = sharedPath("killed", getppid())
        var random = SystemRandomNumberGenerator()
        var isFirst = true
        while true {
          let byte = UInt8.random(in: 0...255, using: &random)
          try replaceFile(path: path, contents: [UInt8](repeating: byte, count: 200_000))
          if isFirst { killSoon() }
          isFirst = false
        }
      }
      let bytes = try readSmallFile(path: path, limitBytes: 200_000)
      #expect(bytes.count == 200_000 && Set(bytes).count == 1)
      seen.formUnion(bytes.prefix(1))
    }
    #expect(seen.count > 1, "the child never got to replace the file")
  }

  // A limit of the file size stands for a full disk: the write fails in its middle.
  @Test func aFullDiskLeavesTheOldFile() async throws {
    let path = sharedPath("full", getpid())
    try replaceFile(path: path, contents: Array("old".utf8))
    defer { removeWithTemporaries(path) }
    await #expect(processExitsWith: .success) {
      let path = sharedPath("full", getppid())
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 10_000, rlim_max: 10_000)
      try #require(setrlimit(__rlimit_resource_t(1), &limit) == 0)  // RLIMIT_FSIZE
      let error = failure { () throws(StorageError) in
        try replaceFile(path: path, contents: [UInt8](repeating: 1, count: 100_000))
      }
      // Not `exit`: a record of the coverage would be cut by the limit too, and spoil all others.
      _exit(error == .noRoom(path: path) ? 0 : 1)
    }
    #expect(try readSmallFile(path: path, limitBytes: 100) == Array("old".utf8))
    #expect(temporaries(path).isEmpty)
  }

  private func temporaries(_ path: String) -> [String] {
    let name = path.dropFirst("/tmp/".count)
    return entries(of: "/tmp").filter { $0.hasPrefix(".\(name).") }
  }

  private func removeWithTemporaries(_ path: String) {
    unlink(path)
    for name in temporaries(path) { unlink("/tmp/" + name) }
  }
}
