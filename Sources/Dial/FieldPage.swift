private import Glibc
import Quantities
import Wire

/// The page of the magnetic field: how strength and inclination differ from the reference field, and which field a
/// disturbance adds.
struct FieldPage: PageContent {
  let view: DialView
  let style: Style

  /// The ends of the bars: percent of the strength, and degrees of inclination.
  private static let most = 25.0

  func draw(columns: Int, rows: Int) -> Grid {
    grid(lines(columns), columns: columns, rows: rows)
  }

  private func lines(_ columns: Int) -> [Line] {
    guard let field = view.state?.interference else {
      return [Line(view.isStale ? "no current data" : "waiting for the state", .faint)]
    }
    var lines = row("field", Self.words(field), Self.ink(field.status), columns: columns)
    let model = differenceFromModel
    let strength = model?.strengthPercent ?? field.strengthPercent
    let inclination = model?.inclinationDegrees ?? field.inclinationErrorDegrees
    lines += bar("strength", strength, unit: " %", columns)
    lines += bar("inclination", inclination, unit: style.degree, columns)
    if strength != nil || inclination != nil {
      let other = model == nil ? "the reference field" : "the magnetic model"
      lines += row("", "difference from \(other), -25 to +25", .faint, columns: columns)
    }
    if let message = view.field {
      lines += values("measured", message.measured, columns)
      lines += values("reference", message.reference, columns)
      lines += values("model", message.expected, columns)
    }
    if let disturbance = field.disturbance {
      lines += row("disturbance", words(disturbance), .caution, columns: columns)
    }
    return lines
  }

  /// How the measured field differs from that of the magnetic model; `nil` without position, date or measurement.
  private var differenceFromModel: (strengthPercent: Double, inclinationDegrees: Double?)? {
    guard let field = view.field, let measured = field.measured.strength,
      let expected = field.expected.strength, expected > 0
    else { return nil }
    var inclination: Double?
    if let own = field.measured.inclinationDegrees, let other = field.expected.inclinationDegrees {
      inclination = own - other
    }
    return ((measured / expected - 1) * 100, inclination)
  }

  /// `48.9 µT, inclination 66.5°`; nothing for a field that is not known.
  private func values(_ name: String, _ field: FieldMessage.Field, _ columns: Int) -> [Line] {
    let parts = [
      field.strength.map { "\(fixed($0, 1)) \(style.micro)T" },
      field.inclinationDegrees.map { "inclination \(fixed($0, 1))\(style.degree)" },
    ].compactMap { $0 }
    return parts.isEmpty ? [] : row(name, parts.joined(separator: ", "), columns: columns)
  }

  private static func words(_ field: StateMessage.Interference) -> String {
    let status =
      switch field.status {
      case .undisturbed: "undisturbed"
      case .suspect: "suspect: it does not fit, for a moment so far"
      case .disturbed: "disturbed"
      case .recovering: "recovering: it fits again, for a moment so far"
      }
    let kind: String? =
      switch field.kind {
      case .place: "the source stays in place: move away from it"
      case .device: "the source turns with the device: it is on the device"
      case .transient: "the source moves, or the device has not turned enough to tell"
      case nil: nil
      }
    return [status, kind].compactMap { $0 }.joined(separator: "; ")
  }

  private static func ink(_ status: StateMessage.Interference.Status) -> Ink {
    switch status {
    case .undisturbed: .good
    case .suspect, .recovering: .caution
    case .disturbed: .bad
    }
  }

  /// A bar from the middle to the value, and the value.
  private func bar(_ name: String, _ value: Double?, unit: String, _ columns: Int) -> [Line] {
    guard let value, value.isFinite else { return [] }
    let text = (value < 0 ? "" : "+") + fixed(value, 1) + unit
    let padded = text + String(repeating: " ", count: max(10 - TextWidth.of(text), 1))
    let ink: Ink = abs(value) < 5 ? .good : abs(value) < 15 ? .caution : .bad
    let cells = min(columns - 13 - 10, 61)
    guard cells >= 11 else { return row(name, text, ink, columns: columns) }
    let half = (cells - 1) / 2
    let length = min(Int((abs(value) / Self.most * Double(half)).rounded()), half)
    let full = String(repeating: style.isUnicode ? "█" : "#", count: length)
    let rest = String(repeating: style.isUnicode ? "·" : ".", count: half - length)
    let name = name + String(repeating: " ", count: max(13 - name.count, 1))
    let line = Line(name, .faint).then(padded, .strong)
    if value < 0 {
      let empty = String(repeating: style.isUnicode ? "·" : ".", count: half)
      return [line.then(rest, .faint).then(full, ink).then("|").then(empty, .faint)]
    }
    let empty = String(repeating: style.isUnicode ? "·" : ".", count: half)
    return [line.then(empty, .faint).then("|").then(full, ink).then(rest, .faint)]
  }

  /// `11.9 µT, pointing forward and right (58° right, 31° down)`.
  private func words(_ disturbance: StateMessage.Interference.Disturbance) -> String {
    let strength = "\(fixed(disturbance.strength, 1)) \(style.micro)T"
    let level = (disturbance.x * disturbance.x + disturbance.y * disturbance.y).squareRoot()
    guard level.isFinite, disturbance.z.isFinite, disturbance.strength > 0 else { return strength }
    let turn = atan2(disturbance.y, disturbance.x).inDegrees
    let slope = atan2(disturbance.z, level).inDegrees
    let side = "\(angleText(turn))\(style.degree) \(turn < 0 ? "left" : "right") of forward"
    let height = "\(angleText(slope))\(style.degree) \(slope < 0 ? "up" : "down")"
    return "adds \(strength), pointing \(side), \(height)"
  }
}
