import JSON
import Pipeline
import Qibla
import Quantities
import Wire

/// What `qiblactl bearing` says of one place.
struct BearingReport: EncodableMessage {
  private let place: Coordinates
  private let direction: Direction
  private let source: StateMessage.Position.Status?

  /// - Parameters:
  ///   - error68Metres: how far off the place may be, where that is known.
  ///   - source: where the daemon has the place from; `nil` where it was given.
  init(
    from place: Coordinates, to target: Coordinates, error68Metres: Double? = nil,
    source: StateMessage.Position.Status? = nil
  ) {
    self.place = place
    self.source = source
    direction = Direction(from: place, to: target, error68Metres: error68Metres)
  }

  private var note: QiblaMessage.Note { QiblaMessage.Note(direction.note) }

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("type")
    writer.string("bearing")
    writer.fixed("latitude_deg", place.latitude, degreeDecimals)
    writer.fixed("longitude_deg", place.longitude, degreeDecimals)
    writer.fixed("great_circle_deg", direction.greatCircle?.degrees, degreeDecimals)
    writer.fixed("geodesic_deg", direction.geodesic?.degrees, degreeDecimals)
    writer.fixed("rhumb_deg", direction.rhumb?.degrees, degreeDecimals)
    writer.fixed("distance_km", direction.distance / 1000, kilometreDecimals)
    writer.fixed("great_circle_km", direction.greatCircleDistance / 1000, kilometreDecimals)
    if let bearing = direction.greatCircle {
      writer.key("cardinal")
      writer.string(bearing.cardinal)
      writer.key("text")
      writer.string(bearing.text)
    }
    writer.fixed("error68_deg", direction.error68Degrees, 6)
    if let source {
      writer.key("position_status")
      writer.string(source.rawValue)
    }
    writer.key("note")
    writer.string(note.rawValue)
    writer.endObject()
  }

  /// For people.
  var table: String {
    var lines = [
      "From \(place.text)\(source.map { ", the daemon's position (\($0.rawValue))" } ?? ""):",
      row("great circle", direction.greatCircle, direction.greatCircleDistance),
      row("geodesic", direction.geodesic, direction.distance),
      row("rhumb line", direction.rhumb, direction.rhumbDistance),
    ]
    if let remark { lines.append(remark) }
    return lines.map { $0 + "\n" }.joined()
  }

  private func row(_ name: String, _ bearing: Azimuth<TrueNorth>?, _ metres: Double?) -> String {
    let distance = metres.flatMap(DistanceText.text(metres:)) ?? ""
    let degrees = bearing.map { $0.degrees.text(decimals: 3) + "°" } ?? "none"
    return "  " + name.padded(to: 14) + degrees.leftPadded(to: 9) + "  "
      + (bearing?.text ?? "").padded(to: 8) + distance.leftPadded(to: 12)
  }

  /// What is to be said of a special place.
  private var remark: String? {
    switch note {
    case .none: nil
    case .nearKaaba: "Near the target: 15 m of position error turn the bearing by over 1°."
    case .atKaaba: "Within 100 m of the target: a device claims no direction here."
    case .antipode: "At the other end of the Earth: every direction leads there, or nearly."
    case .pole: "At a pole: the bearing counts from the meridian of the longitude given."
    }
  }
}
