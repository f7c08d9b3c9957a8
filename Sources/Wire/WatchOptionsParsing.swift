internal import JSON

extension WatchOptions {
  private static let names = ["rate_hz", "min_change_deg", "max_gap_ms", "screen_deg"]
  /// The longest `max_gap_ms`: an hour.
  private static let longestGap = 3_600_000

  /// The options of one topic of a `watch`.
  ///
  /// - Throws: `bad_value` for a name that the topic does not have and for a value out of range. With
  ///   `screen_deg` ignored, a client would draw a wrong dial.
  init(requested value: JSONValue, _ topic: Topic) throws(RequestError) {
    guard value.members != nil else {
      throw .badValue(
        "the options of \"\(topic.rawValue)\" are not an object", hint: "send {} for none")
    }
    let options = topic == .reading ? Self.names : []
    let hint =
      topic == .reading
      ? "leave it out; options: \(Self.names.joined(separator: ", "))"
      : "send {}; only \"reading\" has options"
    try value.allow(options, hint: hint) { "\"\(topic.rawValue)\" has no option \"\($0)\"" }
    self.init(
      rateHz: try Self.rate(value["rate_hz"]),
      minChangeDegrees: try Self.change(value["min_change_deg"]),
      maxGapMilliseconds: try Self.gap(value["max_gap_ms"]),
      screen: try Self.screen(value["screen_deg"]))
    guard maxGapMilliseconds == nil || minChangeDegrees != nil else {
      throw .badValue(
        "\"max_gap_ms\" without \"min_change_deg\"",
        hint: "give both; without min_change_deg every reading of the rate is sent")
    }
  }

  private static func rate(_ value: JSONValue?) throws(RequestError) -> Double? {
    guard let value else { return nil }
    guard let rate = value.number, rate > 0 else {
      throw .badValue(
        "\"rate_hz\" is not a number above 0", hint: "from just above 0 to 60; leave it out for 60")
    }
    return min(rate, Limits.rateHz)
  }

  private static func change(_ value: JSONValue?) throws(RequestError) -> Double? {
    guard let value else { return nil }
    guard let degrees = value.number, degrees > 0, degrees <= 180 else {
      throw .badValue(
        "\"min_change_deg\" is not a number above 0 and up to 180",
        hint: "for example 0.5; leave it out for every reading")
    }
    return degrees
  }

  private static func gap(_ value: JSONValue?) throws(RequestError) -> Int? {
    guard let value else { return nil }
    guard let gap = value.number.flatMap({ Int(exactly: $0) }), 1...longestGap ~= gap else {
      throw .badValue(
        "\"max_gap_ms\" is not a whole number from 1 to \(longestGap)",
        hint: "for example 1000; leave it out for no limit")
    }
    return gap
  }

  private static func screen(_ value: JSONValue?) throws(RequestError) -> ScreenTurn {
    guard let value else { return .none }
    guard let turn = value.number.flatMap({ Int(exactly: $0) }).flatMap(ScreenTurn.init(rawValue:))
    else {
      throw .badValue(
        "\"screen_deg\" is not 0, 90, 180 or 270",
        hint: "where the screen's upper edge points, clockwise from the device's forward axis")
    }
    return turn
  }

  /// The options of one topic in the server's reply; what is not known is left out.
  init(answered value: JSONValue) {
    self.init(
      rateHz: value["rate_hz"]?.number, minChangeDegrees: value["min_change_deg"]?.number,
      maxGapMilliseconds: value["max_gap_ms"]?.number.flatMap { Int(exactly: $0) },
      screen: value["screen_deg"]?.number.flatMap { Int(exactly: $0) }.flatMap(
        ScreenTurn.init(rawValue:))
        ?? .none)
  }
}
