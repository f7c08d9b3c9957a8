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

  /// This line with another one after it.
  func then(_ other: Line) -> Line { Line(spans: spans + other.spans) }

  var width: Int { spans.reduce(0) { $0 + TextWidth.of($1.text) } }

  /// The line with as many whole words as fit into `width` cells; `…` stands for the rest.
  ///
  /// A number is never cut: `±180°` would become `±18`.
  func fitted(to width: Int) -> Line {
    guard self.width > width else { return self }
    guard width > 0 else { return .blank }
    var kept: [Span] = []
    var room = width - 1
    for piece in pieces {
      let size = TextWidth.of(piece.text)
      guard size <= room else {
        if !piece.isBlank { kept.dropWord(before: piece) }
        break
      }
      kept.append(piece)
      room -= size
    }
    while kept.last?.isSeparator == true { kept.removeLast() }
    return Line(spans: kept + [Span(text: "…", ink: kept.last?.ink ?? .faint)])
  }

  /// The first of some lines that fits into `width` cells; none: whole words of the last one.
  static func first(of lines: [Line], fitting width: Int) -> Line {
    lines.first { $0.width <= width } ?? lines.last?.fitted(to: width) ?? .blank
  }

  private init(spans: [Span]) { self.spans = spans }

  /// The spans, cut between words and blanks. A badge is one piece.
  private var pieces: [Span] {
    spans.flatMap { span -> [Span] in
      if span.ink == .badge { return [span] }
      var parts: [Span] = []
      var isBlank: Bool?
      for character in span.text {
        if isBlank == (character == " "), let last = parts.indices.last {
          parts[last].text.append(character)
        } else {
          parts.append(Span(text: String(character), ink: span.ink))
          isBlank = character == " "
        }
      }
      return parts
    }
  }

  /// `text` broken between words into lines of at most `width` cells; of a longer word the beginning and `…`.
  static func wrapped(_ text: String, _ ink: Ink, width: Int) -> [Line] {
    var lines: [Line] = []
    var current = ""
    for word in text.split(separator: " ") {
      if !current.isEmpty, TextWidth.of(current) + 1 + TextWidth.of(word) > width {
        lines.append(Line(current, ink))
        current = ""
      }
      let fits = TextWidth.of(word) <= width
      current +=
        (current.isEmpty ? "" : " ") + (fits ? String(word) : word.cut(to: width - 1) + "…")
    }
    if !current.isEmpty { lines.append(Line(current, ink)) }
    return lines
  }
}

extension Line.Span {
  fileprivate var isBlank: Bool { text.allSatisfy { $0 == " " } }

  /// Whether this only stands between two things.
  fileprivate var isSeparator: Bool { text.allSatisfy { " ·-,".contains($0) } }
}

extension [Line.Span] {
  /// Removes the beginning of the word that goes on with `next`: the part of it that is here, or the number of
  /// which `next` is the unit.
  fileprivate mutating func dropWord(before next: Line.Span) {
    let isUnit = next.text.hasPrefix("deg")
    if isUnit { while last?.isBlank == true { removeLast() } }
    while last?.isBlank == false { removeLast() }
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
