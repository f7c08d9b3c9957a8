extension PageContent {
  /// A grid of lines; where there are too many, the last one that fits says so.
  func grid(_ lines: [Line], columns: Int, rows: Int) -> Grid {
    var grid = Grid(columns: columns, rows: rows)
    var lines = lines
    if lines.count > rows, rows > 0 {
      lines = lines.prefix(rows - 1) + [Line("… more in a taller window", .faint)]
    }
    grid.put(lines, column: 0, row: 0, limit: columns)
    return grid
  }

  /// `name` in a column of its own, with `text` after it, on as many lines as it takes.
  func row(_ name: String, _ text: String, _ ink: Ink = .plain, columns: Int) -> [Line] {
    let indent = 13
    let blank = String(repeating: " ", count: indent)
    // In a narrow window the text is below the name.
    guard columns >= indent + 20 else {
      return (name.isEmpty ? [] : [Line(name, .faint)])
        + Line.wrapped(text, ink, width: max(columns, 1))
    }
    return Line.wrapped(text, ink, width: columns - indent).enumerated().map { index, line in
      let padding = String(repeating: " ", count: max(indent - TextWidth.of(name), 1))
      return Line(index == 0 ? name + padding : blank, .faint).then(line)
    }
  }
}
