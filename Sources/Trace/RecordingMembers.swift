import JSON
import Pipeline
import Wire

/// How a trace writes that a recording began or ended: `{"file":"walk.jsonl.gz"}`, at the end with `reason`.
extension RecordingChange {
  /// The longest name of a file, bytes: that of Linux.
  private static let nameBytes = 1...255

  /// - Parameter value: the value of the report `recording`; other values give `nil`.
  init?(_ value: JSONValue) {
    guard let file = value["file"]?.string, Self.isName(file) else { return nil }
    self.init(file: file)
    guard let reason = value["reason"] else { return }
    guard let end = reason.string.flatMap(Event.RecordingEnd.init) else { return nil }
    self.end = end
  }

  /// The value of the report `recording`; `nil` where it could not be read back.
  var value: JSONValue? {
    guard Self.isName(file) else { return nil }
    var members = [JSONValue.Member(key: "file", value: .string(file))]
    members.add("reason", end.map { .string($0.rawValue) })
    return .object(members)
  }

  private static func isName(_ text: String) -> Bool {
    nameBytes.contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
