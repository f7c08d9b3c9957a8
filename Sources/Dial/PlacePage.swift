import Quantities
import Wire

/// The page of the place: position, declination, target, and where the data come from.
struct PlacePage: PageContent {
  let view: DialView
  let style: Style

  func draw(columns: Int, rows: Int) -> Grid {
    grid(
      (place + target + source).flatMap { row($0.name, $0.text, $0.ink, columns: columns) },
      columns: columns, rows: rows)
  }

  private typealias Row = (name: String, text: String, ink: Ink)

  private var words: PlaceWords { PlaceWords(view: view, style: style) }

  private var place: [Row] {
    var rows: [Row] = []
    if let position = view.position?.position {
      let height = position.altitudeMetres.map { ", \(fixed($0, 0)) m high" } ?? ""
      rows.append(("position", words.coordinates(position.coordinates) + height, .plain))
    }
    if let source = words.source {
      let ink: Ink = words.isAssumed || view.position?.position == nil ? .caution : .plain
      let why = view.isReplay ? "for the recording" : "for the simulation"
      let more = words.isAssumed ? "\(source) \(why); no receiver measured it" : source
      rows.append((rows.isEmpty ? "position" : "", more + accuracy, ink))
    }
    if let message = view.position, let course = message.course {
      let speed = message.speedMetresPerSecond.map { ", \(fixed($0, 1)) m/s" } ?? ""
      rows.append(
        ("course", "\(azimuthText(course.degrees))\(style.degree) true over ground\(speed)", .plain)
      )
    }
    rows.append(("declination", declination, .plain))
    if let magnetic = view.reading?.headingMagnetic {
      let other = view.reading?.headingTrue.map {
        ", \(azimuthText($0.degrees))\(style.degree) true"
      }
      rows.append(
        (
          "heading", "\(azimuthText(magnetic.degrees))\(style.degree) magnetic" + (other ?? ""),
          .plain
        ))
    }
    if let time = view.reading?.utcMicroseconds.flatMap(UTCTime.Parts.init(microseconds:)) {
      rows.append(("time", Self.text(time), .plain))
    }
    return rows
  }

  /// `, ±5 m, 2 s old`, as far as it is known.
  private var accuracy: String {
    let state = view.state?.position
    let error = (state?.error68Metres ?? view.position?.position?.error68Metres).map {
      ", \(style.plusMinus)\(fixed($0, 0)) m"
    }
    let isFix = state?.status == .fix2D || state?.status == .fix3D
    let age = isFix ? words.age.map { ", \($0) old" } : nil
    return (error ?? "") + (age ?? "")
  }

  private var declination: String {
    guard let state = view.state?.declination else { return "not known yet" }
    guard let degrees = view.reading?.declination?.degrees else {
      return state.valid ? "not known yet" : "not known: without it there is no true heading"
    }
    let error = state.error68Degrees.map { " \(style.plusMinus)\(fixed($0, 1))\(style.degree)" }
    let model = state.model.map { $0 == "manual" ? "set by hand" : $0.printable }
    let size = "\(fixed(abs(degrees), 1))\(style.degree) \(degrees < 0 ? "W" : "E")"
    return [size + (error ?? ""), model].compactMap { $0 }.joined(separator: ", ")
      + (state.valid ? "" : ", not valid for this date")
  }

  private var target: [Row] {
    guard let qibla = view.qibla else { return [] }
    let name = qibla.target.name.printable
    let coordinates = words.coordinates(qibla.target.coordinates)
    let distance = DistanceText.text(metres: qibla.distanceKilometres * 1000)
    let text = [name == "Kaaba" ? "the Kaaba" : name, coordinates, distance].compactMap { $0 }
    let bearings: [(name: String, azimuth: Azimuth<TrueNorth>?, method: QiblaMessage.Method)] = [
      ("great circle", qibla.bearings.greatCircle, .greatCircle),
      ("geodesic", qibla.bearings.geodesic, .geodesic),
      ("rhumb line", qibla.bearings.rhumb, .rhumb),
    ]
    let rows: [Row] = bearings.compactMap { bearing in
      guard let azimuth = bearing.azimuth else { return nil }
      let degrees = azimuthText(azimuth.degrees) + style.degree
      let isShown = qibla.method == bearing.method && view.pointer != nil
      let mark = isShown ? ", which the arrow shows" : ""
      return (bearing.name, "\(degrees) \(azimuth.cardinal)\(mark)", .plain)
    }
    return [("target", text.joined(separator: ", "), .plain)] + rows
  }

  private var source: [Row] {
    let kinds = [
      view.isSimulated ? "a simulation" : nil, view.isReplay ? "a recording" : nil,
      view.isSimulated || view.isReplay ? nil : "live sensors",
    ].compactMap { $0 }.joined(separator: " in ")
    guard let version = view.version else { return [] }
    let reading = view.reading.map { ", heading from \($0.source.rawValue.replacingUnderscores)" }
    let socket = view.socket.map { ", \($0.printable)" } ?? ""
    return [
      ("source", kinds + (reading ?? ""), view.isSimulated || view.isReplay ? .caution : .plain),
      ("daemon", "qiblad \(version.printable)\(socket)", .plain),
    ]
  }

  /// `2026-11-23 18:05:09 UTC`.
  private static func text(_ parts: UTCTime.Parts) -> String {
    func two(_ number: Int64) -> String { (number < 10 ? "0" : "") + "\(number)" }
    return "\(parts.year)-\(two(parts.month))-\(two(parts.day)) "
      + "\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second)) UTC"
  }
}
