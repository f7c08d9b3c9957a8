/// How a terminal is drawn on: with which colours and which characters.
package struct Style: Equatable, Sendable {
  /// The colours that may be used.
  package enum Palette: Equatable, Sendable {
    /// No escape sequence at all.
    case none
    /// The sixteen that every terminal has.
    case sixteen
    /// The 256 of xterm.
    case many
  }

  /// The characters that may be used.
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

  /// What the environment says of the terminal: `NO_COLOR`, `TERM`, `COLORTERM` and the locale.
  package init(environment: [String: String]) {
    palette = Self.palette(environment)
    glyphs = Self.glyphs(environment)
  }

  private static func palette(_ environment: [String: String]) -> Palette {
    let term = environment["TERM"] ?? ""
    // no-color.org: set and not empty, whatever it says
    if environment["NO_COLOR"]?.isEmpty == false || term.isEmpty || term == "dumb" { return .none }
    let more = term.hasSuffix("256color") || environment["COLORTERM"]?.isEmpty == false
    return more ? .many : .sixteen
  }

  private static func glyphs(_ environment: [String: String]) -> Glyphs {
    // The kernel's own console writes UTF-8 and has no braille in its font.
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

  /// The sign after a number of degrees.
  var degree: String { isUnicode ? "°" : " deg" }

  /// Between a value and its error.
  var plusMinus: String { isUnicode ? "±" : "+-" }

  /// Between two things on one line.
  var separator: String { isUnicode ? " · " : " - " }
}
