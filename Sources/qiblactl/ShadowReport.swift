import JSON
import Qibla
import Quantities
import Sun
import Wire

/// The moments of a year at which every shadow on the Earth lies along a great circle through the Kaaba.
///
/// Over the Kaaba, the sun itself stands in the direction of the Qibla; over its antipode, the shadow of
/// a vertical rod points there.
struct ShadowReport: EncodableMessage {
  /// One moment.
  private struct Moment {
    let unixSeconds: Double
    let isOverKaaba: Bool
    let sun: SunDirection

    /// Whether the sun is high enough at the place for a shadow.
    var isUsable: Bool { sun.seenAltitude() > 3 }

    /// The direction of the Qibla as the sun tells it.
    var qibla: Azimuth<TrueNorth> {
      isOverKaaba ? sun.azimuth : Azimuth(degrees: sun.azimuth.degrees + 180)
    }
  }

  private let place: Coordinates
  private let year: Int
  private let moments: [Moment]

  /// - Parameter year: 1900 to 2100.
  init(at place: Coordinates, year: Int) throws(QuantityError) {
    (self.place, self.year) = (place, year)
    let longitude = kaaba.longitude > 0 ? kaaba.longitude - 180 : kaaba.longitude + 180
    let antipode = try Coordinates(latitude: -kaaba.latitude, longitude: longitude)
    moments = [(kaaba, true), (antipode, false)].flatMap { point, isOverKaaba -> [Moment] in
      guard let pair = sunOverhead(at: point, year: year) else { return [] }
      return [pair.first, pair.second].map {
        Moment(
          unixSeconds: $0, isOverKaaba: isOverKaaba, sun: SunDirection(from: place, unixSeconds: $0)
        )
      }
    }.sorted { $0.unixSeconds < $1.unixSeconds }
  }

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("type")
    writer.string("shadows")
    writer.fixed("latitude_deg", place.latitude, degreeDecimals)
    writer.fixed("longitude_deg", place.longitude, degreeDecimals)
    writer.key("moments")
    writer.beginArray()
    for moment in moments {
      writer.beginObject()
      writer.key("time")
      writer.utc(Int64(moment.unixSeconds.rounded()) * 1_000_000)
      writer.key("over")
      writer.string(moment.isOverKaaba ? "kaaba" : "antipode")
      writer.fixed("azimuth_deg", moment.sun.azimuth)
      writer.fixed("altitude_deg", moment.sun.altitude, 6)
      writer.fixed("qibla_deg", moment.qibla)
      writer.key("visible")
      writer.bool(moment.isUsable)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }

  /// The report for people.
  var table: String {
    var lines = [
      "The sun over the Kaaba and over its antipode in \(year), seen from \(place.text):"
    ]
    for moment in moments {
      let time = UTCTime.text(microseconds: Int64(moment.unixSeconds.rounded()) * 1_000_000) ?? ""
      let altitude = moment.sun.seenAltitude().text(decimals: 0) + "°"
      let qibla = moment.qibla.degrees(below360With: 1).text(decimals: 1) + "°"
      let what =
        if !moment.isUsable {
          "the sun is not up here (\(altitude))"
        } else if moment.isOverKaaba {
          "face the sun: the Qibla, \(qibla); it stands \(altitude) high"
        } else {
          "a rod's shadow points to the Qibla, \(qibla); the sun stands \(altitude) high"
        }
      lines.append("  \(time)  " + what)
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
