/// Keys and legend of the dial.
struct HelpPage: PageContent {
  let style: Style

  func draw(columns: Int, rows: Int) -> Grid {
    grid(keys(columns) + [.blank] + legend(columns), columns: columns, rows: rows)
  }

  private func keys(_ columns: Int) -> [Line] {
    let pages = DialPage.allCases.map { "\($0.rawValue) \($0.name)" }.joined(separator: "  ")
    return row("keys", pages, .strong, columns: columns)
      + row(
        "", "Tab or arrows: next and previous page; ?: this page and back; q: quit; Ctrl-Z: pause",
        columns: columns)
  }

  private func legend(_ columns: Int) -> [Line] {
    let kaaba = style.isUnicode ? "box" : "[K]"
    let rows: [(String, String)] = [
      ("forward", "is up: the wedge above the ring; the card turns below it"),
      ("needle", "the filled half points north; MN, in violet, is magnetic north"),
      (
        "arrow",
        "leads to the Kaaba or another target, the \(kaaba) on the ring; green when you face it"
      ),
      ("arc", "beside the \(kaaba): the heading error; 68 of 100 headings lie within it"),
      (
        "ring",
        "the status: green accurate; yellow uncertain or calibrating; red interference; grey none"
      ),
      ("accurate", "the error is at most 5\(style.degree)"),
      ("uncertain", "it is over 5\(style.degree), or a reason says why not to trust it"),
      ("calibrating", "the magnetometer has no calibration"),
      ("interference", "iron or a magnet changes the field"),
      ("unavailable", "there is no heading"),
      ("true", "counts from the map's north; magnetic: from where a compass needle points"),
    ]
    return rows.flatMap { row($0.0, $0.1, columns: columns) }
  }
}
