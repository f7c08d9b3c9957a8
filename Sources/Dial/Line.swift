/// A line of text in parts, each in its own ink.
struct Line: Equatable {
  struct Span: Equatable {
    var text: String
    var ink: Ink
  }

  var spans: [Span]

  init(_ text: String, _ ink: Ink = .plain) { spans = [Span(text: text, ink: ink)] }

  static let blank = Line("")

  /// This line with `text` after it.
  func then(_ text: String, _ ink: Ink = .plain) -> Line {
    var line = self
    line.spans.append(Span(text: text, ink: ink))
    return line
  }

  var width: Int { spans.reduce(0) { $0 + TextWidth.of($1.text) } }

  /// `text` broken between words into lines of at most `width` cells; a longer word is cut.
  static func wrapped(_ text: String, _ ink: Ink, width: Int) -> [Line] {
    var lines: [Line] = []
    var current = ""
    for word in text.split(separator: " ") {
      if !current.isEmpty, TextWidth.of(current) + 1 + TextWidth.of(word) > width {
        lines.append(Line(current, ink))
        current = ""
      }
      current += (current.isEmpty ? "" : " ") + word.cut(to: width)
    }
    if !current.isEmpty { lines.append(Line(current, ink)) }
    return lines
  }
}

extension StringProtocol {
  /// The beginning that fits into `width` cells.
  func cut(to width: Int) -> String {
    var rest = width
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      rest -= TextWidth.of(scalar)
      guard rest >= 0 else { break }
      result.append(scalar)
    }
    return String(result)
  }

  /// The text without control characters, which could control the terminal.
  var printable: String {
    var result = String.UnicodeScalarView()
    result.append(contentsOf: unicodeScalars.filter { TextWidth.of($0) > 0 })
    return String(result)
  }
}
