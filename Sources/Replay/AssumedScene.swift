import Qibla
package import Quantities
package import Simulation

extension Scene {
  /// The turning scene at a place, with what is assumed where nothing is said: London, where the
  /// declination was 1.2° E in late 2026, and a field of 49.1 µT that dips by 66.6°.
  ///
  /// - Parameter target: where the device is turned to; the Kaaba where nothing is said.
  /// - Source: WMM2025 at 51.5074 N, 0.1278 W, 0 km, 2026.9, rounded.
  package static func assumed(
    position: Coordinates?, declination: Declination?, target: Coordinates? = nil
  ) -> (scene: Scene, position: Position) {
    do {
      let place = try position ?? Coordinates(latitude: 51.5074, longitude: -0.1278)
      let earth = EarthField(
        strength: 49.1, inclinationDegrees: 66.6,
        declination: try declination ?? Declination(degrees: 1.2))
      let qibla = initialBearing(from: place, to: target ?? kaaba) ?? Azimuth(degrees: 0)
      return (.turnThroughQibla(qibla, earth: earth), try Position(coordinates: place))
    } catch {
      preconditionFailure("London lies on the Earth: \(error)")
    }
  }
}
