import JSON
import Pipeline

/// How a trace writes that the configuration was read again: `{"applied":["log"],"restart":["gpsd"]}`, or `"rejected"`.
extension ConfigurationNews {
  private static let rejectedWord = JSONValue.string("rejected")

  /// - Returns: `nil` where the value is neither.
  init?(_ value: JSONValue) {
    if value == Self.rejectedWord {
      self = .rejected
      return
    }
    guard let applied = Self.names(value["applied"]), let restart = Self.names(value["restart"])
    else { return nil }
    self = .reloaded(applied: applied, restart: restart)
  }

  var value: JSONValue {
    switch self {
    case .rejected: Self.rejectedWord
    case .reloaded(let applied, let restart):
      .object([
        .init(key: "applied", value: .array(applied.map(JSONValue.string))),
        .init(key: "restart", value: .array(restart.map(JSONValue.string))),
      ])
    }
  }

  /// - Returns: `nil` where the value is no array of strings.
  private static func names(_ value: JSONValue?) -> [String]? {
    guard let elements = value?.array else { return nil }
    let names = elements.compactMap(\.string)
    return names.count == elements.count ? names : nil
  }
}
