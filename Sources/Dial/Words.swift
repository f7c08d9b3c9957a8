import Quantities
import Wire

/// The dial's content in words.
struct Words {
  let view: DialView
  let style: Style

  private func degrees(_ value: Double, _ decimals: Int = 1) -> String {
    fixed(value, decimals) + style.degree
  }

  /// `±2.4°`, or nothing where the error is not known.
  var error: String {
    guard let error = view.reading?.error68Degrees else { return "" }
    return style.plusMinus + angleText(error) + style.degree
  }

  /// What to do to face the Qibla, with its ink; `nil` where there is no pointer.
  var pointer: (text: String, ink: Ink)? {
    guard let pointer = view.pointer, let reading = view.reading else { return nil }
    switch reading.alignment {
    case .aligned: return ("on the Qibla \(error)", .aligned)
    case .alignedUncertain: return ("perhaps on the Qibla \(error)", .caution)
    default: return (turn(pointer), .qibla)
    }
  }

  /// `turn right 42°`.
  func turn(_ pointer: RelativeBearing) -> String {
    let size = angleText(pointer.degrees)
    guard size != "0.0" else { return "straight ahead" }
    return "turn \(pointer.degrees > 0 ? "right" : "left") \(size)\(style.degree)"
  }

  /// Where the Qibla lies, or why it is not known.
  var qibla: String {
    if let bearing = view.reading?.qibla ?? view.qibla?.bearing {
      return "Qibla \(azimuthText(bearing.degrees))\(style.degree) true \(bearing.cardinal)"
    }
    return switch view.qibla?.note {
    case .atKaaba: "at the Kaaba: face it"
    case .antipode: "every direction leads to Mecca"
    case .pole: "at a pole: no Qibla by bearing"
    default: "Qibla unknown"
    }
  }

  /// `4,321 km to NAME`, or without the name where `width` is too small for it; `nil` where the
  /// distance is not known.
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

  /// `60 Hz`, or `nil` before it can be told.
  var rate: String? {
    view.rateHz.map { fixed($0, $0 < 9.95 ? 1 : 0) + " Hz" }
  }

  /// How long nothing came.
  var silence: String {
    guard let seconds = view.silenceSeconds else { return "waiting for the first reading" }
    return "no reading for \(durationText(seconds))"
  }

  /// `on the Qibla, 3 s ago`.
  var event: String? {
    guard let event = view.event, let age = view.eventAgeSeconds else { return nil }
    return "\(event.sentence), " + (age < 1 ? "now" : "\(durationText(age)) ago")
  }

  /// What kind of data these are, where they are not live ones.
  var badges: [String] {
    let names = (view.isSimulated ? ["SIMULATED"] : []) + (view.isReplay ? ["REPLAY"] : [])
    return names.map { style.palette == .none ? "[\($0)]" : " \($0) " }
  }
}

extension Reading {
  /// The reason to show where there is room for one: the worst, but a declination that was given by
  /// hand only where there is nothing else. It is always there and needs no hurry, and would hide
  /// what has just happened.
  var foremostWhy: Why? { why.first { $0 != .declinationManual } ?? why.first }
}

extension Event {
  /// What happened, in words.
  var sentence: String {
    switch name {
    case .aligned: "on the Qibla"
    case .alignedUncertain: "perhaps on the Qibla"
    case .left: "turned away from the Qibla"
    case .locked: "held on the Qibla"
    case .passed: "swept past the Qibla"
    case .axisChanged: axis == .back ? "held upright: heading of the back" : "held flat"
    case .gap:
      reason.map { "data began again (\($0.rawValue.replacingUnderscores))" }
        ?? "data began again"
    default: name.rawValue.replacingUnderscores
    }
  }
}
