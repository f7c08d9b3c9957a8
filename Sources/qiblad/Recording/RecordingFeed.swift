import JSON
import Pipeline
import Quantities
import Wire

/// The pipeline's thread's part of a recording: it hands each input over, in batches, and never waits.
struct RecordingFeed {
  /// Inputs in a batch at the most, and µs from its first to its last. Source: each batch wakes the recorder's
  /// thread; four batches a second cost a hundredth of one for each input.
  private static let batchCount = 64
  private static let batchMicroseconds: Int64 = 250_000

  private let recorder: Recorder
  private let header: RecordingHeader
  private var known = KnownInputs()
  private var batch: [Input] = []
  private var active: Active?
  /// A recording that is to begin, while the queue of the recorder's thread is full.
  private var waiting: OpenedRecording?
  /// The end of a recording that the recorder's thread has not taken yet, because its queue is full.
  private var pendingEnd: Event.RecordingEnd?
  /// For the pipeline, after the input.
  private var news: [RecordingChange] = []
  /// The client that asked for the recording that has begun, and the file's path.
  private var answer: (path: String, put: Recorder.Answer)?

  private struct Active {
    var start: Timestamp
    var limit: Int64?
    var file: String
  }

  init(_ recorder: Recorder, _ header: RecordingHeader) {
    (self.recorder, self.header) = (recorder, header)
    batch.reserveCapacity(Self.batchCount)
  }

  /// The name of the file, while something is recorded.
  var file: String? { active?.file }

  /// The time of the newest input.
  private(set) var newest: Timestamp?

  /// Takes an input, before the session gets it.
  mutating func take(_ input: Input) {
    if let found = recorder.takeNews() {
      if let ended = found.ended { noteEnd(ended) }
      if let opened = found.opened { waiting = opened }
      if let waiting { begin(waiting, at: input.time) }
      if found.isStopping { end(.asked) }
    }
    if let reason = pendingEnd, recorder.put(.end(reason)) { pendingEnd = nil }
    if let active { add(input, active) }
    known.note(input)
    newest = input.time
  }

  /// What the pipeline has to get after the input.
  mutating func takeNews(at time: Timestamp) -> [Input] {
    if news.isEmpty { return [] }
    defer { news = [] }
    return news.map { .recording($0, at: time) }
  }

  /// Answers the client that asked for a recording that has begun, also where it was stopped at once.
  mutating func answerClient(at time: Timestamp) {
    guard let (path, put) = answer else { return }
    answer = nil
    put(
      .success(
        ControlReply(["t_us": .number(Double(time.microseconds)), "path": .string(path)])))
  }

  /// The run is over: what was taken so far is handed over.
  mutating func finish(_ reason: Event.RecordingEnd) { end(reason) }

  private mutating func begin(_ opened: OpenedRecording, at time: Timestamp) {
    let beginning = RecordingBeginning(opened: opened, header: header, known: known, start: time)
    guard recorder.put(.begin(beginning)) else { return recorder.lookAgain() }
    waiting = nil
    let limit = opened.options.limitSeconds.map { Int64(($0 * 1e6).rounded()) }
    let file = opened.place.name(1)
    active = Active(start: time, limit: limit, file: file)
    answer = opened.answer.map { (opened.place.path(1), $0) }
    news.append(RecordingChange(file: file))
  }

  private mutating func add(_ input: Input, _ active: Active) {
    if let limit = active.limit, input.time.microseconds(since: active.start) > limit {
      return end(.timeLimit)
    }
    batch.append(input)
    let span = input.time.microseconds(since: batch[0].time)
    guard batch.count >= Self.batchCount || !(0..<Self.batchMicroseconds).contains(span) else {
      return
    }
    if !handOver() { end(.diskSlow) }
  }

  private mutating func handOver() -> Bool {
    guard !batch.isEmpty else { return true }
    defer { batch.removeAll(keepingCapacity: true) }
    return recorder.put(.inputs(batch))
  }

  private mutating func end(_ reason: Event.RecordingEnd) {
    guard active != nil else { return }
    active = nil
    let reason = handOver() ? reason : .diskSlow
    if !recorder.put(.end(reason)) { pendingEnd = reason }
  }

  private mutating func noteEnd(_ ended: RecordingChange) {
    active = nil
    batch.removeAll(keepingCapacity: true)
    news.append(ended)
  }
}
