extension DialFrame {
  /// The picture at an instant: at most `rows` lines of at most `columns` cells.
  ///
  /// - Parameters:
  ///   - columns: cells across, any number; below 19 only text is drawn.
  ///   - rows: cells down, any number; below 10 only text is drawn.
  ///   - style: the colours and characters that the terminal has.
  ///   - now: seconds, by the clock of `update`.
  package func render(columns: Int, rows: Int, style: Style, at now: Double) -> [String] {
    // Larger than any screen; a wrong size must not take all memory.
    let (columns, rows) = (min(max(columns, 0), 1000), min(max(rows, 0), 500))
    guard columns > 0, rows > 0 else { return [] }
    let view = view(at: now)
    var grid = Grid(columns: columns, rows: rows)
    if showsHelp {
      PageFrame(view: view, style: style).draw(HelpPage(style: style), on: &grid)
    } else if page == .compass {
      CompassPage(view: view, style: style).draw(on: &grid)
    } else {
      PageFrame(view: view, style: style).draw(content(view, style), on: &grid)
    }
    return grid.lines(style)
  }

  private func content(_ view: DialView, _ style: Style) -> any PageContent {
    switch page {
    case .compass, .sensors: SensorsPage(view: view, style: style)
    case .field: FieldPage(view: view, style: style)
    case .calibration: CalibrationPage(view: view, style: style)
    case .history: HistoryPage(view: view, style: style)
    case .place: PlacePage(view: view, style: style)
    }
  }
}
