import Quantities

@testable import Geomagnetism

/// Whether a model has the field of WMM2025, at places that no two sets of coefficients share.
func isTheSame(_ model: GeomagneticModel) -> Bool {
  [(12.3, 45.6, 2025.0), (-67.8, -90.1, 2029), (88, 170, 2026), (-1, -20, 2031)].allSatisfy {
    guard let place = try? Coordinates(latitude: $0.0, longitude: $0.1) else { return false }
    return model.field(at: place, altitudeMetres: 0, decimalYear: $0.2)
      == GeomagneticModel.wmm2025.field(at: place, altitudeMetres: 0, decimalYear: $0.2)
  }
}
