import Glibc
import Quantities
import SensorCalibration
import Testing

@testable import Mounting

@Suite struct QuarterTurnsTests {
  /// Degrees from magnetic north at the four directions, clockwise.
  private func turns(
    _ bodyFromChip: Matrix3, at degrees: [Double] = [0, 90, 180, 270], hardIron: Vector3 = .zero,
    earth: Vector3 = Vector3(20, 0, 40)
  ) -> QuarterTurns {
    let fields = degrees.map { heading in
      let body = Quaternion(yaw: heading.inRadians, pitch: 0, roll: 0).inverse.rotate(earth)
      return bodyFromChip.transposed * body + hardIron
    }
    return QuarterTurns(north: fields[0], east: fields[1], south: fields[2], west: fields[3])
  }

  // Four quarter turns, each with the components up and down, are eight of them.
  @Test(arguments: axisRotations)
  func everyMountIsFoundWhateverTheHardIronIs(mount: Matrix3) throws {
    for hardIron in [Vector3.zero, Vector3(50, 0, 0), Vector3(-30, 35, 20), Vector3(0, -50, 50)] {
      let found = try turns(mount, hardIron: hardIron).mount().get()
      #expect(found.bodyFromChip == mount && found.angle < 1e-6)
      #expect(abs(found.horizontal - 20) < 1e-9)
    }
  }

  @Test(arguments: axisRotations)
  func aRoughNorthAndRoughQuartersWillDo(mount: Matrix3) throws {
    for off in [-30.0, -15, 15, 30] {
      let rough = turns(
        mount, at: [off, 90 + off, 180 + off, 270 + off], hardIron: Vector3(9, -20, 5))
      #expect(try rough.mount().get().bodyFromChip == mount)
    }
    let uneven = turns(mount, at: [10, 85, 192, 260])
    #expect(try uneven.mount().get().bodyFromChip == mount)
  }

  @Test func whatTellsNothingIsRefusedByItsCause() {
    guard case .failure(.betweenAxes) = turns(.identity, at: [45, 135, 225, 315]).mount(),
      case .failure(.notTurned) = turns(.identity, at: [0, 0, 0, 0]).mount(),
      case .failure(.notTurned) = turns(.identity, earth: Vector3(3, 0, 55)).mount(),
      case .failure(.tooStrong) = turns(.identity, earth: Vector3(80, 0, 40)).mount(),
      case .failure(.notQuarters) = turns(.identity, at: [0, 90, 180, 180]).mount(),
      case .failure(.notQuarters) = turns(.identity, at: [0, 30, 180, 210]).mount()
    else {
      Issue.record("a wrong refusal")
      return
    }
    var disturbed = turns(.identity)
    disturbed.east = disturbed.east + Vector3(0, 45, 0)
    guard case .failure(.notQuarters) = disturbed.mount() else {
      Issue.record("\(disturbed.mount())")
      return
    }
  }

  // Turned left instead of right: east and west are exchanged, and the board seems upside down.
  @Test func aTurnToTheLeftLooksLikeABoardThatIsUpsideDown() throws {
    let found = try turns(.identity, at: [0, 270, 180, 90]).mount().get()
    #expect(found.bodyFromChip == Matrix3(Vector3(1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, -1)))
  }
}
