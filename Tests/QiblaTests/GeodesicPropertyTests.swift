import Foundation
import Quantities
import Randomness
import Testing

@testable import Qibla

@Suite struct GeodesicPropertyTests {
  private let tolerance = AzimuthError.allowedSideways

  private func expectSame(
    _ azimuth: Azimuth<TrueNorth>?, _ expected: Double, _ geodesic: Geodesic, _ comment: String
  ) throws {
    let error = try AzimuthError(
      azimuth, expected: expected, reducedLength: geodesic.reducedLength)
    // Azimuths are rounded to 6e-14°, 7 nm on half the Earth's radius and more.
    #expect(error.sideways <= 2 * tolerance, "\(comment): \(error)")
  }

  @Test func theWayBackIsTheWayThereTurnedRound() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2_000 {
      let (a, b) = (try generator.place(), try generator.place())
      let (there, back) = (Geodesic(from: a, to: b), Geodesic(from: b, to: a))
      #expect(abs(there.distance - back.distance) <= tolerance)
      #expect(abs(there.reducedLength - back.reducedLength) <= 1e-7)
      let (start, end) = (try #require(there.initialAzimuth), try #require(there.finalAzimuth))
      try expectSame(back.finalAzimuth, start.degrees + 180, there, "\(a) \(b)")
      try expectSame(back.initialAzimuth, end.degrees + 180, there, "\(a) \(b)")
    }
  }

  @Test func theEarthIsTheSameInMirrorsAndTurned() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<2_000 {
      // In steps of 2⁻²⁰° every sum below is exact.
      func angle(_ limit: Double) -> Double {
        (generator.double(-limit...limit) * 1_048_576).rounded() / 1_048_576
      }
      let (φ1, λ1, φ2, λ2) = (angle(90), angle(180), angle(90), angle(180))
      let turn = Double(Int.random(in: -360...360, using: &generator))
      let way = Geodesic(from: try place(φ1, λ1), to: try place(φ2, λ2))
      let α = try #require(way.initialAzimuth).degrees
      let other = [
        (Geodesic(from: try place(-φ1, λ1), to: try place(-φ2, λ2)), 180 - α),
        (Geodesic(from: try place(φ1, -λ1), to: try place(φ2, -λ2)), -α),
        (
          Geodesic(
            from: try place(φ1, (λ1 + turn).remainder(dividingBy: 360)),
            to: try place(φ2, (λ2 + turn).remainder(dividingBy: 360))), α
        ),
      ]
      for (image, expected) in other {
        #expect(abs(image.distance - way.distance) <= tolerance)
        try expectSame(image.initialAzimuth, expected, way, "\(φ1) \(λ1) \(φ2) \(λ2) \(turn)")
      }
    }
  }

  @Test func noDetourIsShorter() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2_000 {
      let (a, b, c) = (try generator.place(), try generator.place(), try generator.place())
      let direct = Geodesic(from: a, to: c).distance
      let detour = Geodesic(from: a, to: b).distance + Geodesic(from: b, to: c).distance
      #expect(direct <= detour + 3 * tolerance, "\(a) \(b) \(c)")
    }
  }

  // Spherical less WGS84 bearing to the Kaaba: at most 0.19° within 10,000 km, on a grid and to two
  // digits; so half a digit more.
  @Test func theGreatCircleIsWithinATenthOrTwoOfADegreeToTenThousandKilometres() throws {
    var generator = SeededGenerator(seed: 4)
    var compared = 0
    for _ in 0..<4_000 {
      let way = Direction(from: try generator.place(), to: kaaba)
      guard way.distance < 1e7 else { continue }
      compared += 1
      let (sphere, ellipsoid) = (try #require(way.greatCircle), try #require(way.geodesic))
      #expect(abs(RelativeBearing(of: sphere, from: ellipsoid).degrees) <= 0.195)
      #expect(abs(way.greatCircleDistance / way.distance - 1) < 0.006)
    }
    #expect(compared > 1_500)
  }

  // On the ellipsoid ds² = M²·dφ² + N²·cos²φ·dλ²; a straight line in φ and λ, by midpoints.
  @Test func aStraightLineOnTheChartIsNoShorter() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<100 {
      let (a, b) = (try generator.place(), try generator.place())
      let steps = 5_000
      let dφ = (b.latitude - a.latitude).inRadians / Double(steps)
      let dλ = (b.longitude - a.longitude).remainder(dividingBy: 360).inRadians / Double(steps)
      var length = 0.0
      for step in 0..<steps {
        let φ = a.latitude.inRadians + (Double(step) + 0.5) * dφ
        let w = 1 - WGS84.eccentricitySquared * sin(φ) * sin(φ)
        let normal = WGS84.a / w.squareRoot()
        let meridian = normal * (1 - WGS84.eccentricitySquared) / w
        length += hypot(meridian * dφ, normal * cos(φ) * dλ)
      }
      #expect(Geodesic(from: a, to: b).distance <= length + 1, "\(a) \(b)")
    }
  }
}
