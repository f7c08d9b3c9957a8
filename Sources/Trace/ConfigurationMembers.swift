import JSON
import Pipeline

/// How a trace writes that the configuration was read again: `{"applied":["log"],"restart":["gpsd"]}`, or `"rejected"`.
extension ConfigurationReloadResult {
  private static let rejectedWord = JSONValue.string("rejected")
  /// The longest name of a section or a key, bytes.
  private static let nameBytes = 64

  /// - Returns: `nil` where the value is neither.
  init?(_ value: JSONValue) {
    if value == Self.rejectedWord {
      self = .rejected
      return
    }
    guard let applied = value["applied"]?.texts(upTo: Self.nameBytes),
      let restart = value["restart"]?.texts(upTo: Self.nameBytes)
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
}
