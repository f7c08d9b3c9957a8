import JSON
import Pipeline
import Quantities
import Wire

/// Work for the recorder's thread, in the order in which it is to be done.
enum RecordingJob: Sendable {
  /// Make the file.
  case open(RecordingOptions, mayChoose: Bool, Recorder.Answer)
  /// Write the header, and what is known already.
  case begin(RecordingBeginning)
  case inputs([Input])
  case end(Event.RecordingEnd)
}

/// A recording whose file is there and empty.
struct OpenedRecording: Sendable {
  var place: RecordingPlace
  var options: RecordingOptions
  /// Of the first file.
  var descriptor: Int32
  /// Gets the answer when the recording has begun; `nil` where no client asked for it.
  var answer: Recorder.Answer?
}

/// What the pipeline's thread knows where a recording begins.
struct RecordingBeginning: Sendable {
  var opened: OpenedRecording
  var header: RecordingHeader
  var known: KnownInputs
  /// The time of the first input.
  var start: Timestamp
}

/// How far a recording is; the description is for a line of the log.
struct RecordingStatus: Equatable, Sendable, CustomStringConvertible {
  /// Of the newest file.
  var path: String
  /// Of this file, as far as it is on the disk.
  var bytes: Int64 = 0
  /// s of inputs in all files.
  var seconds = 0.0
  /// Files so far.
  var files = 1
  /// Inputs that no line can hold.
  var unwritable = 0
  /// `nil` while it runs.
  var end: Event.RecordingEnd?

  init(path: String) { self.path = path }

  var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init(key: "path", value: .string(path)),
      .init(key: "bytes", value: .number(Double(bytes))),
      .init(key: "length_s", value: .number((seconds * 10).rounded() / 10)),
      .init(key: "files", value: .number(Double(files))),
    ]
    if unwritable > 0 {
      members.append(.init(key: "left_out", value: .number(Double(unwritable))))
    }
    if let end { members.append(.init(key: "reason", value: .string(end.rawValue))) }
    return members
  }

  var description: String {
    let ended = end.map { "; ended by \($0.rawValue)" } ?? ""
    return "\(path): \(Int(seconds.rounded())) s, \(bytes) bytes\(ended)"
  }
}
