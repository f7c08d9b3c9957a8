import Quantities
import Wire

extension DialFrame {
  /// The newest messages in a few lines: status, heading, turn to the target, reason, place and source.
  package func statusLines(style: Style, at now: Double) -> [String] {
    let view = view(at: now)
    let words = Words(view: view, style: style)
    let place = PlaceWords(view: view, style: style)
    let heading = view.heading.map {
      "\(azimuthText($0.degrees))\(style.degree) \($0.north) (\($0.cardinal)) \(words.error)"
    }
    var rows: [(name: String, text: String?)] = [
      ("status", view.reading?.status.rawValue ?? words.silence),
      ("heading", heading ?? "unknown"),
      (
        "target",
        [words.qibla, words.distance(width: 200)].compactMap { $0 }.joined(separator: ", ")
      ),
      ("turn", words.pointer?.text),
    ]
    if let why = view.reading?.foremostWhy { rows.append(("why", "\(why.sentence) \(why.advice)")) }
    let parts = [
      view.position?.position.map { place.coordinates($0.coordinates) }, place.source,
      place.declination,
    ]
    rows.append(("check", view.state?.calibration.check?.words(style)))
    rows.append(("place", parts.compactMap { $0 }.joined(separator: ", ")))
    let kinds = (view.isSimulated ? ["SIMULATED"] : []) + (view.isReplay ? ["REPLAY"] : [])
    let data = kinds.isEmpty ? "live" : kinds.joined(separator: " ") + ": not a live sensor"
    rows.append(("data", data))
    return rows.compactMap { row in
      row.text.flatMap { text in
        text.isEmpty ? nil : row.name + String(repeating: " ", count: 10 - row.name.count) + text
      }
    }
  }
}

extension HeadingCheckResult {
  /// `0.6° too far clockwise of the sun, ±0.9°, on 2026-11-25; agrees with the named error`.
  fileprivate func words(_ style: Style) -> String {
    let degree = style.degree
    let size = "\(fixed(abs(errorDegrees), 1))\(degree)"
    let side = errorDegrees < 0 ? "counterclockwise" : "clockwise"
    let marks = isConstantUnknown ? "by eight marks, without a constant error" : "by eight marks"
    let what = kind == .sun ? "\(size) too far \(side) by the sun" : "at worst \(size) \(marks)"
    let plusMinus = style.plusMinus
    var words = "\(what), \(plusMinus)\(fixed(error68Degrees, 1))\(degree)"
    if let date = utcMicroseconds.flatMap(UTCTime.text(microseconds:))?.prefix(10) {
      words += ", on \(date)"
    }
    return words + (agrees ? "" : "; more than the error that the daemon reports")
  }
}
