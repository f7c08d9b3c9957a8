import Wire

/// The page of the calibration: the one in use, and how far the next one is.
struct CalibrationPage: PageContent {
  let view: DialView
  let style: Style

  func draw(columns: Int, rows: Int) -> Grid {
    let text = inUse(columns) + collected(columns)
    guard let coverage = view.calibration?.coverage else {
      return grid(text, columns: columns, rows: rows)
    }
    let mapRows = CoverageMap.rows(free: rows - text.count - 1, columns: columns)
    guard mapRows > 0 else { return grid(text, columns: columns, rows: rows) }
    var whole = Grid(columns: columns, rows: rows)
    whole.put(CoverageMap(coverage, style: style, rows: mapRows).draw(), column: 0, row: 0)
    whole.put(
      grid(text, columns: columns, rows: rows - mapRows - 1), column: 0, row: mapRows + 1)
    return whole
  }

  private func inUse(_ columns: Int) -> [Line] {
    guard let calibration = view.state?.calibration else {
      return [Line(view.isStale ? "no current data" : "waiting for the state", .faint)]
    }
    var parts = [Self.words(calibration.status)]
    if let grade = calibration.grade {
      parts.append(
        grade == "given" ? "calibrated before qiblad got the values" : "grade \(grade.printable)")
    }
    if let residual = calibration.residualPercent {
      parts.append("residual \(fixed(residual, 1)) %")
    }
    if let age = calibration.ageSeconds { parts.append("\(durationText(age)) old") }
    if let profile = calibration.profile { parts.append("profile \"\(profile.printable)\"") }
    let ink: Ink = calibration.status == .ok ? .good : .caution
    var lines = row("state", parts.joined(separator: ", "), ink, columns: columns)
    if calibration.status == .none || calibration.status == .stale {
      lines += row("to do", "qiblactl calibrate guides through it", columns: columns)
    }
    return lines
  }

  private static func words(_ status: StateMessage.Calibration.Status) -> String {
    switch status {
    case .none: "none"
    case .collecting: "collecting samples for a new one"
    case .candidate: "a new one is found and not yet in use"
    case .ok: "in use"
    case .stale: "in use, and no longer right"
    case .rejected: "no calibration was found"
    }
  }

  private func collected(_ columns: Int) -> [Line] {
    guard let message = view.calibration else { return [] }
    let words = CalibrationWords(message, style: style)
    let parts: [(name: String, text: String?)] = [
      ("directions", words.coverage), ("rests", words.rests), ("fit", words.grade),
      ("", words.fit), ("next", words.advice),
    ]
    let rows = parts.flatMap { part in
      part.text.map { row(part.name, $0, columns: columns) } ?? []
    }
    return rows + words.reasons.flatMap { row("because", $0, .faint, columns: columns) }
  }
}
