import Wire

/// The page of the last minutes: heading and error as curves, the status as letters.
struct HistoryPage: PageContent {
  let view: DialView
  let style: Style

  /// The columns of the labels.
  private static let labelColumns = 8
  /// The spans that are shown, seconds: the shortest that holds all entries.
  private static let spans = [60, 120, 300, HeadingHistory.seconds]

  func draw(columns: Int, rows: Int) -> Grid {
    var grid = Grid(columns: columns, rows: rows)
    let entries = view.history.entries
    let width = columns - Self.labelColumns
    guard let newest = entries.last, let oldest = entries.first, width >= 10, rows >= 4 else {
      let text = entries.isEmpty ? "no reading yet" : "needs a larger window"
      grid.put(Line(text, .faint), column: 0, row: 0, limit: columns)
      return grid
    }
    let now = max(Int(min(view.now, 1e12).rounded(.down)), newest.second)
    let span = Self.spans.first { $0 > now - oldest.second } ?? HeadingHistory.seconds
    let scale = TimeScale(end: now, seconds: span, columns: width)
    let hasTwo = rows >= 7
    let headingRows = hasTwo ? (rows - 2 + 1) / 2 : rows - 2
    drawHeading(scale, rows: headingRows, on: &grid)
    if hasTwo { drawError(scale, row: headingRows, rows: rows - 2 - headingRows, on: &grid) }
    drawStatus(scale, row: rows - 2, on: &grid)
    drawAxis(span, row: rows - 1, on: &grid)
    return grid
  }

  /// Where an instant is: a column of dots, of which a cell has two.
  private struct TimeScale {
    let end: Int
    let seconds: Int
    let columns: Int

    func dot(_ second: Int) -> Int {
      columns * 2 - 1 - Int(Double(end - second) * Double(columns * 2) / Double(seconds))
    }
  }

  /// The heading as a difference from the newest one, so that it does not jump at north.
  private func drawHeading(_ scale: TimeScale, rows: Int, on grid: inout Grid) {
    let entries = view.history.entries
    guard let middle = entries.last(where: { $0.heading != nil })?.heading else { return }
    func difference(_ heading: Double) -> Double {
      let turn = (heading - middle).truncatingRemainder(dividingBy: 360)
      return turn >= 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
    }
    let values = entries.map { $0.heading.map(difference) }
    let most = Self.limit(values, of: [5, 15, 45, 90, 180])
    let labels = [
      "+\(fixed(most, 0))\(shortDegree)", azimuthText(middle) + shortDegree,
      "-\(fixed(most, 0))\(shortDegree)",
    ]
    drawCurve(scale, values, from: -most, to: most, row: 0, rows: rows, on: &grid)
    drawLabels(labels, row: 0, rows: rows, on: &grid)
  }

  private func drawError(_ scale: TimeScale, row: Int, rows: Int, on grid: inout Grid) {
    let values = view.history.entries.map(\.error)
    let most = Self.limit(values, of: [2, 5, 10, 20, 60, 180])
    drawCurve(scale, values, from: 0, to: most, row: row, rows: rows, on: &grid)
    let labels = ["\(style.plusMinus)\(fixed(most, 0))\(shortDegree)", "error", "0\(shortDegree)"]
    drawLabels(labels, row: row, rows: rows, on: &grid)
  }

  private var shortDegree: String { style.isUnicode ? "°" : "" }

  /// The smallest of the limits that holds all values.
  private static func limit(_ values: [Double?], of limits: [Double]) -> Double {
    let most = values.compactMap { $0.map(abs) }.max() ?? 0
    return limits.first { $0 >= most } ?? limits[limits.count - 1]
  }

  private func drawCurve(
    _ scale: TimeScale, _ values: [Double?], from least: Double, to most: Double, row: Int,
    rows: Int, on grid: inout Grid
  ) {
    guard rows > 0 else { return }
    var canvas = DotCanvas(columns: scale.columns, rows: rows)
    for (entry, value) in zip(view.history.entries, values) {
      guard let value, value.isFinite else { continue }
      let part = min(max((value - least) / (most - least), 0), 1)
      let height = Int((part * Double(rows * 4 - 1)).rounded())
      canvas.set(scale.dot(entry.second), rows * 4 - 1 - height, Ink(entry.status))
    }
    grid.put(canvas.grid(style), column: Self.labelColumns, row: row)
  }

  private func drawLabels(_ labels: [String], row: Int, rows: Int, on grid: inout Grid) {
    let places = rows >= 3 ? [0, rows / 2, rows - 1] : rows == 2 ? [0, 1] : [0]
    let shown = rows >= 3 ? labels : rows == 2 ? [labels[0], labels[1]] : [labels[1]]
    for (place, label) in zip(places, shown) {
      let line = Line(label, .faint)
      let column = max(Self.labelColumns - 1 - line.width, 0)
      grid.put(line, column: column, row: row + place, limit: Self.labelColumns)
    }
  }

  /// A letter for the worst status of each column, so that colour is not the only sign.
  private func drawStatus(_ scale: TimeScale, row: Int, on grid: inout Grid) {
    grid.put(Line("status", .faint), column: 1, row: row, limit: Self.labelColumns)
    let order = Reading.Status.allCases
    var worst: [Int: Reading.Status] = [:]
    for entry in view.history.entries {
      let first = scale.dot(entry.second) / 2
      // Where a second is wider than a column, it fills all of its columns.
      for column in first...max(first, (scale.dot(entry.second + 1) - 1) / 2) {
        let old = worst[column].flatMap { order.firstIndex(of: $0) } ?? order.count
        if let new = order.firstIndex(of: entry.status), new < old { worst[column] = entry.status }
      }
    }
    for (column, status) in worst where 0..<scale.columns ~= column {
      grid.put(letter(status), column: Self.labelColumns + column, row: row, Ink(status))
    }
  }

  private func letter(_ status: Reading.Status) -> Unicode.Scalar {
    switch status {
    case .accurate: style.isUnicode ? "▂" : "_"
    case .uncertain: "u"
    case .calibrating: "c"
    case .interference: "i"
    case .unavailable: "x"
    }
  }

  private func drawAxis(_ span: Int, row: Int, on grid: inout Grid) {
    let left = "-\(span / 60) min"
    grid.put(Line(left, .faint), column: Self.labelColumns, row: row, limit: 8)
    grid.put(Line("now", .faint), column: grid.columns - 3, row: row, limit: 3)
    guard let percent = view.history.accuratePercent else { return }
    let text = "accurate \(fixed(percent, 0)) % of the time"
    let letters = "; u uncertain, c calibrating, i interference, x no heading"
    let room = grid.columns - Self.labelColumns - left.count - 6
    let line = TextWidth.of(text + letters) <= room ? text + letters : text
    guard TextWidth.of(line) <= room else { return }
    let column = Self.labelColumns + left.count + 1 + (room - TextWidth.of(line)) / 2
    grid.put(Line(line, .faint), column: column, row: row, limit: room)
  }
}
