import Foundation

/// `docs/protocol.md`, read by its headings.
struct ProtocolDocument {
  let text: String

  init() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    text = try String(contentsOf: root.appending(path: "docs/protocol.md"), encoding: .utf8)
  }

  /// The lines from a heading to the next one of any level.
  private func lines(under heading: String) -> [Substring] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0.drop { $0 == "#" } == " \(heading)" }) else {
      return []
    }
    return Array(lines[(start + 1)...].prefix { !$0.hasPrefix("#") })
  }

  /// The cells of the tables' rows, without their heads.
  func rows(under heading: String) -> [[String]] {
    let lines = lines(under: heading)
    var rows: [[String]] = []
    for (index, line) in lines.enumerated() where line.hasPrefix("|") && !line.hasPrefix("|---") {
      let isHead = index + 1 < lines.count && lines[index + 1].hasPrefix("|---")
      guard !isHead else { continue }
      let cells = line.dropFirst().dropLast().split(
        separator: "|", omittingEmptySubsequences: false)
      rows.append(cells.map { $0.trimmingCharacters(in: .whitespaces) })
    }
    return rows
  }

  /// The first cells, without their backticks.
  func names(under heading: String) -> [String] {
    rows(under: heading).map { $0[0].filter { $0 != "`" } }
  }

  /// Every line of a block of JSON.
  var examples: [Substring] {
    text.split(separator: "\n").filter { $0.hasPrefix("{") }
  }
}
