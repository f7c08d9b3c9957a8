package import JSON
internal import Quantities

/// A message of the protocol that can be written as one line of JSON.
package protocol EncodableMessage {
  /// Appends the message as one JSON object; the caller ends the line.
  func encode(into writer: inout JSONWriter)
}

extension EncodableMessage {
  /// The message as one line, LF included.
  package var line: [UInt8] {
    // Longer than most lines: a reading has some 390 bytes, and the buffer does not grow.
    var writer = JSONWriter(capacity: 512)
    encode(into: &writer)
    writer.newline()
    return writer.bytes
  }
}

/// Angles have at most three decimals: 0.001° is far below the error of any compass.
private let angleDecimals = 3

extension JSONWriter {
  /// Writes an azimuth, degrees; a value that rounds to 360 is written as 0.
  mutating func azimuth(_ degrees: Double) {
    number(degrees >= 359.9995 ? 0 : degrees, decimals: angleDecimals)
  }

  /// Writes a difference of azimuths, degrees; a value that rounds to 180 is written as −180.
  mutating func relativeBearing(_ degrees: Double) {
    number(degrees >= 179.9995 ? -180 : degrees, decimals: angleDecimals)
  }

  /// Writes any other angle, degrees, or rate, degrees a second.
  mutating func degrees(_ degrees: Double) { number(degrees, decimals: angleDecimals) }

  /// Writes an error, degrees, with two decimals. At least 0.01: no heading is without error.
  mutating func error68(_ degrees: Double) { number(max(degrees, 0.01), decimals: 2) }

  /// Writes the members at the beginning of every streamed message.
  mutating func beginMessage(_ type: StaticString, _ sequence: UInt64, _ time: Timestamp) {
    beginObject()
    key("type")
    string(type)
    key("seq")
    integer(Int64(sequence))
    key("t_us")
    integer(time.microseconds)
  }

  mutating func why(_ why: WhySet) {
    key("why")
    beginArray()
    for reason in why { string(reason.code) }
    endArray()
  }
}
