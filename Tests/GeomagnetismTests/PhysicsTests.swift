import Glibc
import Quantities
import Randomness
import Testing

@testable import Geomagnetism

/// What any magnetic field of this kind must obey, whatever the coefficients.
@Suite struct PhysicsTests {
  private let model = GeomagneticModel.wmm2025

  // A field that is the gradient of a harmonic potential has neither divergence nor curl. Central
  // differences over 2 × 2 km: their error is h²/6 times the third derivative, under 1e-3 of the
  // gradients, which are near 1e-2 nT/m.
  @Test func theFieldHasNeitherSourcesNorWhirls() throws {
    var random = SeededGenerator(seed: 101)
    let h = 2_000.0
    let axes = [Vector3(h, 0, 0), Vector3(0, h, 0), Vector3(0, 0, h)]
    for _ in 0..<300 {
      let direction = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal())
      let unit = try #require(direction.normalized)
      let point = unit * random.double(6_400_000...7_000_000)
      let year = random.double(2_025...2_030)
      let slopes = try axes.map { axis in
        let ahead = try earthFixedField(of: model, at: point + axis, decimalYear: year)
        let behind = try earthFixedField(of: model, at: point - axis, decimalYear: year)
        return (ahead - behind) / (2 * h)
      }
      let divergence = slopes[0].x + slopes[1].y + slopes[2].z
      let curl = Vector3(
        slopes[1].z - slopes[2].y, slopes[2].x - slopes[0].z, slopes[0].y - slopes[1].x)
      let size = slopes.map(\.length).max() ?? 0
      #expect(size > 1e-3)
      #expect(abs(divergence) < 1e-5 * size, "\(point)")
      #expect(curl.length < 1e-5 * size, "\(point)")
    }
  }

  // Far from a pole a step across the seam of longitudes is a step like others.
  @Test func theFieldIsContinuousAcrossTheAntimeridian() throws {
    for latitude in stride(from: -89.5, through: 89.5, by: 0.5) {
      let east = try Coordinates(latitude: latitude, longitude: 180)
      let west = try Coordinates(latitude: latitude, longitude: -180)
      let a = model.field(at: east, altitudeMetres: 0, decimalYear: 2027)
      let b = model.field(at: west, altitudeMetres: 0, decimalYear: 2027)
      #expect(abs(a.north - b.north) < 1e-8 && abs(a.east - b.east) < 1e-8)
      #expect(abs(a.down - b.down) < 1e-8 && abs(a.eastChange - b.eastChange) < 1e-10)
    }
  }

  // At the pole the vector is one, whatever the longitude; 1e-9° (0.1 mm) away it is the same, and
  // the components turn with the meridian.
  @Test(arguments: [90.0, -90.0]) func theFieldIsOneVectorAtAPole(latitude: Double) throws {
    let greenwich = try Coordinates(latitude: latitude, longitude: 0)
    let atPole = earthFixed(
      model.field(at: greenwich, altitudeMetres: 0, decimalYear: 2027), at: greenwich)
    for longitude in stride(from: -180.0, through: 180, by: 7.5) {
      for beside in [0, 1e-12, 1e-9] {
        let place = try Coordinates(
          latitude: latitude > 0 ? latitude - beside : latitude + beside, longitude: longitude)
        let field = model.field(at: place, altitudeMetres: 0, decimalYear: 2027)
        #expect((earthFixed(field, at: place) - atPole).length < 1e-5)
        #expect(field.declinationDegrees.isFinite)
      }
    }
  }

  // Turned about the Earth's axis by α, a model has the field of λ at λ + α.
  @Test func aTurnedModelHasATurnedField() throws {
    var random = SeededGenerator(seed: 102)
    let text = try referenceRows("WMM2025.COF", headerLines: 1).filter { $0.count == 6 }
    #expect(text.count == 90)
    for _ in 0..<50 {
      let turn = random.double(-90...90)
      let turned = try text.map { row in
        let α = Double(try number(row[1])) * turn.inRadians
        let (g, h) = (try number(row[2]), try number(row[3]))
        let (gChange, hChange) = (try number(row[4]), try number(row[5]))
        return SIMD4(
          g * cos(α) - h * sin(α), h * cos(α) + g * sin(α),
          gChange * cos(α) - hChange * sin(α), hChange * cos(α) + gChange * sin(α))
      }
      let other = GeomagneticModel(name: "turned", epoch: 2025, coefficients: turned)
      let latitude = random.double(-90...90)
      let longitude = random.double(-90...90)
      let here = try Coordinates(latitude: latitude, longitude: longitude)
      let there = try Coordinates(latitude: latitude, longitude: longitude + turn)
      let a = model.field(at: here, altitudeMetres: 1_000, decimalYear: 2028)
      let b = other.field(at: there, altitudeMetres: 1_000, decimalYear: 2028)
      #expect(abs(a.north - b.north) < 1e-7 && abs(a.east - b.east) < 1e-7)
      #expect(abs(a.down - b.down) < 1e-7 && abs(a.eastChange - b.eastChange) < 1e-9)
    }
  }

  // An axial dipole on the sphere: X = −g a³/r³ cos φ′, Z = −2 g a³/r³ sin φ′; at the equator and
  // the poles φ′ is φ.
  @Test func aDipoleAloneIsTheTextbooks() throws {
    var coefficients = [SIMD4<Double>](repeating: .zero, count: 90)
    coefficients[0] = [-30_000, 0, 12, 0]
    let dipole = GeomagneticModel(name: "dipole", epoch: 2025, coefficients: coefficients)
    let equator = dipole.field(
      at: try Coordinates(latitude: 0, longitude: 33), altitudeMetres: 0, decimalYear: 2025)
    #expect(abs(equator.north - 30_000 * pow(6_371_200 / 6_378_137, 3)) < 1e-9)
    #expect(abs(equator.east) < 1e-9 && abs(equator.down) < 1e-9)
    let pole = dipole.field(
      at: try Coordinates(latitude: 90, longitude: 33), altitudeMetres: 0, decimalYear: 2026)
    #expect(abs(pole.down - 2 * 29_988 * pow(6_371_200 / 6_356_752.314245179, 3)) < 1e-6)
    #expect(pole.horizontal < 1e-9)
  }
}
