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

  /// The bearing of the Qibla, or why there is none.
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
    guard let seconds = view.silenceSeconds else { return "waiting for the first reading" }
    return "no reading for \(durationText(seconds))"
  }

  /// `on the Qibla, 3 s ago`.
  var event: String? {
    guard let event = view.event, let age = view.eventAgeSeconds else { return nil }
    return "\(event.sentence), " + (age < 1 ? "now" : "\(durationText(age)) ago")
  }

  /// Badges for data that are not live.
  var badges: [String] {
    let names = (view.isSimulated ? ["SIMULATED"] : []) + (view.isReplay ? ["REPLAY"] : [])
    return names.map { style.palette == .none ? "[\($0)]" : " \($0) " }
  }
}

extension Reading {
  /// The one reason to show: the worst. A declination set by hand is shown only if there is no
  /// other reason, because it applies all the time and would hide a new reason.
  var foremostWhy: Why? { why.first { $0 != .declinationManual } ?? why.first }
}

extension Event {
  /// The event in words.
  var sentence: String {
    switch name {
    case .aligned: "on the Qibla"
    case .alignedUncertain: "perhaps on the Qibla"
    case .left: "turned away from the Qibla"
    case .locked: "held on the Qibla"
    case .passed: "swept past the Qibla"
    case .axisChanged: axis == .back ? "held upright: heading of the back" : "held flat"
    case .gap:
      reason.map { "restarted after a gap (\($0.rawValue.replacingUnderscores))" }
        ?? "restarted after a gap"
    default: name.rawValue.replacingUnderscores
    }
  }
}
