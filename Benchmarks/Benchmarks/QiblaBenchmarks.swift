internal import Qibla
internal import Quantities
internal import Randomness

/// The way from place to place; another pair each time, since how long the search takes depends on it.
let qiblaBenchmarks = [
  Benchmark("geodesic between random places", iterations: 20_000, allocates: .never) {
    var pairs = try PlacePairs(seed: 1) { generator in
      (try randomPlace(&generator), try randomPlace(&generator))
    }
    return {
      let (first, second) = pairs.next()
      consume(Geodesic(from: first, to: second))
    }
  },
  Benchmark("geodesic to nearly the antipode", iterations: 20_000, allocates: .never) {
    var pairs = try PlacePairs(seed: 2) { generator in
      let first = try randomPlace(&generator)
      let latitude = min(max(-first.latitude + generator.double(-0.5...0.5), -90), 90)
      let longitude = (first.longitude + 180 + generator.double(-0.5...0.5))
        .remainder(dividingBy: 360)
      return (first, try Coordinates(latitude: latitude, longitude: longitude))
    }
    return {
      let (first, second) = pairs.next()
      consume(Geodesic(from: first, to: second))
    }
  },
  Benchmark("all bearings to the Kaaba", iterations: 20_000, allocates: .never) {
    var pairs = try PlacePairs(seed: 3) { (try randomPlace(&$0), kaaba) }
    return {
      let (place, target) = pairs.next()
      consume(Direction(from: place, to: target, error68Metres: 5))
    }
  },
]

/// A thousand pairs of places, one after the other and again from the start.
private struct PlacePairs {
  private let pairs: [(Coordinates, Coordinates)]
  private var index = 0

  init(
    seed: UInt64, _ make: (inout SeededGenerator) throws -> (Coordinates, Coordinates)
  ) rethrows {
    var generator = SeededGenerator(seed: seed)
    pairs = try (0..<1_000).map { _ in try make(&generator) }
  }

  mutating func next() -> (Coordinates, Coordinates) {
    index = index + 1 < pairs.count ? index + 1 : 0
    return pairs[index]
  }
}

private func randomPlace(_ generator: inout SeededGenerator) throws -> Coordinates {
  try Coordinates(latitude: generator.double(-90...90), longitude: generator.double(-180...180))
}
