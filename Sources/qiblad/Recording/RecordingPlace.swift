import DaemonConfiguration
import Glibc
import Storage
import Wire

/// Where a recording's files go, and the rules for that.
///
/// A file is always a new one: nothing is written through a link, into a pipe or over another file. With `replaces` an
/// older recording of that name is removed first.
struct RecordingPlace: Equatable, Sendable {
  /// How a recording's name ends. No file of the state directory ends so.
  static let suffix = ".jsonl.gz"

  let directory: String
  /// The file's name without its suffix.
  let stem: String
  /// How many files are kept; over 1 each file has a number.
  let files: Int
  let replaces: Bool
  /// The group that may read them; `nil` for the daemon's user alone, for a recording says where a person was.
  let group: UInt32?

  /// The name of the file with that number, from 1.
  func name(_ number: Int) -> String { stem + (files > 1 ? "-\(number)" : "") + Self.suffix }

  /// The path of the file with that number, from 1.
  func path(_ number: Int) -> String { directory + "/" + name(number) }

  /// Makes the file with that number.
  ///
  /// The first of several is refused where any later one is there already: the recording would end when it comes to that.
  ///
  /// - Returns: its descriptor.
  func create(
    _ number: Int, disk: RecordingDisk
  ) throws(RecordingProblem) -> Int32 {
    let path = path(number)
    let parent = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard parent >= 0 else { throw .directory(directory, errno) }
    defer { Glibc.close(parent) }
    if number == 1, !replaces, let former = numbered.first {
      throw .exists(directory + "/" + former)
    }
    try makeRoom(for: name(number), in: parent)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = openat(parent, name(number), flags, 0o600)
    guard descriptor >= 0 else { throw .file(path, errno) }
    do throws(RecordingProblem) {
      // A service may be refused the change of the group; then the daemon's user alone reads it.
      if let group, fchown(descriptor, .max, group) == 0, fchmod(descriptor, 0o640) != 0 {
        throw .file(path, errno)
      }
      guard disk.hasRoom(for: 0, descriptor) else { throw .noRoom(path) }
    } catch {
      Glibc.close(descriptor)
      unlinkat(parent, name(number), 0)
      throw error
    }
    return descriptor
  }

  /// The files in the directory that have this recording's name and a number.
  private var numbered: [String] {
    guard files > 1 else { return [] }
    return ((try? names(in: directory)) ?? []).filter { name in
      guard name.hasPrefix(stem + "-"), name.hasSuffix(Self.suffix) else { return false }
      let number = name.dropFirst(stem.count + 1).dropLast(Self.suffix.count)
      return !number.isEmpty && number.allSatisfy(\.isWholeNumber)
    }.sorted()
  }

  /// Removes an older recording where that is wanted.
  private func makeRoom(for name: String, in parent: Int32) throws(RecordingProblem) {
    let path = directory + "/" + name
    var info = stat()
    guard fstatat(parent, name, &info, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return }
      throw .file(path, errno)
    }
    guard info.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path) }
    guard replaces else { throw .exists(path) }
    guard unlinkat(parent, name, 0) == 0 else { throw .file(path, errno) }
  }

  /// Removes the file with that number, which a rotation does not keep.
  func remove(_ number: Int) { unlink(path(number)) }
}

/// Who may record where.
struct RecordingPlaces: Sendable {
  /// The directory that clients name no path for; `nil` where there is none.
  let directory: String?
  /// The group of control clients, which may read recordings.
  let group: UInt32?

  /// Where a recording is to go.
  ///
  /// - Parameters:
  ///   - mayChoose: whether the client may name a path: the daemon's own user, and root.
  ///   - time: the name where the client gives none.
  func place(
    for options: RecordingOptions, mayChoose: Bool, time: String
  ) throws(RecordingProblem) -> RecordingPlace {
    switch options.place {
    case .directory(let name):
      guard let directory else { throw .noDirectory }
      try make(directory)
      return place(directory, name ?? time, options)
    case .path(let path):
      guard mayChoose else { throw .notPermitted(path, directory: directory) }
      guard path.hasSuffix(RecordingPlace.suffix), let slash = path.lastIndex(of: "/") else {
        throw .name(path)
      }
      let stem = path[path.index(after: slash)...].dropLast(RecordingPlace.suffix.count)
      guard !stem.isEmpty,
        stem.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
      else { throw .name(path) }
      return place(slash == path.startIndex ? "/" : String(path[..<slash]), String(stem), options)
    }
  }

  private func place(
    _ directory: String, _ stem: String, _ options: RecordingOptions
  ) -> RecordingPlace {
    RecordingPlace(
      directory: directory, stem: stem, files: options.files, replaces: options.replaces,
      group: group)
  }

  /// Makes the directory for recordings, if it is missing; the one above it must be there.
  private func make(_ directory: String) throws(RecordingProblem) {
    guard mkdir(directory, 0o750) == 0 else {
      if errno == EEXIST { return }
      throw .directory(directory, errno)
    }
    // Where that is refused the group's members cannot list it; the daemon records all the same.
    if let group { _ = chown(directory, .max, group) }
  }
}

/// Why a recording cannot begin; the description is one line with what to do.
enum RecordingProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// Another one runs.
  case busy(path: String?)
  /// The daemon has no directory for recordings.
  case noDirectory
  case directory(String, Int32)
  case file(String, Int32)
  /// There is a link, a directory, a pipe or a device.
  case notAFile(String)
  case exists(String)
  case noRoom(String)
  /// The name does not end as a recording's does.
  case name(String)
  /// The client may not name a path.
  case notPermitted(String, directory: String?)

  var description: String { "\(reason); \(hint)" }

  var reason: String {
    switch self {
    case .busy(let path?): "a recording to \(path) runs already"
    case .busy(nil): "a recording begins already"
    case .noDirectory: "this daemon has no directory for recordings"
    case .directory(let path, let errno): "\(path): \(String(cString: strerror(errno)))"
    case .file(let path, let errno): "\(path): \(String(cString: strerror(errno)))"
    case .notAFile(let path): "\(path): there is something else than a file"
    case .exists(let path): "\(path): this file is there already"
    case .noRoom(let path):
      "\(path): less than \(RecordingDisk.reserve >> 20) MiB are free on this disk, which stay free"
    case .name(let path): "\(path): a recording's name ends in \(RecordingPlace.suffix)"
    case .notPermitted(let path, _):
      "\(path): only the daemon's own user and root may name a path"
    }
  }

  var hint: String {
    switch self {
    case .busy: "stop it first: qiblactl record stop"
    case .noDirectory: "give a path, or start it with --state-dir"
    case .directory(let path, ENOENT): "make the directory: mkdir -p \(path)"
    case .directory, .file:
      "choose another place, or give the daemon's user the right to write there"
    case .notAFile: "choose another name; links are not followed"
    case .exists: "choose another name, or --force"
    case .noRoom: "remove old files, or record to another disk"
    case .name: "add it"
    case .notPermitted(_, let directory?):
      "give a name without a directory: the file is then in \(directory)"
    case .notPermitted: "run this as the daemon's user"
    }
  }
}

extension RequestError {
  init(_ problem: RecordingProblem) {
    let code: Code =
      switch problem {
      case .busy: .busy
      case .name, .notAFile, .exists: .badValue
      case .notPermitted: .notPermitted
      case .noDirectory, .directory, .file, .noRoom: .notAvailable
      }
    self.init(code: code, message: problem.reason, hint: problem.hint)
  }
}
