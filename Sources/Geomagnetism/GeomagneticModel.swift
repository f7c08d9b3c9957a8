package import Quantities

/// A spherical-harmonic model of the Earth's main field and its change, in the form of the World
/// Magnetic Model: degree 12, linear in time.
///
/// - Source: Chulliat, A., et al., 2025, The US/UK World Magnetic Model for 2025-2030: Technical
///   Report, NCEI NOAA, doi:10.25923/prbc-s316.
package struct GeomagneticModel: Equatable, Sendable {
  /// The name in messages: `WMM2025`.
  package let name: String
  /// Decimal year of the coefficients.
  package let epoch: Double
  private let harmonics: SphericalHarmonics

  /// - Parameter coefficients: g, h in nT and ġ, ḣ in nT a year, for n = 1…12 and, in each,
  ///   m = 0…n.
  init(name: String, epoch: Double, coefficients: [SIMD4<Double>]) {
    self.name = name
    self.epoch = epoch
    harmonics = SphericalHarmonics(coefficients)
  }

  /// The decimal years for which the model is valid: five from its epoch, the end excluded.
  package var validity: Range<Double> { epoch..<epoch + 5 }

  /// The heights above the ellipsoid for which the model is valid, in metres.
  package static let altitudesMetres = -1_000.0...850_000.0

  /// The heights above the ellipsoid at which a field is computed, in metres.
  package static let computedAltitudesMetres = -20_000.0...1_000_000.0

  /// The field, also outside of `validity` and `altitudesMetres`, where it is less accurate.
  ///
  /// Takes about a microsecond and does not allocate. `evaluate` also returns the error.
  ///
  /// - Parameters:
  ///   - place: geodetic, on WGS84. At a pole, the longitude chooses the meridian that counts as
  ///     north.
  ///   - altitudeMetres: above the ellipsoid, in `computedAltitudesMetres`.
  ///   - decimalYear: any finite number. The field changes linearly, up to a million years from the
  ///     epoch.
  package func field(
    at place: Coordinates, altitudeMetres: Double, decimalYear: Double
  ) -> GeomagneticField {
    precondition(
      Self.computedAltitudesMetres.contains(altitudeMetres), "a height of -20 to 1,000 km")
    precondition(decimalYear.isFinite, "a date must be finite")
    let centred = GeocentricPlace(place, altitudeMetres: altitudeMetres)
    let gradient = harmonics.gradient(at: centred)
    let north = gradient.north * centred.cosTilt - gradient.down * centred.sinTilt
    let down = gradient.north * centred.sinTilt + gradient.down * centred.cosTilt
    let years = yearsFromEpoch(decimalYear)
    return GeomagneticField(
      north: north[0] + years * north[1], east: gradient.east[0] + years * gradient.east[1],
      down: down[0] + years * down[1],
      northChange: north[1], eastChange: gradient.east[1], downChange: down[1])
  }

  /// Negative before the epoch; limited to a million, so that the field is finite.
  func yearsFromEpoch(_ decimalYear: Double) -> Double {
    max(-1e6, min(decimalYear - epoch, 1e6))
  }
}
