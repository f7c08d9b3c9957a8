import Glibc
import Quantities
import Randomness
import TestFiles
import Testing

@testable import Storage

@Suite struct LastPlaceFileTests {
  private let directory: TemporaryDirectory
  private let file: LastPlaceFile

  init() throws {
    directory = try TemporaryDirectory()
    file = LastPlaceFile(directory: directory.path)
  }

  @Test func whatWasSavedIsLoaded() throws {
    var random = SeededGenerator(seed: 51)
    for _ in 0..<20 {
      let place = try randomPlace(&random)
      try file.save(place)
      #expect(file.load() == .content(place))
      #expect(file.load().content == place && file.load().notice == nil)
    }
    #expect(directory.names == ["last-place.json"])
    #expect(mode(of: file.path) == S_IFREG | 0o600)
  }

  @Test func beforeTheFirstSaveThereIsNothingAndNothingToSay() {
    #expect(file.load() == .absent)
    #expect(file.load().content == nil && file.load().notice == nil)
    #expect(LastPlaceFile(directory: "/no/such/directory").load() == .absent)
  }

  @Test func aLineThatBreaksOffAnywhereIsSetAsideWithItsBytes() throws {
    var random = SeededGenerator(seed: 52)
    let line = try randomPlace(&random).encoded()
    for count in 0..<line.count {
      let path = try directory.file("last-place.json", Array(line.prefix(count)))
      guard case .quarantined(let aside, let reason) = file.load() else {
        Issue.record("\(count) bytes were taken")
        return
      }
      #expect(!reason.isEmpty)
      #expect(try readSmallFile(path: aside, limitBytes: 4_096) == Array(line.prefix(count)))
      #expect(file.load() == .absent)
      unlink(aside)
      #expect(mode(of: path) == nil)
    }
  }

  @Test func aForeignOrHugeFileIsSetAsideAndSaid() throws {
    let foreign = try directory.file("last-place.json", "{\"trace\":1}\n")
    let notice = file.load().notice
    #expect(
      notice
        == "the last known place is not used: it is not a last known place of version 1; the file is "
        + "kept as \(foreign).damaged-1")
    try file.save(
      LastPlace(
        position: try Position(coordinates: try Coordinates(latitude: 1, longitude: 2)),
        utcMicroseconds: 0))
    #expect(file.load().content != nil)
    try #require(truncate(foreign, 1 << 30) == 0)
    #expect(
      file.load()
        == .quarantined(
          path: foreign + ".damaged-2", reason: "it is too large; at most 4096 bytes are read"))
    #expect(
      directory.names == ["last-place.json.damaged-1", "last-place.json.damaged-2"])
  }

  @Test func whatCannotBeUsedStaysAndIsSaid() throws {
    try #require(mkdir(file.path, 0o700) == 0)
    let loaded = file.load()
    #expect(loaded == .unusable(reason: "\(file.path): it is a directory; name the file in it"))
    #expect(loaded.content == nil && loaded.notice?.contains(file.path) == true)
    #expect(directory.names == ["last-place.json"])
  }

  @Test func aFileThatCannotBeSetAsideIsSaid() throws {
    for number in 1...quarantineLimit {
      _ = try directory.file("last-place.json.damaged-\(number)", "")
    }
    _ = try directory.file("last-place.json", "x")
    let notice = try #require(file.load().notice)
    #expect(notice.contains("it is not JSON") && notice.contains("too many files were set aside"))
    #expect(mode(of: file.path) != nil)
  }

  // Root reads everything, whatever the mode says.
  @Test(.enabled(if: getuid() != 0)) func aFileThatMayNotBeReadStays() throws {
    let path = try directory.file("last-place.json", "x")
    chmod(path, 0)
    #expect(file.load() == .unusable(reason: "\(StorageError.notReadable(path: path))"))
    #expect(directory.names == ["last-place.json"])
  }

  @Test func aMissingDirectoryIsAnErrorThatSaysHowToMakeIt() throws {
    let missing = directory.path + "/state"
    let place = LastPlace(
      position: try Position(coordinates: try Coordinates(latitude: 1, longitude: 2)),
      utcMicroseconds: nil)
    let error = failure { () throws(StorageError) in
      try LastPlaceFile(directory: missing).save(place)
    }
    #expect(error == .noDirectory(path: missing))
    #expect(error?.description.contains("mkdir -p \(missing)") == true)
  }
}
