import Logging

/// The text of one message.
enum LogLine {
  /// One line with its LF: `<6>message key=value` for the journal, `info     message …` for a
  /// person.
  static func text(
    level: Logger.Level, message: String, _ metadata: Logger.Metadata,
    for reader: JournalLogHandler.Reader
  ) -> String {
    var line =
      switch reader {
      case .journal: "<\(priority(level))>"
      case .person: level.rawValue + String(repeating: " ", count: 9 - level.rawValue.count)
      }
    line += escaped(message)
    // Sorted: a dictionary's own order changes from run to run.
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
      line += " \(escaped(key))=\(quoted(value.description))"
    }
    return line + "\n"
  }

  /// Source: sd-daemon(3), syslog(3): 2 critical … 7 debug.
  static func priority(_ level: Logger.Level) -> Int {
    switch level {
    case .critical: 2
    case .error: 3
    case .warning: 4
    case .notice: 5
    case .info: 6
    case .debug, .trace: 7
    }
  }

  /// In quotation marks where its end would not be clear.
  private static func quoted(_ value: String) -> String {
    let text = escaped(value)
    guard text.isEmpty || text.contains(where: { $0 == " " || $0 == "=" || $0 == "\"" }) else {
      return text
    }
    let inner = String(text.flatMap { $0 == "\"" ? "\\\"" : String($0) })
    return "\"\(inner)\""
  }

  /// Without line breaks, which would begin a second message, and without what steers a terminal.
  private static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result.append(contentsOf: "\\n".unicodeScalars)
      case "\r": result.append(contentsOf: "\\r".unicodeScalars)
      case "\t": result.append(" ")
      case _
      where [.control, .lineSeparator, .paragraphSeparator].contains(
        scalar.properties.generalCategory):
        result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
