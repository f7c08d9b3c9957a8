import JSON
package import Pipeline
package import Wire

/// Turns the pipeline's output into the protocol's lines, in one reused buffer.
package struct LineEncoder {
  /// One line of the protocol.
  package struct Line {
    package var topic: Topic
    /// The topic's running number.
    package var sequence: UInt64
    /// With LF; empty for a reading that the session does not encode.
    package var bytes: [UInt8]
    /// The event, where the line is one.
    package var event: Event?
    /// The reading, where the line is one.
    package var reading: Reading?
  }

  private var writer = JSONWriter(capacity: 1024)

  package init() {}

  /// The line for `output`; `nil` for what has no topic.
  ///
  /// - Parameter live: what only a running daemon knows; goes into `state`.
  package mutating func encode(_ output: borrowing Output, live: LiveState?) -> Line? {
    guard let topic = output.topic else { return nil }
    writer.removeAll()
    let sequence: UInt64
    var sentEvent: Event?
    var sentReading: Reading?
    switch copy output {
    case .reading(let reading):
      sequence = reading.sequence
      reading.encode(into: &writer)
      sentReading = reading
    case .state(let state):
      sequence = state.sequence
      state.encode(into: &writer, live: live)
    case .event(let event):
      sequence = event.sequence
      event.encode(into: &writer)
      sentEvent = event
    case .qibla(let qibla):
      sequence = qibla.sequence
      qibla.encode(into: &writer)
    case .position(let position):
      sequence = position.sequence
      position.encode(into: &writer)
    case .field(let field):
      sequence = field.sequence
      field.encode(into: &writer)
    case .headingError, .sensors: return nil
    }
    writer.newline()
    return Line(
      topic: topic, sequence: sequence, bytes: writer.bytes, event: sentEvent, reading: sentReading)
  }
}
