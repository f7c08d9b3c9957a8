import Quantities
import Randomness

/// A place of which a test knows that it is on the Earth.
func place(_ latitude: Double, _ longitude: Double) throws -> Coordinates {
  try Coordinates(latitude: latitude, longitude: longitude)
}

extension SeededGenerator {
  /// A place anywhere, as evenly by degrees.
  mutating func place() throws -> Coordinates {
    try Coordinates(latitude: double(-90...90), longitude: double(-180...180))
  }

  /// A place where formulas go wrong: poles, the equator, the antimeridian, −0, or a hair beside.
  mutating func awkwardPlace() throws -> Coordinates {
    let latitude = element(of: [
      -90, 90, 0, -0.0, 1e-300, -1e-13, 89.999_999_999_999_99, -89.999_999_9, 21.422_524_1,
      -21.422_524_1, 45,
    ])
    let longitude = element(of: [
      -180, 180, 0, -0.0, 179.999_999_999_999_97, -179.999_999_9, 1e-300, 90, -90, 39.826_181_8,
      -140.173_818_2,
    ])
    return try Coordinates(latitude: latitude, longitude: longitude)
  }

  /// Two places: far, awkward, a hair apart, the same, or exactly or nearly opposite.
  mutating func awkwardPair() throws -> (Coordinates, Coordinates) {
    let first = Bool.random(using: &self) ? try place() : try awkwardPlace()
    let gap = element(of: [0, 1e-16, -1e-13, 1e-9, -1e-5, 0.01, 1])
    func beside(_ latitude: Double, _ longitude: Double) throws -> Coordinates {
      try Coordinates(
        latitude: min(max(latitude + gap, -90), 90),
        longitude: (longitude - gap).remainder(dividingBy: 360))
    }
    switch next() % 4 {
    case 0: return (first, try place())
    case 1: return (first, try awkwardPlace())
    case 2: return (first, try beside(first.latitude, first.longitude))
    default: return (first, try beside(-first.latitude, first.longitude - 180))
    }
  }
}
