import Dates
import JSON
import Qibla
import Quantities
import Sun
import Wire

/// The moments at which the sun, or the shadow of a vertical rod, has the direction of the Qibla.
///
/// On most days there are some at each place. Four times a year the sun stands over the Kaaba or over its antipode:
/// then they are the same moment on the whole Earth, and no place or bearing needs to be known. Near Mecca and near its
/// antipode the sun is then so high that it shows no direction.
struct ShadowReport: EncodableMessage {
  /// One moment.
  private struct Moment {
    let unixSeconds: Double
    let isOverKaaba: Bool
    let sun: SunDirection

    /// Whether the sun is so high at the place that neither it nor a shadow has the direction of the Qibla.
    var isTooHigh: Bool { sun.altitude >= ShadowReport.mostAltitude }

    /// Whether the sun is high enough at the place for a shadow, and not too high.
    var isUsable: Bool { sun.seenAltitude() > ShadowReport.leastAltitude && !isTooHigh }
  }

  private let place: Coordinates
  /// The next four, or what is left of them before 2101.
  private let moments: [Moment]
  private let ofTheDay: [SunInDirection]
  /// The great circle's; `nil` at the Kaaba and at its antipode.
  private let qibla: Azimuth<TrueNorth>?

  /// Degrees as seen that the sun is to be high for a shadow. Source: chosen; a rod of 1 m throws 19 m.
  private static let leastAltitude = 3.0

  /// Degrees from which on the direction of the sun or of a shadow is not seen. Source: chosen; a rod of 1 m throws
  /// 0.1 m, and a sun that is 0.09° off the zenith of the Kaaba is off the Qibla by at most 0.09° / sin 6° = 0.9°.
  private static let mostAltitude = 84.0

  /// - Parameter unixSeconds: from 1900 to 2100; the beginning of the 24 hours, and of the next four moments.
  init(at place: Coordinates, _ unixSeconds: Double) throws(QuantityError) {
    self.place = place
    let first = CalendarDate(dayNumber: Int((unixSeconds / 86_400).rounded(.down))).year
    let qibla = initialBearing(from: place, to: kaaba)
    self.qibla = qibla
    ofTheDay =
      qibla.map {
        sunInDirection($0, at: place, from: unixSeconds, above: Self.leastAltitude)
          .filter { $0.sun.altitude < Self.mostAltitude }
      } ?? []
    let longitude = kaaba.longitude > 0 ? kaaba.longitude - 180 : kaaba.longitude + 180
    let antipode = try Coordinates(latitude: -kaaba.latitude, longitude: longitude)
    var moments: [Moment] = []
    for year in first...min(first + 1, 2100) {
      for (point, isOverKaaba) in [(kaaba, true), (antipode, false)] {
        guard let pair = sunOverhead(at: point, year: year) else { continue }
        for instant in [pair.first, pair.second] where instant >= unixSeconds {
          let sun = SunDirection(from: place, unixSeconds: instant)
          moments.append(Moment(unixSeconds: instant, isOverKaaba: isOverKaaba, sun: sun))
        }
      }
    }
    moments.sort { $0.unixSeconds < $1.unixSeconds }
    self.moments = Array(moments.prefix(4))
  }

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("type")
    writer.string("shadows")
    writer.fixed("latitude_deg", place.latitude, degreeDecimals)
    writer.fixed("longitude_deg", place.longitude, degreeDecimals)
    writer.key("next_24_h")
    writer.beginArray()
    for moment in ofTheDay {
      writer.beginObject()
      writer.key("time")
      writer.utc(Int64(moment.unixSeconds.rounded()) * 1_000_000)
      writer.key("by")
      writer.string(moment.isOpposite ? "shadow" : "sun")
      writer.fixed("azimuth_deg", moment.sun.azimuth)
      writer.fixed("altitude_deg", moment.sun.altitude, 6)
      writer.endObject()
    }
    writer.endArray()
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
      writer.fixed("qibla_deg", qibla)
      writer.key("visible")
      writer.bool(moment.isUsable)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }

  /// The report for people.
  var table: String {
    var lines = dayLines
    lines.append(
      "The next times of the sun over the Kaaba and over its antipode, seen from \(place.text):")
    let direction = qibla.map { ", " + words($0) } ?? ""
    for moment in moments {
      let time = UTCTime.text(microseconds: Int64(moment.unixSeconds.rounded()) * 1_000_000) ?? ""
      let altitude = moment.sun.seenAltitude().text(decimals: 0) + "°"
      let what =
        if moment.isTooHigh {
          "the sun stands too high here (\(altitude)) to show a direction"
        } else if !moment.isUsable {
          "the sun is not up here (\(altitude))"
        } else if moment.isOverKaaba {
          "face the sun: the Qibla\(direction); it stands \(altitude) high"
        } else {
          "a rod's shadow points to the Qibla\(direction); the sun stands \(altitude) high"
        }
      lines.append("  \(time)  " + what)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The lines of the next 24 hours.
  private var dayLines: [String] {
    guard let qibla else { return ["Here no one direction leads to the Kaaba."] }
    let direction = words(qibla)
    guard !ofTheDay.isEmpty else {
      return [
        "In the next 24 hours neither the sun nor a shadow has the direction of the Qibla, \(direction), here."
      ]
    }
    return ["The Qibla, \(direction), by the sun in the next 24 hours, seen from \(place.text):"]
      + ofTheDay.map { moment in
        let time = UTCTime.text(microseconds: Int64(moment.unixSeconds.rounded()) * 1_000_000) ?? ""
        let altitude = moment.sun.seenAltitude().text(decimals: 0) + "°"
        return moment.isOpposite
          ? "  \(time)  a rod's shadow points to the Qibla; the sun stands \(altitude) high"
          : "  \(time)  face the sun: the Qibla; it stands \(altitude) high"
      }
  }

  /// `119.0°`.
  private func words(_ azimuth: Azimuth<TrueNorth>) -> String {
    azimuth.degrees(below360With: 1).text(decimals: 1) + "°"
  }
}
