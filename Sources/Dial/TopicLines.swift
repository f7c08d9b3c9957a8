import Quantities
package import Wire

/// A line for each message of the topics that the dial has no line for.
extension PlainLines {
  /// `position 51.5074° N, 0.1278° W, by satellite`.
  package mutating func update(_ position: PositionMessage) -> String {
    take(position)
    let words = placeWords
    let place = position.position.map { words.coordinates($0.coordinates) }
    let source = words.source ?? position.status.rawValue
    return "position \([place, source].compactMap { $0 }.joined(separator: ", "))"
  }

  /// `qibla    Qibla 119.0° true ESE, 4,795 km to the Kaaba`.
  package func line(of qibla: QiblaMessage) -> String {
    var lines = self
    lines.update(qibla)
    let words = lines.bearingWords
    return "qibla    "
      + [words.qibla, words.distance(width: 200)].compactMap { $0 }.joined(separator: ", ")
  }

  /// `state    accurate; calibration ok, grade A; field undisturbed; position set by hand; mag 99.6 Hz`.
  package mutating func update(_ state: StateMessage) -> String {
    take(state)
    let grade = state.calibration.grade.map { ", grade \($0)" } ?? ""
    var parts = [
      state.status.rawValue, "calibration \(state.calibration.status.rawValue)\(grade)",
      "field \(state.interference.status.rawValue)",
      "position \(placeWords.source ?? state.position.status.rawValue)",
      "declination \(state.declination.model ?? "unknown")",
    ]
    parts += state.sensors.map { sensor in
      "\(sensor.kind.rawValue) \(state.words(ofRate: sensor.rateHz))"
    }
    if let why = state.why.first { parts.append(why.sentence) }
    return "state    \(parts.joined(separator: "; "))".printable
  }

  /// `calibration "default" collecting: 63 % of the directions …`.
  package func line(of calibration: CalibrationMessage) -> String {
    CalibrationWords(calibration, style: style).line
  }
}
