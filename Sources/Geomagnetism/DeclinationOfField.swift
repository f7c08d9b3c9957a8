package import Quantities

extension GeomagneticField {
  /// D as what turns a magnetic azimuth into a true one; `nil` only where a component is not finite.
  package var declination: Declination? { try? Declination(degrees: declinationDegrees) }
}
