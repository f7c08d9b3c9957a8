private import Quantities

/// The lines of a coefficient file that are not blank, split into words, one after the other.
///
/// A line ends with a line feed or with the file; blanks, tabs and carriage returns part words.
struct CoefficientLines {
  /// One line's words.
  struct Line {
    /// Counted from 1.
    let number: Int
    /// At least one; none is empty.
    let words: [ArraySlice<UInt8>]
  }

  private let bytes: [UInt8]
  private var position = 0
  /// The number of the line that was read last, blank ones counted; 0 before the first.
  private(set) var number = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next line that has a word, or `nil` at the end.
  mutating func next() -> Line? {
    while position < bytes.endIndex {
      let rest = bytes[position...]
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
      let words = bytes[position..<end].split(whereSeparator: Self.isBlank)
      position = end + 1
      number += 1
      if !words.isEmpty { return Line(number: number, words: words) }
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }
}

/// The finite decimal number that these bytes spell, or `nil`; never an "inf" or hexadecimal one.
func decimalNumber(_ word: ArraySlice<UInt8>) -> Double? {
  Double(decimal: String(decoding: word, as: UTF8.self))
}

/// A degree or an order, of at most three digits.
func wholeNumber(_ word: ArraySlice<UInt8>) -> Int? {
  guard word.count <= 3, word.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
  else { return nil }
  return Int(String(decoding: word, as: UTF8.self))
}

/// These bytes for a message: at most 24, with a question mark for all that is not plain ASCII.
func shown(_ word: ArraySlice<UInt8>) -> String {
  let plain = word.prefix(24).map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }
  return String(decoding: plain, as: UTF8.self) + (word.count > 24 ? "…" : "")
}
