import Glibc
import JSON
import Logging
import Pipeline
import Quantities
import Session
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

  private let places: RecordingPlaces
  private let disk: RecordingDisk
  private let logger: Logger
  private let jobs = BlockingQueue<RecordingJob>(capacity: batches, whenFull: .dropNewest)
  private let state = Mutex(State())
  /// Whether the pipeline's thread has to look: it looks at each input, and seldom finds anything.
  private let hasNews = Atomic(false)

  private struct State: Sendable {
    var stage = Stage.idle
    var stopAnswers: [Answer] = []
    var status: RecordingStatus?
    /// For the pipeline's thread.
    var ended: RecordingChange?
  }

  private enum Stage: Sendable {
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

// MARK: - For control clients and the command line
extension Recorder {
  /// The verb `record`; does not wait.
  ///
  /// - Parameter mayChoose: whether the client may name a path.
  func perform(_ request: ControlRequest.Record, mayChoose: Bool, answer: @escaping Answer) {
    switch request {
    case .start(let options): start(options, mayChoose: mayChoose, answer: answer)
    case .stop: stop(answer)
    case .status: answer(.success(status))
    }
  }

  /// Makes the file of a recording that begins with the pipeline's first input. Waits for the disk.
  func open(_ options: RecordingOptions) throws(RecordingProblem) {
    let place = try places.place(for: options, mayChoose: true, time: Self.timeAsName())
    let opened = OpenedRecording(
      place: place, options: options, descriptor: try place.create(1, disk: disk), answer: nil)
    state.withLock { $0.stage = .opened(opened) }
    hasNews.store(true, ordering: .releasing)
  }

  private func start(_ options: RecordingOptions, mayChoose: Bool, answer: @escaping Answer) {
    let former = state.withLock { state -> RecordingProblem? in
      switch state.stage {
      case .idle:
        state.stage = .opening
        return nil
      case .opening: return .busy(path: nil)
      case .opened(let opened): return .busy(path: opened.place.path(1))
      case .recording: return .busy(path: state.status?.path)
      }
    }
    if let former { return answer(.failure(RequestError(former))) }
    guard jobs.put(.open(options, mayChoose: mayChoose, answer)) else {
      state.withLock { $0.stage = .idle }
      return answer(.failure(.tooManyCommands))
    }
  }

  private func stop(_ answer: @escaping Answer) {
    let isRecording = state.withLock { state in
      if case .idle = state.stage { return false }
      state.stopAnswers.append(answer)
      if case .recording = state.stage { state.stage = .recording(isStopping: true) }
      return true
    }
    guard isRecording else {
      return answer(
        .failure(
          RequestError(
            code: .notAvailable, message: "nothing is recorded",
            hint: "start a recording first: qiblactl record")))
    }
    hasNews.store(true, ordering: .releasing)
  }

  private var status: ControlReply {
    state.withLock { state in
      let isRecording = if case .idle = state.stage { false } else { true }
      let members = state.status?.members ?? []
      return ControlReply(
        members: [JSONValue.Member(key: "recording", value: .bool(isRecording))] + members)
    }
  }

  /// `2026-11-21T05-00-00Z`, or the seconds since the machine's start where its clock cannot be right.
  private static func timeAsName() -> String {
    let date = MachineClock.now().checked().map { $0 - $0 % 1_000_000 }
    guard let text = date.flatMap(UTCTime.text(microseconds:)) else {
      return "uptime-\(BootClock().now.microseconds / 1_000_000)s"
    }
    return String(text.map { $0 == ":" ? "-" : $0 })
  }
}

// MARK: - For the pipeline's thread
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

// MARK: - The recorder's thread
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
