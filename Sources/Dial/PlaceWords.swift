import Quantities
import Wire

/// Position, declination and their sources in words.
struct PlaceWords {
  let view: DialView
  let style: Style

  /// `51.5074° N, 0.1278° W`.
  func coordinates(_ place: Coordinates, decimals: Int = 4) -> String {
    let north = latitudeText(place.latitude, decimals)
    return "\(north), \(longitudeText(place.longitude, decimals))"
  }

  private func latitudeText(_ degrees: Double, _ decimals: Int) -> String {
    decimalText(abs(degrees), decimals) + style.degree + (degrees < 0 ? " S" : " N")
  }

  private func longitudeText(_ degrees: Double, _ decimals: Int) -> String {
    decimalText(abs(degrees), decimals) + style.degree + (degrees < 0 ? " W" : " E")
  }

  /// Whether the position was neither set nor measured in this run: a recording or a simulation has it.
  var isAssumed: Bool { status == .assumed }

  private var status: StateMessage.Position.Status? {
    view.position?.status ?? view.qibla?.positionStatus ?? view.state?.position.status
  }

  /// Where the position comes from: `assumed`, `set by hand`, `by satellite`; `nil` if that is not known yet.
  var source: String? {
    switch status {
    case nil: nil
    case .some(.none): "no position"
    case .manual: "set by hand"
    case .assumed: "assumed"
    case .fix2D, .fix3D: "by satellite"
    case .lastKnown: (age.map { "last known, \($0) old" }) ?? "last known"
    }
  }

  /// The age of the fix as text.
  var age: String? {
    (view.state?.position.ageSeconds ?? view.position?.ageSeconds).map(durationText)
  }

  /// `declination 1.2° E (WMM2025)`; `nil` without one.
  var declination: String? {
    guard let degrees = view.reading?.declination?.degrees else { return nil }
    let side = degrees < 0 ? "W" : "E"
    let size = fixed(abs(degrees), 1) + style.degree
    let model = view.state?.declination.model.map { $0 == "manual" ? "by hand" : $0.printable }
    return "declination \(size) \(side)" + (model.map { " (\($0))" } ?? "")
  }

  /// Place and source in one line, in as many words as fit into `width` cells. That a place is assumed is left
  /// out last.
  func line(width: Int) -> String {
    guard let source else { return "" }
    let place = view.position?.position?.coordinates
    var choices: [[String]] = []
    if let place {
      choices.append([coordinates(place), source, declination].compactMap { $0 })
      choices.append([coordinates(place), source])
      choices.append([coordinates(place, decimals: 1), source])
    }
    choices.append([isAssumed ? "place assumed" : source])
    if isAssumed { choices.append(["assumed"]) }
    return choices.map { $0.joined(separator: ", ") }.first { TextWidth.of($0) <= width } ?? ""
  }
}

/// `value` with up to four decimals, which `fixed` does not have.
private func decimalText(_ value: Double, _ decimals: Int) -> String {
  guard decimals > 2 else { return fixed(value, decimals) }
  guard value.isFinite, value < 1e9 else { return "?" }
  let scaled = Int((value * 10_000).rounded())
  let fraction = String(scaled % 10_000)
  return "\(scaled / 10_000).\(String(repeating: "0", count: 4 - fraction.count))\(fraction)"
}
