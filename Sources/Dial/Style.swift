/// The colours and characters for drawing on a terminal.
package struct Style: Equatable, Sendable {
  /// The colours.
  package enum Palette: Equatable, Sendable {
    /// No colours and no escape sequences.
    case none
    /// The 16 colours of every terminal.
    case sixteen
    /// The 256 colours of xterm.
    case many
  }

  /// The characters.
  package enum Glyphs: Equatable, Sendable {
    case ascii
    /// Braille, block and arrow characters, each one cell wide.
    case unicode
  }

  package var palette: Palette
  package var glyphs: Glyphs

  package init(palette: Palette, glyphs: Glyphs) {
    self.palette = palette
    self.glyphs = glyphs
  }

  /// The style for the terminal, from the environment: `NO_COLOR`, `TERM`, `COLORTERM`, the locale.
  package init(environment: [String: String]) {
    palette = Self.palette(environment)
    glyphs = Self.glyphs(environment)
  }

  private static func palette(_ environment: [String: String]) -> Palette {
    let term = environment["TERM"] ?? ""
    // no-color.org: any value that is not empty
    if environment["NO_COLOR"]?.isEmpty == false || term.isEmpty || term == "dumb" { return .none }
    let more = term.hasSuffix("256color") || environment["COLORTERM"]?.isEmpty == false
    return more ? .many : .sixteen
  }

  private static func glyphs(_ environment: [String: String]) -> Glyphs {
    // The Linux console accepts UTF-8 but has no braille in its font.
    if let term = environment["TERM"], term == "linux" || term == "dumb" { return .ascii }
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let name = locale.lowercased()
    return name.contains("utf-8") || name.contains("utf8") ? .unicode : .ascii
  }
}

extension Style {
  var isUnicode: Bool { glyphs == .unicode }

  /// The sign for degrees.
  var degree: String { isUnicode ? "°" : " deg" }

  /// The sign before an error.
  var plusMinus: String { isUnicode ? "±" : "+-" }

  /// The prefix of a millionth, as in µT.
  var micro: String { isUnicode ? "µ" : "u" }

  /// Between two things on one line.
  var separator: String { isUnicode ? " · " : " - " }
}
