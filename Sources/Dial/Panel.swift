import Quantities
import Wire

/// The text beside or below the rose: as many of its parts as fit.
///
/// Permanent parts are at the top and at the bottom. The reasons, which come and go, are between
/// them, so that no number moves when the status changes.
struct Panel {
  let view: DialView
  let style: Style
  let columns: Int
  let rows: Int
  /// Columns at the end of the first line that something else takes.
  var reservedColumns = 0

  private var words: Words { Words(view: view, style: style) }
  /// Degrees: with such an error the opposite direction is about as likely.
  static let noDirection = 90.0
  /// More rows only spread the text.
  static let mostRows = 19

  private var hasBigDigits: Bool { rows >= 14 && columns >= 34 }

  /// At most `rows` lines, of which the last ones are the bottom part.
  func lines() -> [Line] {
    var top = self.top
    var middle = reasons
    var bottom = details
    // The condition is the last line of the top and is left out last.
    while top.count + bottom.count > rows, !bottom.isEmpty { bottom.removeLeastWanted() }
    while top.count > rows, top.count > 2 { top.remove(at: top.count - 2) }
    while top.count > rows, !top.isEmpty { top.removeFirst() }
    let room = rows - top.count - bottom.count
    for _ in 0..<max(middle.count - room, 0) where bottom.count > 1 { bottom.removeLeastWanted() }
    middle = middle.shortened(to: max(rows - top.count - bottom.count, 0), columns: columns)
    let gap = max(rows - top.count - middle.count - bottom.count, 0)
    let all = top + middle + Array(repeating: .blank, count: gap) + bottom
    return view.isStale ? all.map { $0.span(words.silence, is: .bad) ? $0 : $0.faded } : all
  }

  private var top: [Line] {
    let space = hasBigDigits ? [Line.blank] : []
    let distance = words.distance(width: columns)
    let pointers = words.pointers.map { Line($0, words.pointerInk) }
    let way = [
      Line.first(of: pointers, fitting: columns),
      Line.first(of: words.bearings.map { Line($0, .faint) }, fitting: columns),
      Line(distance ?? "", .faint),
    ]
    let wayThere = distance == nil && !hasBigDigits ? Array(way.dropLast()) : way
    return heading + space + wayThere + space + [condition]
  }

  private var heading: [Line] {
    // Digits of a direction that is not known are not to stand out.
    let isKnown = view.reading?.error68Degrees.map { $0 < Self.noDirection } ?? true
    let ink: Ink =
      isKnown ? view.heading.map { $0.isTrue ? .strong : .magnetic } ?? .off : .faint
    let number = view.heading.map { azimuthText($0.degrees) }
    guard hasBigDigits else {
      let back = axis.isEmpty ? "" : " \(axis)"
      let lines = words.headings.enumerated().map { index, text in
        Line(text, ink).then(index == 0 ? back : "", .faint)
      }
      return [Line.first(of: lines, fitting: columns - reservedColumns)]
    }
    let digits = number ?? "---.-"
    let padding = String(repeating: " ", count: max(5 - digits.count, 0))
    let beside = [view.heading?.cardinal ?? "no", view.heading?.north ?? "heading", axis]
    return zip(BigDigits.rows(padding + digits + "°", style), beside).map {
      Line($0, ink).then("  " + $1, ink)
    }
  }

  private var axis: String { view.reading?.axis == .back ? "of the back" : "" }

  /// The status in its colour, with the heading error.
  private var condition: Line {
    guard !view.isStale, let reading = view.reading else { return Line(words.silence, .bad) }
    let status = reading.status.rawValue
    let marked = (style.isUnicode ? "● " : "* ") + status
    let error = words.error
    guard !error.isEmpty else {
      return .first(
        of: [Line(marked, view.statusInk), Line(status, view.statusInk)], fitting: columns)
    }
    return .first(
      of: [
        Line(marked, view.statusInk).then("  " + error, .strong),
        Line(marked, view.statusInk).then(" " + error, .strong),
        Line(status, view.statusInk).then(" " + error, .strong), Line(status, view.statusInk),
      ], fitting: columns)
  }

  /// The worst reason in words, and what to do about it.
  private var reasons: [Line] {
    if let loss = view.loss { return Line.wrapped(loss.printable, .plain, width: columns) }
    guard !view.isStale, let reading = view.reading, let why = reading.foremostWhy else {
      return []
    }
    let ink: Ink = reading.status == .accurate ? .faint : .plain
    return Line.wrapped(why.sentence, ink, width: columns)
      + Line.wrapped(why.advice, .faint, width: columns)
  }

  private var details: [Line] {
    let source = view.reading.map { $0.source.rawValue.replacingUnderscores }
    let stream = [words.rate, source].compactMap { $0 }.joined(separator: style.separator)
    let rows: [(name: String, value: String?)] = [
      ("turn", words.turnRate), ("pitch", words.pitch), ("roll", words.roll),
      ("rate", stream.isEmpty ? nil : stream),
    ]
    return rows.compactMap { row in
      row.value.map { value in
        let name = row.name + String(repeating: " ", count: 8 - row.name.count)
        return Line(name, .faint).then(value)
      }
    }
  }
}

extension [Line] {
  /// The first `count` lines; the last of them ends in … where more followed.
  fileprivate func shortened(to count: Int, columns: Int) -> [Line] {
    guard self.count > count, count > 0 else { return Array(prefix(count)) }
    let last = self[count - 1]
    // Where … does not fit after it, it takes the place of the last words.
    let cut = last.width <= columns - 2 ? last.then(" …", .faint) : last.fitted(to: last.width - 1)
    return prefix(count - 1) + [cut]
  }

  /// Removes the line before the last. The last detail is the most important one, then the first.
  fileprivate mutating func removeLeastWanted() { remove(at: Swift.max(count - 2, 0)) }
}

extension Line {
  fileprivate func span(_ text: String, is ink: Ink) -> Bool {
    spans == [Span(text: text, ink: ink)]
  }

  /// The line in grey.
  fileprivate var faded: Line {
    var line = self
    for index in line.spans.indices { line.spans[index].ink = .off }
    return line
  }
}
