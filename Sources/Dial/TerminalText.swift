/// The escape sequences of a full-screen view.
///
/// Source: ECMA-48; xterm control sequences (private modes 7, 25, 1049). Mode 2026 is the
/// synchronized output of newer terminals; others ignore it.
enum TerminalText {
  /// Alternate screen, no cursor, no wrapping at the right edge, cleared.
  static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[0m\u{1B}[2J"

  /// The opposite of `enter`; also ends an incomplete frame.
  static let leave = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// The text that changes a screen with the lines `old` into one with `new`. An empty `old` stands
  /// for unknown content.
  static func update(
    from old: [String], to new: [String], size: (columns: Int, rows: Int)
  ) -> String {
    var body = old.isEmpty ? "\u{1B}[2J" : ""
    for row in 0..<size.rows {
      let line = row < new.count ? new[row] : ""
      let before = row < old.count ? old[row] : ""
      guard line != before else { continue }
      body += "\u{1B}[\(row + 1);1H" + line
      // After a line of full width the cursor is on the last cell, which erasing would clear.
      if TextWidth.ofStyled(line) < size.columns { body += "\u{1B}[K" }
    }
    return body.isEmpty ? "" : "\u{1B}[?2026h" + body + "\u{1B}[?2026l"
  }
}
