private import Glibc
import Geomagnetism
import Quantities

/// What the magnetic model says of one place and date, with all that is unsure about it.
struct ModelDeclination {
  /// `nil` where a compass is of no use.
  let declination: Declination?
  /// Degrees, 68 % lie within: the model's own error and what the position's error does to it.
  let error68Degrees: Double
  let zone: GeomagneticField.Zone
  /// Whether the model is made for the date.
  let isWithinDates: Bool

  /// - Parameters:
  ///   - position: a height that the model is not made for counts as the nearest that it is; the
  ///     declination hardly depends on it, and heights by receivers are often wrong.
  ///   - utcMicroseconds: since 1970.
  init(of model: GeomagneticModel, at position: Position, utcMicroseconds: Int64) {
    let year = UTCTime.decimalYear(microseconds: utcMicroseconds)
    let height = (position.altitudeMetres ?? 0).clamped(to: GeomagneticModel.altitudesMetres)
    func evaluate(_ place: Coordinates) -> GeomagneticEvaluation {
      model.evaluate(at: place, altitudeMetres: height, decimalYear: year)
    }
    let here = evaluate(position.coordinates)
    zone = here.field.zone
    isWithinDates = here.isValid
    let degrees = here.field.declinationDegrees
    declination = zone == .blackout ? nil : here.field.declination
    var squares = here.error68.declinationDegrees * here.error68.declinationDegrees
    let reach = position.error68Metres ?? 0
    let neighbours =
      reach > LocalDeclination.errorStep ? position.coordinates.neighbours(at: reach) : []
    for place in neighbours {
      let turn = RelativeBearing(degrees: evaluate(place).field.declinationDegrees - degrees)
      squares += turn.degrees * turn.degrees
    }
    error68Degrees = min(squares.squareRoot(), 180)
  }
}

extension Coordinates {
  /// The places that lie `metres` from here towards the equator and to the east: how much a
  /// declination changes on the way says what a position's error does to it.
  fileprivate func neighbours(at metres: Double) -> [Coordinates] {
    let degrees = min(metres / metresPerDegree, 90)
    let towardsEquator = latitude > 0 ? latitude - degrees : latitude + degrees
    let east = min(degrees / max(cos(latitude.inRadians), 1e-3), 180)
    let turned = longitude + east
    // Both lie on the Earth, as the numbers are bounded.
    return [
      try? Coordinates(latitude: towardsEquator, longitude: longitude),
      try? Coordinates(latitude: latitude, longitude: turned > 180 ? turned - 360 : turned),
    ].compactMap { $0 }
  }
}

/// Metres in a degree of a great circle, on a sphere of the Earth's mean radius.
private let metresPerDegree = 111_195.0

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
