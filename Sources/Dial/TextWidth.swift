/// The number of cells that a terminal uses for a character. Enough for names, not for all of
/// Unicode.
enum TextWidth {
  /// 0 for a combining or invisible character, 2 for a wide East Asian one or an emoji, otherwise
  /// 1.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value ? 0 : 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator,
      .surrogate, .unassigned:
      return 0
    default: return wide.contains { $0 ~= scalar.value } ? 2 : 1
    }
  }

  static func of(_ text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + of($1) }
  }

  /// The number of cells of a line with colour escapes.
  static func ofStyled(_ line: String) -> Int {
    var width = 0
    var inEscape = false
    for scalar in line.unicodeScalars {
      if scalar == "\u{1B}" {
        inEscape = true
      } else if inEscape {
        if scalar != "[", 0x40...0x7E ~= scalar.value { inEscape = false }
      } else {
        width += of(scalar)
      }
    }
    return width
  }

  /// Blocks of wide characters. Source: Unicode East_Asian_Width, blocks with only W or F.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
  ]
}
