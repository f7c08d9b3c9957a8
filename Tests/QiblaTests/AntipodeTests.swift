import Foundation
import Quantities
import Testing

@testable import Qibla

/// Where the shortest ways to the Kaaba meet again: within 12° in the South Pacific.
@Suite struct AntipodeTests {
  private let latitude = -kaaba.latitude
  private let longitude = kaaba.longitude - 180

  private func note(_ north: Double, _ east: Double) throws -> Direction.Note {
    Direction(from: try place(latitude + north, longitude + east), to: kaaba).note
  }

  // The cut is where ways by the north and by the south are as long: on the antipode's parallel, for
  // 180°·f·cos φ = 0.56° to either side (Karney 2013, section 5).
  @Test func onTheCutTheNoteSaysSoAndBesideItThereIsNone() throws {
    for east in [-0.5, -0.3, 0.1, 0.3, 0.5] {
      #expect(try note(0, east) == .antipode, "\(east)")
      #expect(try note(0.000_1, east) == .antipode, "\(east)")  // 11 m
      #expect(try note(0.001, east) == .none, "\(east)")  // 111 m
      #expect(try note(-0.001, east) == .none, "\(east)")
    }
    #expect(try note(0, 0.7) == .none)
    #expect(try note(0, -0.7) == .none)
    #expect(try note(0, 0) == .antipode)
  }

  /// The most that a step of 15 m to eight sides turns one of the bearings, degrees.
  private func turnOfFifteenMetres(_ origin: Coordinates) throws -> Double {
    let here = Direction(from: origin, to: kaaba)
    let step = (15 / meanEarthRadius).inDegrees
    var worst = 0.0
    for angle in stride(from: 0.0, to: 360, by: 45) {
      let (north, east) = (step * cos(angle.inRadians), step * sin(angle.inRadians))
      let beside = Direction(
        from: try place(
          origin.latitude + north, origin.longitude + east / cos(origin.latitude.inRadians)),
        to: kaaba)
      for (a, b) in [(here.greatCircle, beside.greatCircle), (here.geodesic, beside.geodesic)] {
        guard let a, let b else { return 180 }
        worst = max(worst, abs(RelativeBearing(of: a, from: b).degrees))
      }
    }
    return worst
  }

  @Test func theNoteIsThereWhereFifteenMetresTurnABearingByADegree() throws {
    var counts = (antipode: 0, none: 0)
    let offsets = [-6, -3, -1, -0.5, -0.1, -0.01, -0.005, -0.001, 0, 0.002, 0.006, 0.02, 0.3, 2, 6]
    for north in offsets {
      for east in offsets {
        let origin = try place(latitude + north, longitude + east)
        let turn = try turnOfFifteenMetres(origin)
        switch Direction(from: origin, to: kaaba).note {
        case .antipode:
          counts.antipode += 1
          #expect(turn > 0.9, "\(north) \(east): \(turn)")
        case .none:
          counts.none += 1
          #expect(turn < 1.1, "\(north) \(east): \(turn)")
        case let other: Issue.record("\(north) \(east): \(other)")
        }
      }
    }
    #expect(counts.antipode >= 15 && counts.none > 150)
  }
}
