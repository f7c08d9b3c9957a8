private import Quantities
package import Wire

/// The live view without a terminal: a plain line for each interval and for each event.
package struct PlainLines: Sendable {
  private let intervalSeconds: Double
  let style: Style
  private var frame: DialFrame
  private var lastLineSeconds: Double?
  private var hasSaidSilence = false

  /// - Parameters:
  ///   - intervalSeconds: at most one line of readings in this time; 0 for every reading.
  ///   - style: the characters to use; a plain line has no colours.
  ///   - rateHz: the requested rate of readings, as in `DialFrame`.
  package init(intervalSeconds: Double = 1, style: Style, rateHz: Double? = nil) {
    self.intervalSeconds = intervalSeconds
    self.style = Style(palette: .none, glyphs: style.glyphs)
    frame = DialFrame(rateHz: rateHz)
  }

  /// The line for data that are not live; `nil` for live data.
  package mutating func update(_ hello: Hello) -> String? {
    frame.update(hello)
    let kinds = (hello.simulated ? ["SIMULATED"] : []) + (hello.replay ? ["REPLAY"] : [])
    return kinds.isEmpty ? nil : kinds.joined(separator: " ") + " data: not a live sensor"
  }

  /// Takes the bearing and distance to the target for the lines of readings.
  package mutating func update(_ qibla: QiblaMessage) { frame.update(qibla) }

  /// The line of a reading; `nil` within the interval.
  package mutating func update(_ reading: Reading, at seconds: Double) -> String? {
    frame.update(reading, at: seconds)
    hasSaidSilence = false
    // 2 % less than the interval, because arrival times are not exactly periodic.
    if let last = lastLineSeconds, seconds - last < intervalSeconds * 0.98, seconds >= last {
      return nil
    }
    lastLineSeconds = seconds
    return line(frame.view(at: seconds))
  }

  /// The line of an event.
  package mutating func update(_ event: Event) -> String {
    "event    \(event.sentence(target: bearingWords.target))"
  }

  /// The line for the end of the connection.
  package mutating func update(_ bye: Bye) -> String {
    "qiblad ended the connection: \(bye.reason.replacingUnderscores.printable)"
  }

  /// Takes a message for the lines that follow.
  mutating func take(_ position: PositionMessage) { frame.update(position) }

  /// Takes a message for the lines that follow.
  mutating func take(_ state: StateMessage) { frame.update(state) }

  var placeWords: PlaceWords { PlaceWords(view: frame.view(at: 0), style: style) }

  /// The words of the target, without a reading: its bearing would come first.
  var bearingWords: Words {
    var view = frame.view(at: 0)
    view.reading = nil
    return Words(view: view, style: style)
  }

  /// Discards what a lost connection sent.
  package mutating func lost() {
    frame.lost("")
    hasSaidSilence = false
  }

  /// The line for a silent daemon, once for each silence. Call it at intervals while nothing
  /// arrives.
  package mutating func tick(at seconds: Double) -> String? {
    let view = frame.view(at: seconds)
    guard view.isStale, view.reading != nil, !hasSaidSilence else { return nil }
    hasSaidSilence = true
    return Words(view: view, style: style).silence
  }

  private func line(_ view: DialView) -> String {
    guard let reading = view.reading else { return "" }
    let words = Words(view: view, style: style)
    var parts = ["heading unknown"]
    if let heading = view.heading {
      let number = azimuthText(heading.degrees) + style.degree
      parts = ["heading \(number) \(heading.north) (\(heading.cardinal)) \(words.error)"]
      if reading.axis == .back { parts.append("(of the back)") }
    }
    parts.append(words.side ?? words.qibla)
    parts.append(reading.status.rawValue)
    if let why = reading.foremostWhy { parts.append(why.sentence) }
    return parts.joined(separator: "  ")
  }
}

extension Words {
  /// `Qibla 1.3° left`; `nil` without a pointer.
  fileprivate var side: String? {
    view.pointer.map { pointer in
      let size = angleText(pointer.degrees)
      let name = target == "the Qibla" ? "Qibla" : target
      guard size != "0.0" else { return "\(name) ahead" }
      return "\(name) \(size)\(style.degree) \(pointer.degrees > 0 ? "right" : "left")"
    }
  }
}
