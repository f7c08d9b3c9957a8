import Wire

/// The content of a page below the first lines.
protocol PageContent {
  /// The content as a grid of at most this size.
  func draw(columns: Int, rows: Int) -> Grid
}

/// What all pages have: the first line with place and badges, the line of heading and status, the last line with
/// event and keys.
struct PageFrame {
  let view: DialView
  let style: Style

  private var words: Words { Words(view: view, style: style) }

  /// Draws a page with the heading in its second line.
  func draw(_ content: any PageContent, on grid: inout Grid) {
    drawHeader(on: &grid)
    if grid.rows > 3 { drawFooter(on: &grid) }
    guard grid.rows > 1 else { return }
    grid.put(strip(width: grid.columns - 2), column: 1, row: 1, limit: grid.columns - 2)
    let top = grid.rows > 8 ? 3 : 2
    let rows = grid.rows - top - (grid.rows > 3 ? 1 : 0)
    guard rows > 0, grid.columns > 2 else { return }
    grid.put(content.draw(columns: grid.columns - 2, rows: rows), column: 1, row: top)
  }

  /// Draws place and source, or a remark, and the badges of data that are not live.
  func drawHeader(on grid: inout Grid) {
    var column = grid.columns
    for badge in words.badges(width: grid.columns).reversed() {
      column -= badge.count + 1
      grid.put(badge, column: max(column, 0), row: 0, .badge)
    }
    let room = max(column - 2, 0)
    let left = min(1, room)
    if let notice = view.notice {
      return grid.put(Line(notice.printable, .badBadge), column: left, row: 0, limit: room)
    }
    let words = PlaceWords(view: view, style: style)
    let name = "qiblad"
    let place = words.line(width: room - name.count - TextWidth.of(style.separator))
    // Where there is no room for both, an assumed place is more important than the name.
    let alone = place.isEmpty && words.isAssumed ? words.line(width: room) : ""
    let texts = [place.isEmpty ? alone : name + style.separator + place, name]
    guard let text = texts.first(where: { !$0.isEmpty && TextWidth.of($0) <= room }) else { return }
    grid.put(Line(text, .faint), column: left, row: 0, limit: room)
  }

  /// Draws the newest event and the keys.
  func drawFooter(on grid: inout Grid) {
    let hint = grid.columns < 40 ? "? help" : "1-6 pages  ? help  q quits"
    let row = grid.rows - 1
    guard hint.count + 2 <= grid.columns else { return }
    grid.put(hint, column: grid.columns - hint.count - 1, row: row, .faint)
    guard let event = words.event else { return }
    grid.put(
      Line(event, .faint), column: 1, row: row, limit: grid.columns - hint.count - 4)
  }

  /// Heading, status and the turn to the target in one line; the parts that fit.
  private func strip(width: Int) -> Line {
    guard !view.isStale, let reading = view.reading else { return Line(words.silence, .bad) }
    var parts: [Line] = []
    if let heading = view.heading {
      let number = azimuthText(heading.degrees) + style.degree
      parts.append(
        Line("\(number) \(heading.north) \(words.error)", heading.isTrue ? .strong : .magnetic))
    } else {
      parts.append(Line("no heading", .strong))
    }
    parts.append(Line((style.isUnicode ? "● " : "* ") + reading.status.rawValue, view.statusInk))
    if let pointer = words.pointer { parts.append(Line(pointer.text, pointer.ink)) }
    if let why = reading.foremostWhy { parts.append(Line(why.sentence, .faint)) }
    var line = parts[0]
    for part in parts.dropFirst() where line.width + 2 + part.width <= width {
      line = line.then("  ").then(part)
    }
    return line
  }
}
