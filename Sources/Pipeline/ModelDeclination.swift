private import Glibc
import Geomagnetism
import Qibla
import Quantities

/// What the magnetic model says of one place and date, with all that is unsure about it.
struct ModelDeclination {
  /// Heights at which a compass can be, metres; one outside is a receiver's mistake and counts as 0.
  /// Source: chosen wider than the places of users.
  private static let heights = -1_000.0...50_000.0

  /// Whether the position is known well enough.
  let isPositionKnown: Bool
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
  init(
    of model: GeomagneticModel, at position: Position, utcMicroseconds: Int64,
    largestPositionError: Double
  ) {
    let year = UTCTime.decimalYear(microseconds: utcMicroseconds)
    let height = position.altitudeMetres.flatMap { Self.heights.contains($0) ? $0 : nil } ?? 0
    func evaluate(_ place: Coordinates) -> GeomagneticEvaluation {
      model.evaluate(at: place, altitudeMetres: height, decimalYear: year)
    }
    let here = evaluate(position.coordinates)
    zone = here.field.zone
    isWithinDates = here.isValid
    strength = here.field.total / nanoteslaPerMicrotesla
    inclinationDegrees = here.field.inclinationDegrees
    let reach = position.error68Metres ?? 0
    isPositionKnown = reach <= largestPositionError
    let isKnown = isPositionKnown && zone != .blackout
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

/// Source: SI prefixes.
private let nanoteslaPerMicrotesla = 1000.0

extension Coordinates {
  /// Directions of the ring. Source: a limit of the cost.
  private static let directions = 8
  /// The cosine of the latitude near a pole that is divided by. Source: numerical.
  private static let leastCosine = 1e-3

  /// Eight places at `metres` from here, and eight half as far: how much a declination differs there
  /// says what a position's error does to it.
  fileprivate func ring(at metres: Double) -> [Coordinates] {
    let count = Self.directions
    return (0..<2 * count).compactMap { index in
      let distance = ((index < count ? metres : metres / 2) / meanEarthRadius).inDegrees
      let angle = Double(index % count) / Double(count) * 2 * .pi
      let north = max(-90, min(latitude + distance * cos(angle), 90))
      let turn = distance * sin(angle) / max(cos(latitude.inRadians), Self.leastCosine)
      let east = (longitude + max(-180, min(turn, 180))).remainder(dividingBy: 360)
      // Both numbers are bounded: the place lies on the Earth.
      return try? Coordinates(latitude: north, longitude: east)
    }
  }
}
