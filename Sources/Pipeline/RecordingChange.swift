import Quantities
package import Wire

/// That a recording has begun or ended.
///
/// It is an input, and stands in the recording, so that a replay numbers its events as the daemon did.
package struct RecordingChange: Equatable, Sendable {
  /// The name of the file, without the directory.
  package var file: String
  /// Why it has ended; `nil` where it begins.
  package var end: Event.RecordingEnd?

  package init(file: String, end: Event.RecordingEnd? = nil) { (self.file, self.end) = (file, end) }
}

extension Event {
  init(sequence: UInt64, time: Timestamp, _ news: RecordingChange) {
    self.init(
      sequence: sequence, time: time, name: news.end == nil ? .recordingStarted : .recordingStopped)
    (file, recordingEnd) = (news.file, news.end)
  }
}
