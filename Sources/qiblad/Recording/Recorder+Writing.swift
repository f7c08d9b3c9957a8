import Glibc
import Logging
import Pipeline
import Synchronization
import Threads
import Wire

/// The work of the recorder's thread.
extension Recorder {
  /// Ends `run` when everything is written.
  func finish() { jobs.close() }

  /// Makes and writes files, until `finish`; the last one is whole then.
  func run() async {
    do throws(ThreadRefusal) { try await DedicatedThread.run { [self] in work() } } catch {
      logger.warning("nothing can be recorded: \(error)")
    }
  }

  /// The same on the thread that calls it.
  func work() {
    var current: RecordingRun?
    while let job = jobs.take() {
      switch job {
      case .open(let options, let mayChoose, let answer): open(options, mayChoose, answer)
      case .begin(let beginning): current = RecordingRun(beginning, disk: disk, logger: logger)
      case .inputs(let inputs):
        if let reason = current?.append(inputs) { end(&current, reason) }
      case .end(let reason): end(&current, reason)
      }
      if let status = current?.status { state.withLock { $0.status = status } }
    }
    end(&current, .shuttingDown)
    discardUnused()
  }

  private func open(_ options: RecordingOptions, _ mayChoose: Bool, _ answer: @escaping Answer) {
    do throws(RecordingProblem) {
      let place = try places.place(for: options, mayChoose: mayChoose, time: Self.timeAsName())
      let opened = OpenedRecording(
        place: place, options: options, descriptor: try place.create(1, disk: disk), answer: answer)
      state.withLock { $0.stage = .opened(opened) }
      hasNews.store(true, ordering: .releasing)
    } catch {
      let stops = state.withLock { state in
        state.stage = .idle
        defer { state.stopAnswers = [] }
        return state.stopAnswers
      }
      for answer in [answer] + stops { answer(.failure(RequestError(error))) }
    }
  }

  private func end(_ current: inout RecordingRun?, _ reason: Event.RecordingEnd) {
    guard var run = current else { return }
    current = nil
    let status = run.end(reason)
    let level: Logger.Level =
      switch status.end {
      case .diskFull, .diskSlow, .diskFailed: .warning
      default: .notice
      }
    logger.log(level: level, "recorded \(status)")
    let answers = state.withLock { state in
      (state.stage, state.status) = (.idle, status)
      state.ended = RecordingChange(file: run.fileName, end: status.end)
      defer { state.stopAnswers = [] }
      return state.stopAnswers
    }
    hasNews.store(true, ordering: .releasing)
    for answer in answers { answer(.success(ControlReply(members: status.members))) }
  }

  /// Removes a file that the pipeline's thread has not begun with; for a daemon that does not come to its start.
  func discardUnused() {
    let unused = state.withLock { state -> OpenedRecording? in
      guard case .opened(let opened) = state.stage else { return nil }
      state.stage = .idle
      return opened
    }
    guard let unused else { return }
    Glibc.close(unused.descriptor)
    unused.place.remove(1)
  }
}
