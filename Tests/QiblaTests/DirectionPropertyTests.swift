import Quantities
import Randomness
import Testing

@testable import Qibla

@Suite struct DirectionPropertyTests {
  // No pair may trap, and nothing that is not a number may come out; half a meridian is 20,003,931.5 m.
  @Test func twentyThousandPairsGiveNumbersInTheirRanges() throws {
    var generator = SeededGenerator(seed: 20_261_121)
    for _ in 0..<20_000 {
      let (from, to) = try generator.awkwardPair()
      let error = generator.maybe { $0.element(of: [0, 1e-9, 5, 1e4, 2e7]) }
      let method = generator.element(of: [Direction.Method.greatCircle, .geodesic, .rhumb])
      let way = Direction(from: from, to: to, error68Metres: error, by: method)
      #expect(way.distance >= 0 && way.distance < 20_003_931.459, "\(from) \(to)")
      let half = Double.pi * meanEarthRadius
      #expect(way.greatCircleDistance >= 0 && way.greatCircleDistance <= half, "\(from) \(to)")
      #expect(way.rhumbDistance.map { $0 >= way.greatCircleDistance - 1e-6 } ?? true)
      #expect((way.rhumb == nil) == (way.rhumbDistance == nil))
      #expect(way.bearing.map { $0.degrees >= 0 && $0.degrees < 360 } ?? true)
      #expect((way.error68Degrees == nil) == (error == nil || way.bearing == nil))
      #expect(way.error68Degrees.map { $0 >= 0 && $0 <= 180 } ?? true, "\(from) \(to)")
      #expect((way.note == .atTarget) == (way.distance < 100), "\(from) \(to)")
      if way.note == .none { #expect(way.greatCircle != nil && way.geodesic != nil) }
    }
  }
}
