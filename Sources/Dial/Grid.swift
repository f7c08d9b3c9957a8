/// A rectangle of character cells to draw on. Drawing outside is cut off.
struct Grid {
  private struct Cell {
    /// `nil` for the right half of a wide character.
    var scalar: Unicode.Scalar? = " "
    var ink = Ink.plain
  }

  let columns: Int
  let rows: Int
  private var cells: [Cell]

  init(columns: Int, rows: Int) {
    self.columns = max(columns, 0)
    self.rows = max(rows, 0)
    cells = Array(repeating: Cell(), count: self.columns * self.rows)
  }

  /// Draws one character that is one cell wide.
  mutating func put(_ scalar: Unicode.Scalar, column: Int, row: Int, _ ink: Ink) {
    guard 0..<columns ~= column, 0..<rows ~= row else { return }
    cells[row * columns + column] = Cell(scalar: scalar, ink: ink)
  }

  /// Draws `text` from `column` on, cut at the grid's edge.
  mutating func put(_ text: some StringProtocol, column: Int, row: Int, _ ink: Ink) {
    var column = column
    for scalar in text.unicodeScalars {
      let width = TextWidth.of(scalar)
      guard width > 0 else { continue }
      guard column + width <= columns else { return }
      put(scalar, column: column, row: row, ink)
      if width == 2, column + 1 >= 0, 0..<rows ~= row {
        cells[row * columns + column + 1] = Cell(scalar: nil, ink: ink)
      }
      column += width
    }
  }

  /// Draws the whole words of a line of spans that fit into `limit` cells.
  mutating func put(_ line: Line, column: Int, row: Int, limit: Int) {
    var column = column
    for span in line.fitted(to: min(limit, columns - column)).spans {
      put(span.text, column: column, row: row, span.ink)
      column += TextWidth.of(span.text)
    }
  }

  /// Draws lines below each other from `row` on, as far as there are rows.
  mutating func put(_ lines: [Line], column: Int, row: Int, limit: Int) {
    for (index, line) in lines.enumerated() {
      put(line, column: column, row: row + index, limit: limit)
    }
  }

  /// Draws the characters of a smaller grid that are not blank.
  mutating func put(_ other: Grid, column: Int, row: Int) {
    for y in 0..<other.rows {
      for x in 0..<other.columns {
        let cell = other.cells[y * other.columns + x]
        // A wide character needs two cells; its right half is copied as it is.
        let isWide = cell.scalar.map { TextWidth.of($0) == 2 } ?? false
        guard cell.scalar != " ", column + x >= 0, column + x + (isWide ? 1 : 0) < columns,
          0..<rows ~= row + y
        else { continue }
        cells[(row + y) * columns + column + x] = cell
      }
    }
  }

  /// Turns everything drawn so far grey.
  mutating func fade() {
    for index in cells.indices { cells[index].ink = .off }
  }

  /// The rows as text, without blanks at the end.
  func lines(_ style: Style) -> [String] {
    (0..<rows).map { row in
      line(cells[row * columns..<(row + 1) * columns], style)
    }
  }

  private func line(_ row: ArraySlice<Cell>, _ style: Style) -> String {
    let end = row.lastIndex { $0.scalar != " " || $0.ink.hasBackground }
    guard let end else { return "" }
    var text = String.UnicodeScalarView()
    var ink = Ink.plain
    for cell in row[...end] {
      guard let scalar = cell.scalar else { continue }
      if style.palette != .none, cell.ink != ink,
        scalar != " " || cell.ink.hasBackground
          || ink.hasBackground
      {
        text.append(contentsOf: escape(cell.ink, style).unicodeScalars)
        ink = cell.ink
      }
      let isDrawn = style.isUnicode || scalar.isASCII
      text.append(isDrawn ? scalar : scalar == "…" ? "~" : "?")
    }
    if ink != .plain { text.append(contentsOf: "\u{1B}[0m".unicodeScalars) }
    return String(text)
  }

  private func escape(_ ink: Ink, _ style: Style) -> String {
    let parameters = ink.parameters(style.palette)
    return parameters.isEmpty ? "\u{1B}[0m" : "\u{1B}[0;\(parameters)m"
  }
}
