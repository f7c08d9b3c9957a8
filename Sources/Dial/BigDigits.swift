/// Draws a number three rows high.
enum BigDigits {
  /// Three rows of equal width. Characters without a glyph are left out.
  static func rows(_ text: String, _ style: Style) -> [String] {
    let font = style.isUnicode ? blocks : segments
    var rows = ["", "", ""]
    for character in text {
      guard let glyph = font[character] else { continue }
      for row in rows.indices { rows[row] += (rows[row].isEmpty ? "" : " ") + glyph[row] }
    }
    return rows
  }

  private static let blocks: [Character: [String]] = [
    "0": ["█▀█", "█ █", "▀▀▀"], "1": ["▀█ ", " █ ", "▀▀▀"], "2": ["▀▀█", "█▀▀", "▀▀▀"],
    "3": ["▀▀█", " ▀█", "▀▀▀"], "4": ["█ █", "▀▀█", "  ▀"], "5": ["█▀▀", "▀▀█", "▀▀▀"],
    "6": ["█▀▀", "█▀█", "▀▀▀"], "7": ["▀▀█", "  █", "  ▀"], "8": ["█▀█", "█▀█", "▀▀▀"],
    "9": ["█▀█", "▀▀█", "▀▀▀"], ".": [" ", " ", "▀"], "°": ["█▀█", "▀▀▀", "   "],
    "?": ["▀▀█", " ▀▀", " ▀ "], "-": ["   ", "▀▀▀", "   "], " ": ["   ", "   ", "   "],
  ]

  private static let segments: [Character: [String]] = [
    "0": [" _ ", "| |", "|_|"], "1": ["   ", "  |", "  |"], "2": [" _ ", " _|", "|_ "],
    "3": [" _ ", " _|", " _|"], "4": ["   ", "|_|", "  |"], "5": [" _ ", "|_ ", " _|"],
    "6": [" _ ", "|_ ", "|_|"], "7": [" _ ", "  |", "  |"], "8": [" _ ", "|_|", "|_|"],
    "9": [" _ ", "|_|", " _|"], ".": [" ", " ", "."], "°": ["o", " ", " "],
    "?": [" _ ", " _|", " . "], "-": ["   ", " _ ", "   "], " ": ["   ", "   ", "   "],
  ]
}
