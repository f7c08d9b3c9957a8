package import Wire

/// The full screen of a calibration: the directions that have samples, what is still wanted, the next pose, and the grade.
package struct CalibrationFrame: Sendable {
  private var message: CalibrationMessage?
  private var badge: String?
  /// The newest map of directions; the last messages of a collection have none.
  private var coverage: String?

  package init() {}

  /// Shows in a corner what the user must notice, such as that the data are simulated.
  package mutating func mark(_ badge: String) { self.badge = badge }

  package mutating func update(_ message: CalibrationMessage) {
    self.message = message
    coverage = message.coverage ?? coverage
  }

  /// The picture: at most `rows` lines of at most `columns` cells.
  package func render(columns: Int, rows: Int, style: Style) -> [String] {
    // Larger than any screen; a wrong size must not take all memory.
    let (columns, rows) = (min(max(columns, 0), 1000), min(max(rows, 0), 500))
    guard columns > 0, rows > 0 else { return [] }
    var grid = Grid(columns: columns, rows: rows)
    drawHeader(on: &grid)
    let hint = "Ctrl-C cancels"
    if rows > 2 { grid.put(hint, column: 1, row: rows - 1, .faint) }
    let text = lines(style, width: columns - 2)
    let mapRows = CoverageMap.rows(free: rows - 5 - text.count, columns: columns)
    var top = 2
    if let coverage, mapRows > 0 {
      let map = CoverageMap(coverage, style: style, rows: mapRows)
      grid.put(map.draw(), column: 1, row: top)
      top += mapRows + 1
    }
    for (index, line) in text.enumerated() where top + index < rows - 1 {
      grid.put(line, column: 1, row: top + index, limit: columns - 2)
    }
    return grid.lines(style)
  }

  private func drawHeader(on grid: inout Grid) {
    let name = message.map { " \"\($0.profile.printable)\"" } ?? ""
    grid.put(Line("Calibration\(name)", .strong), column: 1, row: 0, limit: grid.columns - 1)
    guard let badge else { return }
    grid.put(badge, column: max(grid.columns - badge.count - 1, 0), row: 0, .badge)
  }

  private func lines(_ style: Style, width: Int) -> [Line] {
    guard let message else { return [Line("waiting for the daemon", .faint)] }
    let words = CalibrationWords(message, style: style)
    var lines = [words.coverage, words.rests].compactMap { $0 }.map { Line($0) }
    if let grade = words.grade {
      lines.append(Line(grade, ink(message.grade)).then(words.fit.map { "   \($0)" } ?? "", .faint))
    }
    if let advice = words.advice {
      lines += [.blank] + Line.wrapped(advice, .strong, width: width)
    }
    lines += words.reasons.flatMap { Line.wrapped($0, .faint, width: width) }
    return lines
  }

  private func ink(_ grade: String?) -> Ink {
    switch grade {
    case "A", "B": .good
    case "C": .caution
    default: .bad
    }
  }
}
