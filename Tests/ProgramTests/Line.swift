import JSON

/// A line of the protocol: its bytes, and what they say where a test asks.
struct Line: Equatable, CustomStringConvertible {
  /// Without the LF.
  let text: String

  /// The whole lines of `bytes`.
  static func split(_ bytes: [UInt8]) -> [Line] {
    let whole = bytes.prefix(upTo: (bytes.lastIndex(of: 0x0A) ?? -1) + 1)
    return whole.split(separator: 0x0A).map { Line(text: String(decoding: $0, as: UTF8.self)) }
  }

  static func split(_ text: String) -> [Line] { split(Array(text.utf8)) }

  var description: String { text }

  /// The value of `type`, which comes first in every line.
  var type: String {
    let start = "{\"type\":\""
    guard text.hasPrefix(start) else { return "" }
    return String(text.dropFirst(start.count).prefix { $0 != "\"" })
  }

  /// Whether it belongs to a topic, and not to the session.
  var isOfTopic: Bool { ["reading", "event", "state", "qibla", "position"].contains(type) }

  /// A member's value.
  subscript(key: String) -> JSONValue? {
    guard let value = try? JSONValue(parsing: Array(text.utf8)[...]) else { return nil }
    return value[key]
  }

  func number(_ key: String) -> Double? { self[key]?.number }
  func string(_ key: String) -> String? { self[key]?.string }
  func flag(_ key: String) -> Bool? { self[key]?.bool }

  /// The codes of `why`.
  var why: [String] {
    guard case .array(let codes) = self["why"] else { return [] }
    return codes.compactMap(\.string)
  }

  /// Without the last member `live`, which a replay cannot know.
  var withoutLive: Line {
    guard type == "state", let live = text.firstRange(of: ",\"live\":{"), text.hasSuffix("}}")
    else {
      return self
    }
    return Line(text: text[..<live.lowerBound] + "}")
  }
}
