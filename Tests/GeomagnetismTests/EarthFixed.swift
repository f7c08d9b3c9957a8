import Glibc
import Quantities
import Randomness

@testable import Geomagnetism

/// The field as a vector in axes that turn with the Earth (x to 0° N 0° E, y to 0° N 90° E, z to the
/// north pole), at a point of these axes in metres: what must be smooth where longitudes are not.
func earthFixedField(
  of model: GeomagneticModel, at point: Vector3, decimalYear: Double
) throws -> Vector3 {
  let λ = atan2(point.y, point.x)
  let (φ, height) = geodetic(point)
  let place = try Coordinates(latitude: φ.inDegrees, longitude: λ.inDegrees)
  let field = model.field(at: place, altitudeMetres: height, decimalYear: decimalYear)
  return earthFixed(field, at: place)
}

/// The components of the local axes, turned into the Earth's.
func earthFixed(_ field: GeomagneticField, at place: Coordinates) -> Vector3 {
  let (φ, λ) = (place.latitude.inRadians, place.longitude.inRadians)
  let north = Vector3(-sin(φ) * cos(λ), -sin(φ) * sin(λ), cos(φ))
  let east = Vector3(-sin(λ), cos(λ), 0)
  let down = Vector3(-cos(φ) * cos(λ), -cos(φ) * sin(λ), -sin(φ))
  return north * field.north + east * field.east + down * field.down
}

/// Geodetic latitude in radians and height in metres, by Newton's iteration to double precision.
private func geodetic(_ point: Vector3) -> (latitude: Double, height: Double) {
  let a = 6_378_137.0
  let f = 1 / 298.257223563
  let e² = f * (2 - f)
  let p = (point.x * point.x + point.y * point.y).squareRoot()
  var φ = atan2(point.z, p * (1 - e²))
  for _ in 0..<8 {
    let n = a / (1 - e² * sin(φ) * sin(φ)).squareRoot()
    φ = atan2(point.z + e² * n * sin(φ), p)
  }
  let n = a / (1 - e² * sin(φ) * sin(φ)).squareRoot()
  return (φ, p * cos(φ) + point.z * sin(φ) - n * (1 - e² * sin(φ) * sin(φ)))
}

extension SeededGenerator {
  /// A point of the sphere, evenly drawn.
  mutating func place() throws -> Coordinates {
    let latitude = asin(double(-1...1)).inDegrees
    return try Coordinates(latitude: latitude, longitude: double(-180...180))
  }
}
