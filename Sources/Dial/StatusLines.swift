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
