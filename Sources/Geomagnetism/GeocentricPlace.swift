private import Glibc
internal import Quantities

/// A geodetic place in spherical coordinates about the Earth's centre, as sines and cosines.
///
/// - Source: the WGS84 ellipsoid, NGA.STND.0036 (2014), Table 3.1; the conversion is Chulliat et
///   al. 2025 (doi:10.25923/prbc-s316), "Geodetic to spherical".
struct GeocentricPlace {
  /// From the Earth's centre, in metres.
  let radiusMetres: Double
  /// Of the geocentric latitude φ′.
  let sinLatitude: Double
  /// Of the geocentric latitude φ′; 0 or almost at the poles.
  let cosLatitude: Double
  let sinLongitude: Double
  let cosLongitude: Double
  /// Of φ′ − φ, geocentric minus geodetic latitude: the angle between the two verticals.
  let sinTilt: Double
  let cosTilt: Double

  init(_ place: Coordinates, altitudeMetres: Double) {
    let a = 6_378_137.0
    let f = 1 / 298.257223563
    let e² = f * (2 - f)
    let (sinφ, cosφ) = sineAndCosine(degrees: place.latitude)
    let n = a / (1 - e² * sinφ * sinφ).squareRoot()
    let p = (n + altitudeMetres) * cosφ
    let z = (n * (1 - e²) + altitudeMetres) * sinφ
    let r = (p * p + z * z).squareRoot()
    radiusMetres = r
    sinLatitude = z / r
    cosLatitude = p / r
    sinTilt = sinLatitude * cosφ - cosLatitude * sinφ
    cosTilt = cosLatitude * cosφ + sinLatitude * sinφ
    (sinLongitude, cosLongitude) = sineAndCosine(degrees: place.longitude)
  }
}

private func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
  (sin(degrees.inRadians), cos(degrees.inRadians))
}
