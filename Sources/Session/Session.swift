package import Pipeline
package import Quantities
package import Wire

/// A pipeline with its timeline and its encoder: inputs in, the protocol's lines out.
///
/// The daemon and the offline replay both run this type, so that a line on the socket and a line of `qiblactl replay`
/// do not differ. A daemon's session leaves readings as values (`encodesReadings`); `Publisher` encodes those that a
/// client watches, with the same `Reading.encode(into:)`.
package struct Session {
  /// Returns at a tick's instant, with whether to go on: the daemon sleeps here, a replay does not.
  package typealias Wait = (Timestamp) -> Bool

  private var pipeline: Pipeline
  private var timeline: Timeline
  private var encoder = LineEncoder()
  private let topics: TopicSet
  private let encodesReadings: Bool
  /// The next tick, which waits for a later input; `nil` before the first measurement. It is stored: a getter would
  /// copy the whole session for a caller in another module.
  package private(set) var nextTick: Timestamp?
  /// What only a running daemon knows, for `state`; `nil` in an offline replay.
  package var live: LiveState?
  /// Which sensors make the heading; `nil` before the first measurement, and after `takeSensorChoice`.
  private var sensorChoice: SensorChoice?
  /// What the last tick said of the field.
  package private(set) var fieldCondition = FieldCondition()
  /// What the errors of readings are made of, where the settings ask for it.
  private var headingErrors: [HeadingErrorMessage] = []

  /// - Parameters:
  ///   - topics: the others are not encoded.
  ///   - encodesReadings: without it the line of a reading has no bytes: the daemon encodes only those that a
  ///     client watches.
  package init(
    _ settings: PipelineSettings, topics: Set<Topic> = Set(Topic.allCases),
    encodesReadings: Bool = true
  ) {
    self.encodesReadings = encodesReadings
    pipeline = Pipeline(settings)
    timeline = Timeline(isLive: settings.isLive)
    self.topics = TopicSet(topics)
  }

  /// What the errors of readings since the last call are made of, where the settings ask for it.
  package mutating func takeHeadingErrors() -> [HeadingErrorMessage] {
    defer { headingErrors.removeAll(keepingCapacity: true) }
    return headingErrors
  }

  /// Takes an input, after the ticks that come before it. A gap ends the 60 Hz grid, without the ticks
  /// before it.
  ///
  /// - Returns: false where `wait` ended the run.
  package mutating func feed(
    _ input: Input, wait: Wait = { _ in true }, emit: (LineEncoder.Line) -> Void
  ) -> Bool {
    defer { nextTick = timeline.nextTick }
    switch input {
    case .gap: timeline.end()
    case .tick: break
    case .sample, .idle, .sensorFound, .sensorLost, .sensorFault, .calibration, .calibrating,
      .blanking, .setting, .clock, .recording:
      while let tick = timeline.tick(before: input.time) {
        guard wait(tick) else { return false }
        process(.tick(tick), emit)
      }
      if let gap = timeline.accept(input) { process(gap, emit) }
    }
    process(input, emit)
    return true
  }

  /// No sensor is read from now on: inputs make no ticks until a gap, of which the reason is `paused`.
  ///
  /// A trace does not hold this. The daemon begins no pause during a recording, and ends it before the second input of
  /// one that begins in a pause: the gap discards the ticks of the first input in a replay.
  package mutating func pause() {
    timeline.pause()
    nextTick = nil
  }

  /// Gives the ticks that are due at the end, when no more inputs come.
  package mutating func finish(wait: Wait = { _ in true }, emit: (LineEncoder.Line) -> Void) {
    defer { nextTick = timeline.nextTick }
    while let tick = timeline.tickAtEnd(), wait(tick) { process(.tick(tick), emit) }
  }

  /// Which sensors make the heading, where they changed since the last call.
  package mutating func takeSensorChoice() -> SensorChoice? {
    defer { sensorChoice = nil }
    return sensorChoice
  }

  private mutating func process(_ input: Input, _ emit: (LineEncoder.Line) -> Void) {
    pipeline.process(input) { output in
      guard let topic = output.topic else {
        switch copy output {
        case .headingError(let message): headingErrors.append(message)
        case .sensors(let choice): sensorChoice = choice
        case .reading, .state, .event, .qibla, .position, .field: break
        }
        return
      }
      guard topics.contains(topic) else { return }
      if !encodesReadings, case .reading(let reading) = copy output {
        emit(
          LineEncoder.Line(
            topic: topic, sequence: reading.sequence, bytes: [], event: nil, reading: reading))
      } else if let line = encoder.encode(output, live: live) {
        emit(line)
      }
    }
    if case .tick = input { fieldCondition = pipeline.fieldCondition }
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
    case .field: .field
    case .headingError, .sensors: nil
    }
  }
}
