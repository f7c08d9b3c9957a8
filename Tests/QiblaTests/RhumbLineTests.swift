import Foundation
import Quantities
import Randomness
import Testing

@testable import Qibla

@Suite struct RhumbLineTests {
  // Spherical rhumb lines computed elsewhere, printed to 3 digits. Jakarta at 6.2° S, 106.8167° E is
  // where that table's great circle (295.156°) and geodesic (295.029°) fit as well.
  @Test(arguments: [
    (38.9072, -77.0369, 99.881), (37.7749, -122.4194, 96.649), (61.2181, -149.9003, 251.795),
    (51.5074, -0.1278, 133.827), (35.6895, 139.6917, 260.724), (-6.2, 106.8167, 292.794),
    (-36.8485, 174.7633, 294.547),
  ])
  func sevenCitiesAreAsInTheTable(latitude: Double, longitude: Double, expected: Double) throws {
    let line = try #require(RhumbLine(from: try place(latitude, longitude), to: kaaba))
    #expect(abs(line.bearing.degrees - expected) <= 0.0005 + 1e-9)
  }

  @Test func jakartaOfTheTableFitsItsOtherColumns() throws {
    let way = Direction(from: try place(-6.2, 106.8167), to: kaaba)
    #expect(abs((way.greatCircle?.degrees ?? 0) - 295.156) <= 0.0005)
    #expect(abs((way.geodesic?.degrees ?? 0) - 295.029) <= 0.0005)
  }

  // A parallel's radius is R·cos φ; half a metre to nothing of latitude must not be 0/0.
  @Test(arguments: [0, 1e-300, 1e-16, 1e-13, 1e-10, 1e-7, 4e-6, 1e-5, 1.001e-5])
  func alongAParallelItLeadsEastOrWestWithoutAJump(rise: Double) throws {
    let origin = try place(60, 10)
    let ten = 10.inRadians * meanEarthRadius * cos(60.inRadians)
    for (longitude, bearing) in [(20.0, 90.0), (0.0, 270.0)] {
      let line = try #require(RhumbLine(from: origin, to: try place(60 + rise, longitude)))
      // The rise over 10° of longitude by half as many degrees of a great circle.
      #expect(abs(line.bearing.degrees - bearing) <= rise * 12 + 1e-9)
      #expect(abs(line.distance - ten) <= ten * (rise.inRadians * 2) + 1e-8)
    }
  }

  @Test func onAMeridianItIsTheMeridian() throws {
    let north = try #require(RhumbLine(from: try place(-20, 33), to: try place(45, 33)))
    let south = try #require(RhumbLine(from: try place(45, 33), to: try place(-20, 33)))
    #expect(north.bearing.degrees == 0 && south.bearing.degrees == 180)
    #expect(abs(north.distance - 65.inRadians * meanEarthRadius) < 1e-7)
    #expect(abs(south.distance - north.distance) < 1e-7)
  }

  @Test func toAPoleItIsTheMeridianAndFromAPoleThereIsNone() throws {
    let origin = try place(30, -77)
    for longitude in [0.0, 103, 180] {  // the second is half a turn away
      let north = try #require(RhumbLine(from: origin, to: try place(90, longitude)))
      let south = try #require(RhumbLine(from: origin, to: try place(-90, longitude)))
      #expect(north.bearing.degrees == 0 && south.bearing.degrees == 180)
      #expect(abs(north.distance - 60.inRadians * meanEarthRadius) < 1e-7)
      #expect(abs(south.distance - 120.inRadians * meanEarthRadius) < 1e-7)
      #expect(RhumbLine(from: try place(90, longitude), to: origin) == nil)
      #expect(RhumbLine(from: try place(-90, longitude), to: origin) == nil)
    }
    #expect(RhumbLine(from: try place(90, 0), to: try place(-90, 0)) == nil)
  }

  @Test func halfATurnAndTheSamePlaceHaveNone() throws {
    #expect(RhumbLine(from: try place(10, -90), to: try place(20, 90)) == nil)
    #expect(RhumbLine(from: try place(10, 0), to: try place(20, 180)) == nil)
    #expect(RhumbLine(from: try place(10, 0), to: try place(20, -180)) == nil)
    #expect(RhumbLine(from: kaaba, to: kaaba) == nil)
    #expect(RhumbLine(from: try place(5, 180), to: try place(5, -180)) == nil)
  }

  @Test func itCrossesTheAntimeridianTheShortWay() throws {
    let across = try #require(RhumbLine(from: try place(-17, 179), to: try place(-10, -178)))
    let elsewhere = try #require(RhumbLine(from: try place(-17, 9), to: try place(-10, 12)))
    #expect(abs(across.bearing.degrees - elsewhere.bearing.degrees) < 1e-9)
    #expect(abs(across.distance - elsewhere.distance) < 1e-6)
  }

  /// Where steps of equal length at one bearing end: dφ = ds·cos α, dλ = ds·sin α/cos φ, by midpoints.
  private func end(_ line: RhumbLine, from origin: Coordinates) -> (φ: Double, λ: Double) {
    let steps = 20_000
    let step = line.distance / meanEarthRadius / Double(steps)
    let α = line.bearing.degrees.inRadians
    var (φ, λ) = (origin.latitude.inRadians, origin.longitude.inRadians)
    for _ in 0..<steps {
      λ += step * sin(α) / cos(φ + step * cos(α) / 2)
      φ += step * cos(α)
    }
    return (φ, λ)
  }

  @Test func followingTheBearingArrivesAndIsNoShorterThanTheGreatCircle() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<50 {
      let (a, b) = (
        try place(generator.double(-80...80), generator.double(-180...180)),
        try place(generator.double(-80...80), generator.double(-180...180))
      )
      let line = try #require(RhumbLine(from: a, to: b))
      let end = end(line, from: a)
      #expect(abs(end.φ.inDegrees - b.latitude) < 1e-8, "\(a) \(b)")
      // The midpoint rule's error is h²/24 times the change of tan φ/cos φ, below 33 here.
      let missed = (end.λ.inDegrees - b.longitude).remainder(dividingBy: 360)
      #expect(abs(missed) < 1e-6, "\(a) \(b)")
      #expect(line.distance >= greatCircleDistance(from: a, to: b) - 1e-6, "\(a) \(b)")
    }
  }
}
