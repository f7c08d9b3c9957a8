internal import Geomagnetism
internal import Quantities

/// The magnetic model at a place that is another one each time.
let geomagnetismBenchmarks = [
  Benchmark("evaluate WMM2025 at one place", iterations: 50_000, allocates: .never) {
    let model = GeomagneticModel.wmm2025
    var longitude = -180.0
    return {
      longitude = longitude < 179 ? longitude + 0.7 : -180
      let place = try Coordinates(latitude: 51.5, longitude: longitude)
      consume(model.evaluate(at: place, altitudeMetres: 35, decimalYear: 2026.9))
    }
  }
]
