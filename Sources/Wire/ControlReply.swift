package import JSON

/// What a control request that succeeded answers with: the members that its verb sets.
///
/// The line of the reply has `type`, `id`, `ok` and `do` before them.
public struct ControlReply: Equatable, Sendable {
  /// In the order in which they are written; no name occurs twice, and none is one of the above.
  package var members: [JSONValue.Member]

  package init(_ members: KeyValuePairs<String, JSONValue> = [:]) {
    self.members = members.map { JSONValue.Member(key: $0.key, value: $0.value) }
  }

  package init(members: [JSONValue.Member]) { self.members = members }

  /// The member `key`; `nil` where it is absent.
  package subscript(key: String) -> JSONValue? { JSONValue.object(members)[key] }

  /// The members of the reply's line that are not its own.
  static let common = ["type", "id", "ok", "do"]
}
