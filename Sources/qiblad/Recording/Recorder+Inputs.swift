import Pipeline
import Synchronization
import Threads
import Wire

/// What the pipeline's thread has to do for a recording.
extension Recorder {
  /// What the pipeline's thread has to do; most often nothing.
  func takeNews() -> (opened: OpenedRecording?, isStopping: Bool, ended: RecordingChange?)? {
    guard hasNews.exchange(false, ordering: .acquiringAndReleasing) else { return nil }
    return state.withLock { state in
      defer { state.ended = nil }
      switch state.stage {
      case .opened(let opened):
        let isStopping = !state.stopAnswers.isEmpty
        state.stage = .recording(isStopping: isStopping)
        state.status = RecordingStatus(path: opened.place.path(1))
        return (opened, isStopping, state.ended)
      case .recording(let isStopping): return (nil, isStopping, state.ended)
      case .idle, .opening: return (nil, false, state.ended)
      }
    }
  }

  /// `takeNews` is to be called again with the next input.
  func lookAgain() { hasNews.store(true, ordering: .releasing) }

  /// Hands something to the recorder's thread; never waits.
  ///
  /// - Returns: whether there was room for it.
  func put(_ job: RecordingJob) -> Bool { jobs.put(job) }
}
