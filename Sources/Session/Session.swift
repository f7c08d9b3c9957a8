package import Heading
package import Pipeline
package import Quantities
package import Wire

/// A pipeline with its timeline and its encoder: samples in, the protocol's lines out.
///
/// The daemon and the offline replay both are this and nothing more, so that a line on the socket
/// and a line of `qiblactl replay` cannot differ.
package struct Session {
  /// Says when an instant has come, and whether to go on: a daemon sleeps here, a replay does not.
  package typealias Wait = (Timestamp) -> Bool

  private var pipeline: Pipeline
  private var timeline: Timeline
  private var encoder = LineEncoder()
  private let topics: Set<Topic>
  /// What only a running daemon knows, for `state`; `nil` in an offline replay.
  package var live: LiveState?
  /// What the errors of readings are made of, where the settings ask for it.
  private var headingErrors: [HeadingErrorMessage] = []

  /// - Parameters:
  ///   - topics: the others are not encoded.
  ///   - isLive: whether time goes on without samples.
  package init(
    _ settings: PipelineSettings, topics: Set<Topic> = Set(Topic.allCases), isLive: Bool = false
  ) {
    pipeline = Pipeline(settings)
    timeline = Timeline(isLive: isLive)
    self.topics = topics
  }

  /// What is wrong with the magnetometer, where somebody knows; `nil` in an offline replay.
  package var fieldFault: Why? {
    get { pipeline.fieldFault }
    set { pipeline.fieldFault = newValue }
  }

  /// Takes note that the sensor with that `source` measures no more; its next sample says that it does.
  package mutating func lost(_ source: Int) { pipeline.lost(source) }

  /// Whether what the magnetometer measures is withheld for a moment, as while a motor runs beside it.
  package var isFieldWithheld: Bool {
    get { pipeline.isFieldWithheld }
    set { pipeline.isFieldWithheld = newValue }
  }

  /// The last change of the magnetometer that makes the heading; once for each.
  package mutating func takeMagnetometerChange() -> MagnetometerChange? {
    defer { pipeline.magnetometerChange = nil }
    return pipeline.magnetometerChange
  }

  /// What the errors of readings since the last call are made of, where the settings ask for it.
  package mutating func takeHeadingErrors() -> [HeadingErrorMessage] {
    defer { headingErrors.removeAll(keepingCapacity: true) }
    return headingErrors
  }

  /// Which sensors make the heading.
  package var primarySources: PrimarySources { pipeline.primarySources }

  /// The tick that waits for a later sample; `nil` before the first sample.
  package var nextTick: Timestamp? { timeline.nextTick }

  /// Takes in a sample, after the ticks that come before it.
  ///
  /// - Returns: false where `wait` said to stop.
  package mutating func feed(
    _ sample: Sample, wait: Wait = { _ in true }, emit: (LineEncoder.Line) -> Void
  ) -> Bool {
    while let tick = timeline.tick(before: sample.time) {
      guard wait(tick) else { return false }
      process(.tick(tick), emit)
    }
    if let gap = timeline.accept(sample) { process(gap, emit) }
    process(.sample(sample), emit)
    return true
  }

  /// Hands out the ticks that the last sample settles; no sample comes after.
  package mutating func finish(wait: Wait = { _ in true }, emit: (LineEncoder.Line) -> Void) {
    while let tick = timeline.tickAtEnd(), wait(tick) { process(.tick(tick), emit) }
  }

  /// Ends the grid because a replay begins again; `time` is its first sample's.
  package mutating func restart(at time: Timestamp, emit: (LineEncoder.Line) -> Void) {
    timeline.end()
    process(.gap(.loop, at: time, microseconds: nil), emit)
  }

  /// Ends the grid because the machine was suspended: however short that was, the device may have been
  /// turned. `time` is not later than the next sample's.
  package mutating func resume(
    after suspend: SuspendWatch.Suspend, at time: Timestamp, emit: (LineEncoder.Line) -> Void
  ) {
    timeline.end()
    process(.gap(.suspend, at: time, microseconds: suspend.microseconds), emit)
  }

  private mutating func process(_ input: Input, _ emit: (LineEncoder.Line) -> Void) {
    pipeline.process(input) { output in
      guard let topic = output.topic else {
        if case .headingError(let message) = copy output { headingErrors.append(message) }
        return
      }
      guard topics.contains(topic), let line = encoder.encode(output, live: live) else { return }
      emit(line)
    }
  }
}

extension Output {
  /// The topic under which this goes out; `nil` for what no topic has.
  var topic: Topic? {
    switch self {
    case .reading: .reading
    case .state: .state
    case .event: .event
    case .qibla: .qibla
    case .position: .position
    case .headingError: nil
    }
  }
}
