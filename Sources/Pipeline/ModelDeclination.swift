private import Glibc
import Geomagnetism
import Qibla
import Quantities

/// What the magnetic model says of one place and date, with all that is unsure about it.
struct ModelDeclination {
  /// Metres: with a larger position error nobody knows where on Earth the device is.
  private static let farthest = 1_000_000.0
  /// Heights at which a compass can be, metres; one outside is a receiver's mistake and counts as 0.
  private static let heights = -1_000.0...50_000.0

  /// `nil` where a compass is of no use, and where the position is not known well enough.
  let declination: Declination?
  /// Degrees, 68 % lie within: the model's own error and what the position's error does to it.
  let error68Degrees: Double
  let zone: GeomagneticField.Zone
  /// µT and degrees: what a magnetometer finds there.
  let strength: Double
  let inclinationDegrees: Double
  /// Whether the model is made for the date.
  let isWithinDates: Bool

  /// - Parameter utcMicroseconds: since 1970.
  init(of model: GeomagneticModel, at position: Position, utcMicroseconds: Int64) {
    let year = UTCTime.decimalYear(microseconds: utcMicroseconds)
    let height = position.altitudeMetres.flatMap { Self.heights.contains($0) ? $0 : nil } ?? 0
    func evaluate(_ place: Coordinates) -> GeomagneticEvaluation {
      model.evaluate(at: place, altitudeMetres: height, decimalYear: year)
    }
    let here = evaluate(position.coordinates)
    zone = here.field.zone
    isWithinDates = here.isValid
    strength = here.field.total / 1000
    inclinationDegrees = here.field.inclinationDegrees
    let reach = position.error68Metres ?? 0
    let isKnown = reach <= Self.farthest && zone != .blackout
    declination = isKnown ? here.field.declination : nil
    var farthest = 0.0
    if reach > LocalDeclination.errorStep, isKnown {
      for place in position.coordinates.ring(at: reach) {
        let degrees = evaluate(place).field.declinationDegrees - here.field.declinationDegrees
        farthest = max(farthest, abs(RelativeBearing(degrees: degrees).degrees))
      }
    }
    error68Degrees = min(hypot(here.error68.declinationDegrees, farthest), 180)
  }
}

extension Coordinates {
  /// Eight places at `metres` from here, and eight half as far: how much a declination differs there
  /// says what a position's error does to it.
  fileprivate func ring(at metres: Double) -> [Coordinates] {
    (0..<16).compactMap { index in
      let distance = ((index < 8 ? metres : metres / 2) / meanEarthRadius).inDegrees
      let angle = Double(index) * .pi / 4
      let north = max(-90, min(latitude + distance * cos(angle), 90))
      let turn = distance * sin(angle) / max(cos(latitude.inRadians), 1e-3)
      let east = (longitude + max(-180, min(turn, 180))).remainder(dividingBy: 360)
      // Both numbers are bounded: the place lies on the Earth.
      return try? Coordinates(latitude: north, longitude: east)
    }
  }
}
