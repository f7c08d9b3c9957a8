import Quantities
import Wire

/// The dial's content as text.
struct Words {
  let view: DialView
  let style: Style

  private func degrees(_ value: Double, _ decimals: Int = 1) -> String {
    fixed(value, decimals) + style.degree
  }

  /// The heading error as `±2.4°`; empty if it is not known.
  var error: String {
    guard let error = view.reading?.error68Degrees else { return "" }
    return style.plusMinus + angleText(error) + style.degree
  }

  /// How to turn to face the Qibla, with its ink; `nil` without a pointer.
  var pointer: (text: String, ink: Ink)? {
    guard view.pointer != nil, let text = pointers.first else { return nil }
    return (text, pointerInk)
  }

  /// How to turn to face the Qibla, the longest text first.
  var pointers: [String] {
    guard let pointer = view.pointer, let reading = view.reading else {
      return ["no pointer to the Qibla", "no pointer"]
    }
    switch reading.alignment {
    case .aligned: return ["on \(target) \(error)", "on \(target)", "ahead"]
    case .alignedUncertain:
      return ["perhaps on \(target) \(error)", "perhaps on \(target)", "perhaps ahead", "perhaps"]
    default:
      let text = turn(pointer)
      return [text, text.hasPrefix("turn ") ? String(text.dropFirst(5)) : "ahead"]
    }
  }

  /// The ink of `pointers`.
  var pointerInk: Ink {
    guard view.pointer != nil, let reading = view.reading else { return .plain }
    return switch reading.alignment {
    case .aligned: .aligned
    case .alignedUncertain: .caution
    default: .qibla
    }
  }

  /// The heading with its north, the longest text first; a magnetic heading is always marked.
  var headings: [String] {
    guard let heading = view.heading else { return ["no heading"] }
    let number = azimuthText(heading.degrees) + style.degree
    let full = ["\(number) \(heading.north) \(heading.cardinal)", "\(number) \(heading.north)"]
    return full + [heading.isTrue ? number : "\(number) M"]
  }

  /// `the Qibla`, or the name of another target.
  var target: String {
    let name = view.qibla?.target.name.printable ?? "Kaaba"
    return name == "Kaaba" ? "the Qibla" : name
  }

  /// `turn right 42°`.
  func turn(_ pointer: RelativeBearing) -> String {
    let size = angleText(pointer.degrees)
    guard size != "0.0" else { return "straight ahead" }
    return "turn \(pointer.degrees > 0 ? "right" : "left") \(size)\(style.degree)"
  }

  /// The bearing of the Qibla, or why there is none.
  var qibla: String { bearings[0] }

  /// The bearing of the Qibla, or why there is none, the longest text first.
  var bearings: [String] {
    if let bearing = view.reading?.qibla ?? view.qibla?.bearing {
      let name = target == "the Qibla" ? "Qibla" : target
      let number = "\(azimuthText(bearing.degrees))\(style.degree) true"
      return ["\(name) \(number) \(bearing.cardinal)", "\(name) \(number)", number]
    }
    return switch view.qibla?.note {
    case .atKaaba: ["at the Kaaba: face it"]
    case .antipode: ["every direction leads to Mecca"]
    case .pole: ["at a pole: no Qibla by bearing"]
    default: ["Qibla unknown"]
    }
  }

  /// `4,321 km to NAME`, without the name if `width` is too small for it; `nil` if the distance is
  /// not known.
  func distance(width: Int) -> String? {
    guard let qibla = view.qibla,
      let distance = DistanceText.text(metres: qibla.distanceKilometres * 1000)
    else { return nil }
    let name = qibla.target.name.printable
    let text = distance + " to \(name == "Kaaba" ? "the Kaaba" : name)"
    return TextWidth.of(text) <= width ? text : distance
  }

  /// `4.1°/s to the left`.
  var turnRate: String? {
    view.reading?.turnRateDegreesPerSecond.map { rate in
      let size = fixed(abs(rate), 1)
      let side = size == "0.0" ? "" : rate > 0 ? " right" : " left"
      return size + (style.isUnicode ? "°/s" : " deg/s") + side
    }
  }

  /// `3.2° nose up`.
  var pitch: String? {
    view.reading?.pitchDegrees.map { pitch in
      degrees(abs(pitch)) + (abs(pitch) < 0.05 ? "" : pitch > 0 ? " nose up" : " nose down")
    }
  }

  /// `1.0° left side down`.
  var roll: String? {
    view.reading?.rollDegrees.map { roll in
      degrees(abs(roll))
        + (abs(roll) < 0.05 ? "" : roll > 0 ? " right side down" : " left side down")
    }
  }

  /// The rate as `60 Hz`; `nil` before the second reading.
  var rate: String? {
    view.rateHz.map { fixed($0, $0 < 9.95 ? 1 : 0) + " Hz" }
  }

  /// For how long no reading has arrived.
  var silence: String {
    if view.loss != nil { return "no daemon" }
    guard let seconds = view.silenceSeconds else { return "waiting for the first reading" }
    return "no reading for \(durationText(seconds))"
  }

  /// `on the Qibla, 3 s ago`.
  var event: String? {
    guard let event = view.event, let age = view.eventAgeSeconds else { return nil }
    return "\(event.sentence(target: target)), " + (age < 1 ? "now" : "\(durationText(age)) ago")
  }

  /// Badges for data that are not live, in as many words as fit into `width` cells.
  func badges(width: Int) -> [String] {
    let names: [[String]] =
      switch (view.isSimulated, view.isReplay) {
      case (true, true): [["SIMULATED", "REPLAY"], ["SIM", "REPLAY"], ["SIM+REP"], ["SIM"]]
      case (true, false): [["SIMULATED"], ["SIM"]]
      case (false, true): [["REPLAY"], ["REP"]]
      case (false, false): [[]]
      }
    let badges = names.map { $0.map { style.palette == .none ? "[\($0)]" : " \($0) " } }
    return badges.first { $0.reduce(0) { $0 + $1.count + 1 } <= width + 1 } ?? []
  }
}

extension Reading {
  /// The one reason to show: the worst. A declination set by hand is shown only if there is no
  /// other reason, because it applies all the time and would hide a new reason.
  var foremostWhy: Why? { why.first { $0 != .declinationManual } ?? why.first }
}

extension Event {
  /// The event in words.
  ///
  /// - Parameter target: what the pointer leads to, `the Qibla` or a name.
  func sentence(target: String) -> String {
    switch name {
    case .aligned: "on \(target)"
    case .alignedUncertain: "perhaps on \(target)"
    case .left: "turned away from \(target)"
    case .locked: "held on \(target)"
    case .passed: "swept past \(target)"
    case .axisChanged: axis == .back ? "held upright: heading of the back" : "held flat"
    case .gap:
      reason.map { "restarted after a gap (\($0.rawValue.replacingUnderscores))" }
        ?? "restarted after a gap"
    case .recordingStarted: "recording to \(file ?? "a file")".printable
    case .recordingStopped:
      "recording ended"
        + (recordingEnd.map { " (\($0.rawValue.replacingUnderscores))" } ?? "")
    case .mountChanged: "the chips are mounted otherwise from here on"
    case .configurationReloaded: reloadSentence
    case .configurationRejected: "configuration has an error; nothing has changed"
    default: name.rawValue.replacingUnderscores
    }
  }

  private var reloadSentence: String {
    var parts = ["nothing to apply"]
    if !applied.isEmpty { parts = [applied.joined(separator: ", ") + " applied"] }
    if !restart.isEmpty { parts.append("after the next start: " + restart.joined(separator: ", ")) }
    return "configuration read: \(parts.joined(separator: "; "))".printable
  }
}

extension StateMessage {
  /// How often a sensor measures. The first state of a run is sent before any sensor has a rate.
  func words(ofRate rateHz: Double?) -> String {
    rateHz.map { "\(fixed($0, 1)) Hz" }
      ?? (why.contains(.warmingUp) ? "starting" : "silent")
  }
}
