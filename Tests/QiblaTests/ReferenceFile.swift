import Foundation
import Testing

/// The rows of a file in Tests/Reference, without comments; what is between separators.
func referenceRows(_ name: String, separator: Character) throws -> [[String]] {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  let text = try String(
    contentsOf: folder.appending(path: "Reference/" + name), encoding: .utf8)
  return text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
    .map { $0.split(separator: separator, omittingEmptySubsequences: false).map(String.init) }
}

/// The numbers in some columns of a row.
func numbers(_ row: [String], _ columns: Range<Int>) throws -> [Double] {
  try columns.map { try #require(Double(row[$0]), "column \($0) of \(row)") }
}
