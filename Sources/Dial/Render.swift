import Wire

extension DialFrame {
  /// The picture at an instant: at most `rows` lines of at most `columns` cells.
  ///
  /// - Parameters:
  ///   - columns: cells across, any number; below 40 only text is drawn.
  ///   - rows: cells down, any number; below 12 only text is drawn.
  ///   - style: the colours and characters that the terminal has.
  ///   - now: seconds, by the clock of `update`.
  package func render(columns: Int, rows: Int, style: Style, at now: Double) -> [String] {
    // Larger than any screen; a wrong size must not take all memory.
    let (columns, rows) = (min(max(columns, 0), 1000), min(max(rows, 0), 500))
    guard columns > 0, rows > 0 else { return [] }
    let view = view(at: now)
    var grid = Grid(columns: columns, rows: rows)
    switch Layout(columns: columns, rows: rows) {
    case .text: drawText(view, style, on: &grid)
    case .sideBySide(let dial): drawDial(view, style, dial, isSideBySide: true, on: &grid)
    case .stacked(let dial): drawDial(view, style, dial, isSideBySide: false, on: &grid)
    }
    return grid.lines(style)
  }

  private func drawText(_ view: DialView, _ style: Style, on grid: inout Grid) {
    let hasHeader = grid.rows > 3 || view.notice != nil
    if hasHeader { drawHeader(view, style, on: &grid) }
    let top = hasHeader ? 1 : 0
    // Without room for a header, the badge comes first, because the user must notice it.
    let badge = hasHeader ? "" : Words(view: view, style: style).badges.joined(separator: " ")
    let panel = Panel(
      view: view, style: style, columns: grid.columns, rows: grid.rows - top)
    for (row, line) in panel.lines().enumerated() {
      grid.put(line, column: 0, row: top + row, limit: grid.columns)
    }
    if !badge.isEmpty {
      grid.put(badge, column: max(grid.columns - badge.count, 0), row: 0, .badge)
    }
  }

  private func drawDial(
    _ view: DialView, _ style: Style, _ dial: Int, isSideBySide: Bool, on grid: inout Grid
  ) {
    drawHeader(view, style, on: &grid)
    drawFooter(view, style, on: &grid)
    let width = 2 * dial - 1
    let inner = grid.rows - 2
    let dialColumn = isSideBySide ? 1 : (grid.columns - width) / 2
    let dialRow = 1 + (isSideBySide ? (inner - dial) / 2 : 0)
    grid.put(
      Rose(view: view, style: style, rows: dial).draw(), column: dialColumn, row: dialRow)
    let left = isSideBySide ? width + 4 : 2
    let top = isSideBySide ? 1 : 1 + dial
    let room = inner + 1 - top
    let panel = Panel(
      view: view, style: style, columns: grid.columns - left - 1, rows: min(room, 19))
    let first = top + (isSideBySide ? (room - panel.rows) / 2 : 0)
    for (row, line) in panel.lines().enumerated() {
      grid.put(line, column: left, row: first + row, limit: panel.columns)
    }
  }

  private func drawHeader(_ view: DialView, _ style: Style, on grid: inout Grid) {
    let words = Words(view: view, style: style)
    var column = grid.columns
    for badge in words.badges.reversed() {
      column -= badge.count + 1
      grid.put(badge, column: max(column, 0), row: 0, .badge)
    }
    let title = view.notice.map { Line($0.printable, .badBadge) } ?? Line("qiblad", .faint)
    grid.put(title, column: min(1, max(column - 1, 0)), row: 0, limit: max(column - 2, 0))
  }

  private func drawFooter(_ view: DialView, _ style: Style, on grid: inout Grid) {
    let hint = "q quits"
    let row = grid.rows - 1
    grid.put(hint, column: grid.columns - hint.count - 1, row: row, .faint)
    guard let event = Words(view: view, style: style).event else { return }
    grid.put(
      Line(event, .faint), column: 1, row: row, limit: grid.columns - hint.count - 4)
  }
}

/// The arrangement of rose and text.
enum Layout: Equatable {
  /// Only text: the terminal is too small for the rose.
  case text
  /// The rose, of this number of rows, at the left.
  case sideBySide(Int)
  /// The rose, of this number of rows, on top.
  case stacked(Int)

  init(columns: Int, rows: Int) {
    guard columns >= 40, rows >= 12 else {
      self = .text
      return
    }
    // Half the columns, because a cell is twice as high as wide. The panel takes 37, at least 19.
    let beside = min(rows - 2, max((columns - 36) / 2, min((columns - 22) / 2, 10)))
    let above = min(rows - 10, columns / 2)
    self = above > beside ? .stacked(above.madeOdd) : .sideBySide(beside.madeOdd)
  }
}

extension Int {
  /// The number, or one less to make it odd: an odd number of rows has a middle.
  fileprivate var madeOdd: Int { isMultiple(of: 2) ? self - 1 : self }
}
