import FoundationEssentials
import Testing

/// The bytes of a file in Tests/Reference/wmm.
func referenceBytes(_ name: String, from path: String = #filePath) throws -> [UInt8] {
  let tests = URL(filePath: path).deletingLastPathComponent().deletingLastPathComponent()
  return try Array(Data(contentsOf: tests.appending(path: "Reference/wmm/\(name)")))
}

/// The rows of a table, split into words; lines that begin with `#` and the first `headerLines`
/// others are left out.
func referenceRows(
  _ name: String, separator: Character = " ", headerLines: Int = 0
) throws -> [[String]] {
  let text = String(decoding: try referenceBytes(name), as: UTF8.self)
  return text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
    .dropFirst(headerLines).map { $0.split(separator: separator).map(String.init) }
}

/// A word of a table as a number.
func number(_ word: String) throws -> Double {
  try #require(Double(word), "\(word) is a number")
}

/// Half a unit of the last digit that is printed in `word`.
func halfDigit(_ word: String) -> Double {
  guard let point = word.firstIndex(of: ".") else { return 0.5 }
  return word[point...].dropFirst().reduce(0.5) { half, _ in half / 10 }
}
