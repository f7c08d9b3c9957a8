/// The page with the rose: heading, error and the turn to the target, in the arrangement for the terminal's size.
struct CompassPage {
  let view: DialView
  let style: Style

  func draw(on grid: inout Grid) {
    switch Layout(columns: grid.columns, rows: grid.rows) {
    case .text: drawText(on: &grid)
    case .sideBySide(let dial): drawDial(dial, isSideBySide: true, on: &grid)
    case .stacked(let dial): drawDial(dial, isSideBySide: false, on: &grid)
    }
  }

  private func drawText(on grid: inout Grid) {
    let hasHeader = grid.rows > 3 || view.notice != nil
    if hasHeader { PageFrame(view: view, style: style).drawHeader(on: &grid) }
    let top = hasHeader ? 1 : 0
    // Without room for a header the badges are in the first line, because the user must notice them.
    let badges = hasHeader ? [] : Words(view: view, style: style).badges(width: grid.columns / 3)
    let reserved = badges.reduce(0) { $0 + $1.count + 1 }
    let panel = Panel(
      view: view, style: style, columns: grid.columns, rows: grid.rows - top,
      reservedColumns: reserved)
    let lines = panel.lines()
    grid.put(Array(lines.prefix(1)), column: 0, row: top, limit: grid.columns - reserved)
    grid.put(Array(lines.dropFirst()), column: 0, row: top + 1, limit: grid.columns)
    var column = grid.columns - reserved + 1
    for badge in badges {
      grid.put(badge, column: column, row: 0, .badge)
      column += badge.count + 1
    }
  }

  private func drawDial(_ dial: Int, isSideBySide: Bool, on grid: inout Grid) {
    let frame = PageFrame(view: view, style: style)
    frame.drawHeader(on: &grid)
    frame.drawFooter(on: &grid)
    let width = 2 * dial - 1
    let inner = grid.rows - 2
    let dialColumn = isSideBySide ? 1 : (grid.columns - width) / 2
    let dialRow = 1 + (isSideBySide ? (inner - dial) / 2 : 0)
    grid.put(
      Rose(view: view, style: style, rows: dial).draw(), column: dialColumn, row: dialRow)
    let left = isSideBySide ? width + 4 : 2
    let top = isSideBySide ? 1 : 1 + dial
    let room = inner + 1 - top
    let columns = grid.columns - left - 1
    let panel = Panel(view: view, style: style, columns: columns, rows: min(room, Panel.mostRows))
    let blocks = blocks(columns: columns, rows: room - panel.rows)
    let used = panel.rows + blocks.reduce(0) { $0 + $1.rows }
    var row = top + (isSideBySide ? (room - used) / 2 : 0)
    grid.put(panel.lines(), column: left, row: row, limit: columns)
    row += panel.rows
    for block in blocks {
      grid.put(block, column: left, row: row)
      row += block.rows
    }
  }

  /// What a large terminal shows below the panel: other pages, as many as there is room for, each with its name.
  private func blocks(columns: Int, rows: Int) -> [Grid] {
    guard columns >= 30 else { return [] }
    let contents: [(name: String, least: Int, most: Int, content: any PageContent)] = [
      ("history", 7, 10, HistoryPage(view: view, style: style)),
      ("field", 4, 8, FieldPage(view: view, style: style)),
      ("sensors", 6, 9, SensorsPage(view: view, style: style)),
    ]
    var rest = rows
    var blocks: [Grid] = []
    for entry in contents where rest >= entry.least + 2 {
      let height = min(rest - 2, entry.most)
      var grid = Grid(columns: min(columns, 100), rows: height + 2)
      grid.put(Line(entry.name, .faint), column: 0, row: 1, limit: grid.columns)
      grid.put(entry.content.draw(columns: grid.columns, rows: height), column: 0, row: 2)
      blocks.append(grid)
      rest -= height + 2
    }
    return blocks
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

  /// A larger rose only has a thinner ring.
  private static let mostRows = 45
  /// A smaller rose has no room for letters and needle.
  private static let leastRows = 9

  init(columns: Int, rows: Int) {
    // Half the columns, because a cell is twice as high as wide. The panel takes 37, at least 19.
    let beside = min(rows - 2, max((columns - 36) / 2, min((columns - 22) / 2, 10)), Self.mostRows)
    let above = min(rows - 10, columns / 2, Self.mostRows)
    let best = max(beside, above).madeOdd
    guard best >= Self.leastRows else {
      self = .text
      return
    }
    self = above > beside ? .stacked(best) : .sideBySide(best)
  }
}

extension Int {
  /// The number, or one less to make it odd: an odd number of rows has a middle.
  fileprivate var madeOdd: Int { isMultiple(of: 2) ? self - 1 : self }
}
