import JSON
import Pipeline
import Quantities
import Session
import Synchronization
import Threads
import Wire

/// What control clients and the command line ask of the recorder.
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
  static func timeAsName() -> String {
    let date = MachineClock.now().checked().map { $0 - $0 % 1_000_000 }
    guard let text = date.flatMap(UTCTime.text(microseconds:)) else {
      return "uptime-\(BootClock().now.microseconds / 1_000_000)s"
    }
    return String(text.map { $0 == ":" ? "-" : $0 })
  }
}
