import Foundation
import Quantities
import Simulation
import Testing

@testable import Heading

/// Of a weak magnet's field strength and inclination show two components, and the filter expects as much of the third.
@Suite struct LocalAnomalyTests {
  // The reference field of BROAD's room, µT.
  private static let reference = ReferenceField(horizontal: 16.4, down: 42.6)

  @Test func whatARoomHasChangesNothing() {
    var anomaly = LocalAnomaly()
    anomaly.note(meanSquare: 4, kept: 0.9)
    #expect(anomaly.scale == 1)
  }

  @Test func moreCountsAtOnceAndFades() {
    var anomaly = LocalAnomaly()
    anomaly.note(meanSquare: 7, kept: 0.9)
    #expect(anomaly.scale == 7)
    anomaly.note(meanSquare: 0, kept: 0.5)
    #expect(anomaly.scale == 4)
    anomaly.note(meanSquare: 5, kept: 0.9)
    #expect(abs(anomaly.scale - 3.7) < 1e-12)
  }

  @Test func theRoomIsTheMeanSquareOfAMinute() {
    var anomaly = LocalAnomaly()
    for north in [3.0, -1] {
      for _ in 0..<50 { anomaly.note(north: north, interval: 0.1, turnRate: 0) }
    }
    #expect(abs(anomaly.northSquare - 5) < 1e-9)
    // Five minutes without an anomaly leave e⁻⁵ of it.
    for _ in 0..<3000 { anomaly.note(north: 0, interval: 0.1, turnRate: 0) }
    #expect(anomaly.northSquare < 0.05)
  }

  // 2.1 rad/s is three times `fastTurn`: a tenth.
  @Test func aFastTurnTellsLessOfTheRoom() {
    var anomaly = LocalAnomaly()
    for _ in 0..<10 { anomaly.note(north: 0, interval: 0.1, turnRate: 0) }
    for _ in 0..<100 { anomaly.note(north: 2, interval: 0.1, turnRate: 2.1) }
    #expect(abs(anomaly.northSquare - 2) < 1e-9)
  }

  // A heading that is off by 40° turns the whole field, and is no anomaly.
  @Test(arguments: [0, 40, 180, -179.7]) func anErrorOfNorthIsNotVisible(degrees: Double) {
    let turn = Quaternion(rotationVector: Vector3(0, 0, degrees.inRadians))
    let residual = turn.rotate(Self.reference.vector) - Self.reference.vector
    let visible = LocalAnomaly.visible(residual, Self.reference)
    #expect(abs(visible.north) < 1e-9 && abs(visible.down) < 1e-9)
  }

  @Test func strengthAndInclinationAreVisible() {
    let visible = LocalAnomaly.visible(Vector3(3, 0, -2), Self.reference)
    #expect(abs(visible.north - 3) < 1e-12 && visible.down == -2)
  }

  // A magnet of 4.3 of 45 µT, which is no interference, is near for 20 s: atan(3.2 / 22.5) = 8.1° across north. A filter that takes
  // it for an anomaly of the room is 3.8° off.
  @Test func theGyroHoldsTheHeadingBesideAWeakMagnet() throws {
    let scene = Scene(
      earth: try earthField(),
      pose: { Pose(headingDegrees: 301 + 35 * sin(0.5 * $0), pitchDegrees: 8, rollDegrees: 4) },
      magnets: { Vector3(-0.7, 3.2, 2.8) * (1 / (1 + exp(-4 * ($0 - 40)))) })
    let worst = try #require(judge(scene, seconds: 60).filter { $0.time > 38 }.worstError)
    #expect(worst < 2.5)
  }
}
