import Pipeline
import Publisher
import Quantities
import Session
import Trace
import Wire

/// What the pipeline's thread does for a recording.
extension PipelineThread {
  /// Says that a recording has begun or ended.
  func announce(
    _ recording: inout RecordingFeed?, _ session: inout Session, at time: Timestamp
  ) {
    for input in recording?.takeNews(at: time) ?? [] { feed(input, to: &session, &recording) }
    recording?.answerClient(at: time)
  }

  /// The daemon is to stop, and with it a recording.
  func stopped(_ recording: RecordingFeed?, _ session: inout Session) -> End {
    if let time = recording?.newest { end(recording, .shuttingDown, &session, at: time) }
    return .stopped
  }

  /// Says that the recording ends with the run.
  func end(
    _ recording: RecordingFeed?, _ reason: Event.RecordingEnd, _ session: inout Session,
    at time: Timestamp
  ) {
    guard let file = recording?.file else { return }
    let news = RecordingChange(file: file, end: reason)
    _ = session.feed(.recording(news, at: time), emit: { publish($0) })
    publisher.deliver()
  }

  /// What recordings of the source have as their first line.
  func header(of source: any InputSource) -> RecordingHeader {
    RecordingHeader(source: source.header, settings: source.settings) { [registry] in
      let chips = registry?.chipNames ?? []
      return chips.isEmpty ? nil : chips.joined(separator: ", ")
    }
  }
}
