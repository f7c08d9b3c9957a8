internal import JSON
internal import NIOCore
internal import Quantities
internal import Wire

/// One encoded message; every client writes the same bytes, unless its screen is turned.
struct Line: Sendable {
  var topic: Topic
  /// Counts the topic's messages, without gaps as they are published.
  var sequence: UInt64
  /// With LF; empty where the topic's newest message no longer holds, and none takes its place yet.
  var bytes: ByteBuffer
  /// What the line says, where it is a reading.
  var reading: Reading?

  /// The instant for which the message holds.
  var time: Timestamp? {
    if let reading { return reading.time }
    let bytes = Array(bytes.readableBytesView)
    guard let object = try? JSONValue(parsing: bytes[...]) else { return nil }
    return object["t_us"]?.number.flatMap { Int64(exactly: $0) }
      .map { Timestamp(microseconds: $0) }
  }
}

extension Line {
  /// The line of a reading.
  init(_ reading: Reading) {
    self.init(
      topic: .reading, sequence: reading.sequence, bytes: ByteBuffer(bytes: reading.line),
      reading: reading)
  }
}

extension Topic {
  /// Whether a line that no client watches wakes no thread: the topics that come at least once a second and
  /// that a new client does not get at once.
  var isFrequent: Bool {
    switch self {
    case .reading, .field, .raw, .stats: true
    case .state, .event, .qibla, .position, .calibration, .devices: false
    }
  }

  /// The topics whose newest line answers a `watch` at once: those that are sent only when they change.
  static let sentWhenWatched: [Topic] = [.position, .state, .qibla, .calibration, .devices]
}

/// One value for each topic.
struct PerTopic<Value> {
  private var values: [Value]

  init(_ value: Value) { values = Array(repeating: value, count: Topic.allCases.count) }

  subscript(topic: Topic) -> Value {
    get { values[topic.position] }
    set { values[topic.position] = newValue }
  }

  /// Changes a topic's value in its place; the subscript would copy it out and back.
  mutating func update<Result>(_ topic: Topic, _ body: (inout Value) -> Result) -> Result {
    body(&values[topic.position])
  }
}

extension PerTopic: Sendable where Value: Sendable {}
