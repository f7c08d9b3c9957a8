/// The escape sequences of a full-screen view.
///
/// Source: ECMA-48; xterm control sequences (private modes 7, 25, 1049); mode 2026 is the
/// synchronized output that newer terminals have and others ignore.
enum TerminalText {
  /// Alternate screen, no cursor, no wrapping at the right edge, cleared.
  static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[0m\u{1B}[2J"

  /// The opposite; also ends a frame that was cut off in the middle.
  static let leave = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// What turns a screen with the lines `old` into one with `new`; `old` is empty for a screen of
  /// unknown content.
  static func update(
    from old: [String], to new: [String], size: (columns: Int, rows: Int)
  ) -> String {
    var body = old.isEmpty ? "\u{1B}[2J" : ""
    for row in 0..<size.rows {
      let line = row < new.count ? new[row] : ""
      let before = row < old.count ? old[row] : ""
      guard line != before else { continue }
      body += "\u{1B}[\(row + 1);1H" + line
      // At the right edge the cursor stands on the last cell, and erasing would take it.
      if TextWidth.ofStyled(line) < size.columns { body += "\u{1B}[K" }
    }
    return body.isEmpty ? "" : "\u{1B}[?2026h" + body + "\u{1B}[?2026l"
  }
}
