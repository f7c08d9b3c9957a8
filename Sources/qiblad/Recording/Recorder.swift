import Logging
import Pipeline
import Synchronization
import Threads
import Wire

/// Records the pipeline's inputs to a file, one recording at a time.
///
/// Three threads have a part in it. A control client's request comes on the event loop; the recorder's own thread makes
/// and writes the files, and may wait for the disk; the pipeline's thread hands over inputs in batches and never waits.
final class Recorder: Sendable {
  typealias Answer = @Sendable (Result<ControlReply, RequestError>) -> Void

  /// Batches of inputs that may wait for the disk: half a minute at 1000 inputs a second. Source: memory cards stall for
  /// seconds, and a sync waits for what other programs write; 32,000 inputs take 8 MB, in a stall only.
  private static let batches = 512

  let places: RecordingPlaces
  let disk: RecordingDisk
  let logger: Logger
  let jobs = BlockingQueue<RecordingJob>(capacity: batches, whenFull: .dropNewest)
  let state = Mutex(State())
  /// Whether the pipeline's thread has to look: it looks at each input, and seldom finds anything.
  let hasNews = Atomic(false)

  struct State: Sendable {
    var stage = Stage.idle
    var stopAnswers: [Answer] = []
    var status: RecordingStatus?
    /// For the pipeline's thread.
    var ended: RecordingChange?
  }

  enum Stage: Sendable {
    case idle
    /// The thread makes the file.
    case opening
    /// The pipeline's thread is to begin.
    case opened(OpenedRecording)
    case recording(isStopping: Bool)
  }

  init(_ places: RecordingPlaces, disk: RecordingDisk = .system, logger: Logger) {
    (self.places, self.disk, self.logger) = (places, disk, logger)
  }
}
