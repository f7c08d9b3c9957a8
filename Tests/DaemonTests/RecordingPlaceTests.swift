import Glibc
import TestFiles
import Testing
import Wire

@testable import qiblad

/// Where a recording may go.
@Suite struct RecordingPlaceTests {
  private let directory: TemporaryDirectory
  private let places: RecordingPlaces

  init() throws {
    directory = try TemporaryDirectory()
    places = RecordingPlaces(directory: directory.path + "/recordings", group: nil)
  }

  private func create(
    _ place: RecordingOptions.Place, replaces: Bool = false, mayChoose: Bool = true
  ) throws(RecordingProblem) {
    let options = RecordingOptions(place, replaces: replaces)
    let found = try places.place(for: options, mayChoose: mayChoose, time: "now")
    close(try found.create(1, disk: .system))
  }

  private func problem(
    _ place: RecordingOptions.Place, replaces: Bool = false, mayChoose: Bool = true
  ) -> RecordingProblem? {
    do throws(RecordingProblem) {
      try create(place, replaces: replaces, mayChoose: mayChoose)
      return nil
    } catch { return error }
  }

  @Test func aNameIsAFileInTheDirectoryForRecordings() throws {
    try create(.directory(name: "walk"), mayChoose: false)
    try create(.directory(name: nil), mayChoose: false)
    let made = entries(of: directory.path + "/recordings").sorted()
    #expect(made == ["now.jsonl.gz", "walk.jsonl.gz"])
    #expect(mode(of: directory.path + "/recordings/walk.jsonl.gz") == S_IFREG | 0o600)
    #expect(mode(of: directory.path + "/recordings").map { $0 & 0o7 } == 0)
  }

  @Test func aPathIsForTheDaemonsUserAlone() throws {
    let path = directory.path + "/walk.jsonl.gz"
    let refused = problem(.path(path), mayChoose: false)
    #expect(refused == .notPermitted(path, directory: directory.path + "/recordings"))
    #expect(refused?.hint.contains(directory.path + "/recordings") == true)
    #expect(problem(.path(path)) == nil)
  }

  @Test func aFileThatIsThereStaysUnlessItIsToBeReplaced() throws {
    let path = try directory.file("old.jsonl.gz", "old")
    #expect(problem(.path(path)) == .exists(path))
    #expect(try contents(of: path) == Array("old".utf8))
    // Another name of the file keeps what was in it.
    #expect(link(path, directory.path + "/other") == 0)
    #expect(problem(.path(path), replaces: true) == nil)
    #expect(try contents(of: path).isEmpty)
    #expect(try contents(of: directory.path + "/other") == Array("old".utf8))
  }

  // It would end when it comes to that file, days later.
  @Test func aRotatedRecordingIsRefusedWhereALaterNumberIsThere() throws {
    let options = RecordingOptions(.directory(name: "walk"), files: 2)
    let place = try places.place(for: options, mayChoose: false, time: "now")
    for name in ["walk-3.jsonl.gz", "walk-x.jsonl.gz", "walking-1.jsonl.gz"] {
      _ = try directory.file("recordings/" + name, "old")
    }
    #expect(throws: RecordingProblem.exists(directory.path + "/recordings/walk-3.jsonl.gz")) {
      close(try place.create(1, disk: .system))
    }
    unlink(directory.path + "/recordings/walk-3.jsonl.gz")
    close(try place.create(1, disk: .system))
    close(try place.create(2, disk: .system))
  }

  @Test func onlyARecordingsNameIsTaken() throws {
    for name in ["last-place.json", "calibration-default@qmc5883l-0x0d.json", "walk", ".jsonl.gz"] {
      let path = directory.path + "/" + name
      #expect(problem(.path(path), replaces: true) == .name(path), "\(name)")
    }
    #expect(
      problem(.path("/no/such/directory/a.jsonl.gz")) == .directory("/no/such/directory", ENOENT))
    let file = try directory.file("file", "")
    #expect(problem(.path(file + "/a.jsonl.gz")) == .directory(file, ENOTDIR))
  }

  @Test func linksPipesAndDirectoriesAreRefused() throws {
    let target = try directory.file("target", "untouched")
    func path(_ name: String) -> String { directory.path + "/\(name).jsonl.gz" }
    #expect(symlink(target, path("link")) == 0)
    #expect(symlink(directory.path + "/missing", path("dangling")) == 0)
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    _ = try directory.directory("directory.jsonl.gz")
    for name in ["link", "dangling", "pipe", "directory"] {
      for replaces in [false, true] {
        #expect(problem(.path(path(name)), replaces: replaces) == .notAFile(path(name)), "\(name)")
      }
    }
    #expect(try contents(of: target) == Array("untouched".utf8))
    #expect(kind(of: directory.path + "/missing") == nil)
  }

  @Test func everyProblemIsOneLineWithWhatToDo() {
    let problems: [RecordingProblem] = [
      .busy(path: "/a"), .busy(path: nil), .noDirectory, .directory("/a", ENOENT),
      .directory("/a", EACCES), .file("/a", EROFS), .notAFile("/a"), .exists("/a"), .noRoom("/a"),
      .name("/a"), .notPermitted("/a", directory: "/b"), .notPermitted("/a", directory: nil),
    ]
    for problem in problems {
      let error = RequestError(problem)
      #expect(!error.message.isEmpty && !error.hint.isEmpty && !"\(problem)".contains("\n"))
    }
    #expect(RecordingPlaces(directory: nil, group: nil).hasNone)
  }
}

extension RecordingPlaces {
  /// Whether a name alone is refused.
  fileprivate var hasNone: Bool {
    do throws(RecordingProblem) {
      _ = try place(for: RecordingOptions(.directory(name: "a")), mayChoose: true, time: "now")
      return false
    } catch { return error == .noDirectory }
  }
}
