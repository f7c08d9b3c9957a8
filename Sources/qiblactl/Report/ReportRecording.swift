import Glibc
import JSON
import ProgramOptions
import Storage
import Wire

/// A short recording for a bug report, without positions.
struct ReportRecording {
  /// Bytes that a report takes at the most.
  private static let limit: Int64 = 20_000_000

  private let connection: ControlConnection

  /// - Throws: `CommandFailure` where this user may not control the daemon.
  init(_ socket: String?) throws { connection = try ControlConnection(socket) }

  /// Records, and returns the file's bytes.
  func make(seconds: Double) throws -> [UInt8] {
    var template = Array("/tmp/qiblactl-report-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandFailure("/tmp: \(String(cString: strerror(errno)))")
    }
    let directory = String(
      decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    let own = directory + "/recording.jsonl.gz"
    defer {
      unlink(own)
      rmdir(directory)
    }
    let path: String
    do {
      path = try start(.path(own), seconds)
    } catch is CommandFailure {
      // A member of the group may not name a path, and reads the daemon's directory.
      path = try start(.directory(name: "report"), seconds)
    }
    while try connection.perform(.record(.status))["recording"]?.bool == true { usleep(100_000) }
    do throws(StorageError) {
      return try readSmallFile(path: path, limitBytes: Int(Self.limit))
    } catch { throw CommandFailure("\(error)") }
  }

  private func start(_ place: RecordingOptions.Place, _ seconds: Double) throws -> String {
    let options = RecordingOptions(
      place, limitSeconds: seconds, limitBytes: Self.limit, redactsPosition: true, replaces: true)
    return try connection.perform(.record(.start(options)))["path"]?.string ?? ""
  }
}
