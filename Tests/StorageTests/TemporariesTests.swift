import Glibc
import Storage
import TestFiles
import Testing

struct TemporariesTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func whatKilledSavesLeftIsRemoved() throws {
    let names = [
      ".last-place.json.1y2p0ij32e8e7", ".calibration-default@qmc5883l.json.0",
      ".profile-in-use.zz",
    ]
    for name in names { _ = try directory.file(name, "half") }
    removeTemporaries(in: directory.path, now: time(nil) + 61)
    #expect(directory.names == [])
  }

  @Test func aSaveOfNowIsLeft() throws {
    _ = try directory.file(".last-place.json.1y2p0ij32e8e7", "half")
    removeTemporaries(in: directory.path, now: time(nil) + 30)
    #expect(directory.names.count == 1)
  }

  @Test func everyOtherFileIsLeft() throws {
    let names = [
      "last-place.json", "last-place.json.damaged-1", ".last-place.json", ".profile.toml.abc",
      ".last-place.json.ABC", ".last-place.json.1y2p0ij32e8e7x", "x.json.abc", ".json.", ".bashrc",
    ]
    for name in names { _ = try directory.file(name, "whole") }
    _ = try directory.directory(".folder.json.abc")
    removeTemporaries(in: directory.path, now: time(nil) + 3600)
    #expect(directory.names == (names + [".folder.json.abc"]).sorted())
  }

  @Test func aDirectoryThatIsNotThereIsNoFault() {
    removeTemporaries(in: directory.path + "/none")
  }
}
