import Glibc
import TestFiles
import Testing

@testable import Storage

struct TemporariesTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func whatKilledSavesLeftIsRemoved() throws {
    let names = [
      ".last-place.json.tmp-1y2p0ij32e8e7", ".calibration-default@qmc5883l.json.tmp-0000000000000",
      ".profile-in-use.tmp-zzzzzzzzzzzzz",
    ]
    for name in names { _ = try directory.file(name, "half") }
    removeTemporaries(in: directory.path, now: time(nil) + 61)
    #expect(directory.names == [])
  }

  @Test func theNamesAreThoseThatASaveGives() throws {
    var left: Set<String> = []
    for name in ["last-place.json", "calibration-default.json", "profile-in-use"] {
      for _ in 0..<100 {
        try replaceFile(path: directory.path + "/" + name, contents: [1], mode: 0o600) {
          step throws(StorageError) in
          if step == .sync { left.formUnion(directory.names.filter { $0.hasPrefix(".") }) }
        }
      }
    }
    #expect(left.count == 300)
    for name in left { _ = try directory.file(name, "half") }
    removeTemporaries(in: directory.path, now: time(nil) + 61)
    #expect(directory.names == ["calibration-default.json", "last-place.json", "profile-in-use"])
  }

  @Test func aSaveOfNowIsLeft() throws {
    _ = try directory.file(".last-place.json.tmp-1y2p0ij32e8e7", "half")
    for seconds in [30, -30] {
      removeTemporaries(in: directory.path, now: time(nil) + seconds)
      #expect(directory.names.count == 1)
    }
  }

  @Test func afterTheClockWentBackTheyAreRemovedToo() throws {
    _ = try directory.file(".last-place.json.tmp-1y2p0ij32e8e7", "half")
    removeTemporaries(in: directory.path, now: 0)
    #expect(directory.names.isEmpty)
  }

  // Vim's is `.last-place.json.swp`.
  @Test func everyOtherFileIsLeft() throws {
    let names = [
      "last-place.json", "last-place.json.damaged-1", ".last-place.json", ".profile.toml.abc",
      ".last-place.json.swp", ".last-place.json.1y2p0ij32e8e7",
      ".last-place.json.tmp-1Y2P0IJ32E8E7", ".last-place.json.tmp-1y2p0ij32e8e7x",
      ".last-place.json.tmp-1y2p0ij32e8e", ".last-place.json.bak-1y2p0ij32e8e7",
      ".notes.json.tmp-1y2p0ij32e8e7", "last-place.json.tmp-1y2p0ij32e8e7",
      ".calibration-a.txt.tmp-1y2p0ij32e8e7", ".tmp-1y2p0ij32e8e7", "x.json.abc", ".json.",
      ".bashrc",
    ]
    for name in names { _ = try directory.file(name, "whole") }
    _ = try directory.directory(".last-place.json.tmp-0000000000001")
    removeTemporaries(in: directory.path, now: time(nil) + 3600)
    #expect(directory.names == (names + [".last-place.json.tmp-0000000000001"]).sorted())
  }

  @Test func aDirectoryThatIsNotThereIsNoFault() {
    removeTemporaries(in: directory.path + "/none")
  }
}
