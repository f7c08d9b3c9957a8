import JSON
import Pipeline
import Qibla
import Quantities
import Wire

/// The output of `qiblactl bearing` for one place.
struct BearingReport: EncodableMessage {
  private let place: Coordinates
  private let direction: Direction
  private let daemon: DaemonPosition?
  /// The method that the daemon's pointer uses; `nil` if its target is another one.
  private let followed: QiblaMessage.Method?
  /// The name of the daemon's target where it is not the Kaaba.
  private let targetName: String?

  init(from place: Coordinates, to target: Coordinates) {
    self.place = place
    (daemon, followed, targetName) = (nil, nil, nil)
    direction = Direction(from: place, to: target)
  }

  /// A report from the daemon's position.
  ///
  /// - Parameter target: `nil` for the daemon's own target.
  init(from daemon: DaemonPosition, to target: Coordinates?) {
    place = daemon.position.coordinates
    self.daemon = daemon
    followed = target == nil ? daemon.method : nil
    direction = Direction(
      from: daemon.position, to: target ?? daemon.target?.coordinates ?? kaaba)
    let name = daemon.target?.name
    targetName = target == nil && name != "Kaaba" ? name : nil
  }

  private var note: QiblaMessage.Note { QiblaMessage.Note(direction.note) }

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("type")
    writer.string("bearing")
    writer.fixed("latitude_deg", place.latitude, degreeDecimals)
    writer.fixed("longitude_deg", place.longitude, degreeDecimals)
    writer.fixed("great_circle_deg", direction.greatCircle)
    writer.fixed("geodesic_deg", direction.geodesic)
    writer.fixed("rhumb_deg", direction.rhumb)
    writer.fixed("distance_km", direction.distance / 1000, kilometreDecimals)
    writer.fixed("great_circle_km", direction.greatCircleDistance / 1000, kilometreDecimals)
    if let bearing = direction.greatCircle {
      writer.key("cardinal")
      writer.string(bearing.cardinal)
      writer.key("text")
      writer.string(bearing.text)
    }
    writer.fixed("error68_deg", direction.error68Degrees, 6)
    if let daemon {
      writer.key("position_status")
      writer.string(daemon.status.rawValue)
      if let age = daemon.ageSeconds {
        writer.key("position_age_s")
        writer.number(min(age, 1e12), decimals: 1)  // limits a value from a foreign daemon
      }
    }
    writer.key("note")
    writer.string(note.rawValue)
    writer.endObject()
  }

  /// The report as a table for people.
  var table: String {
    var lines = [
      "From \(place.text)\(daemon.map { ", \($0)" } ?? "")\(targetName.map { " to \($0)" } ?? ""):",
      row(.greatCircle, "great circle", direction.greatCircle, direction.greatCircleDistance),
      row(.geodesic, "geodesic", direction.geodesic, direction.distance),
      row(.rhumb, "rhumb line", direction.rhumb, direction.rhumbDistance),
    ]
    if let remark { lines.append(remark) }
    return lines.map { $0 + "\n" }.joined()
  }

  private func row(
    _ method: QiblaMessage.Method, _ name: String, _ bearing: Azimuth<TrueNorth>?,
    _ metres: Double?
  ) -> String {
    let distance = metres.flatMap(DistanceText.text(metres:)) ?? ""
    let degrees =
      bearing.map { $0.degrees(below360With: 3).text(decimals: 3) + "°" } ?? "none"
    return "  " + name.padded(to: 14) + degrees.leftPadded(to: 9) + "  "
      + (bearing?.text ?? "").padded(to: 8) + distance.leftPadded(to: 12)
      + (followed == method ? "  the pointer's" : "")
  }

  /// A remark on a special place.
  private var remark: String? {
    switch note {
    case .none: nil
    case .nearKaaba: "Near the target: 15 m of position error change the bearing by over 1°."
    case .atKaaba: "Within 100 m of the target: the daemon gives no direction here."
    case .antipode:
      "Opposite the target on the Earth: almost every direction leads there; this is one of them."
    case .pole: "At a pole: the bearing counts from the meridian of the given longitude."
    }
  }
}
