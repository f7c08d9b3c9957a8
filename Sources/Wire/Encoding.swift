package import JSON
internal import Quantities

/// A message of the protocol that writes itself as one line.
package protocol EncodableMessage {
  /// Appends the message as one JSON object; the caller ends the line.
  func encode(into writer: inout JSONWriter)
}

extension EncodableMessage {
  /// The message as one line, LF included.
  package var line: [UInt8] {
    var writer = JSONWriter(capacity: 256)
    encode(into: &writer)
    writer.newline()
    return writer.bytes
  }
}

/// Angles carry three decimals at the most: a thousandth of a degree is far below any compass.
private let angleDecimals = 3

extension JSONWriter {
  /// An azimuth; what rounds to 360 is written as 0.
  mutating func azimuth(_ degrees: Double) {
    number(degrees >= 359.9995 ? 0 : degrees, decimals: angleDecimals)
  }

  /// A difference of azimuths; what rounds to 180 is written as −180.
  mutating func relativeBearing(_ degrees: Double) {
    number(degrees >= 179.9995 ? -180 : degrees, decimals: angleDecimals)
  }

  /// Any other angle or rate in degrees.
  mutating func degrees(_ degrees: Double) { number(degrees, decimals: angleDecimals) }

  /// An error in degrees: two decimals, and never 0, which would claim to know.
  mutating func error68(_ degrees: Double) { number(max(degrees, 0.01), decimals: 2) }

  /// The members that every streamed message begins with.
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
