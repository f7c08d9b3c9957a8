import Foundation
import Heading
import Quantities
import Testing
import Wire

@testable import Pipeline

/// The placements that docs/hardware/mount-and-place.md has a mount for, told by where the chip's axes point.
@Suite struct PlacementTests {
  /// Where the axes of a chip point, in the body's: x forward, y right, z down.
  struct Axes: Sendable {
    var x: Vector3
    var y: Vector3
    var z: Vector3

    /// What the chip measures of a vector in the body.
    func reading(of vector: Vector3) -> Vector3 {
      Vector3(x.dot(vector), y.dot(vector), z.dot(vector))
    }
  }

  private static let forward = Vector3(1, 0, 0)
  private static let right = Vector3(0, 1, 0)
  private static let down = Vector3(0, 0, 1)

  private static let placements: [(row: String, axes: Axes, board: String, mount: String)] = [
    (
      "flat, components up, x arrow forward", Axes(x: forward, y: -right, z: -down),
      "x -y -z", "[[1,0,0],[0,-1,0],[0,0,-1]]"
    ),
    (
      "flat, components up, y arrow forward", Axes(x: right, y: forward, z: -down),
      "y x -z", "[[0,1,0],[1,0,0],[0,0,-1]]"
    ),
    (
      "flat, components up, x arrow back", Axes(x: -forward, y: right, z: -down),
      "-x y -z", "[[-1,0,0],[0,1,0],[0,0,-1]]"
    ),
    (
      "flat, components up, y arrow back", Axes(x: -right, y: -forward, z: -down),
      "-y -x -z", "[[0,-1,0],[-1,0,0],[0,0,-1]]"
    ),
    (
      "flat, components down, x arrow forward", Axes(x: forward, y: right, z: down),
      "x y z", "[[1,0,0],[0,1,0],[0,0,1]]"
    ),
    (
      "flat, components down, y arrow forward", Axes(x: -right, y: forward, z: down),
      "y -x z", "[[0,1,0],[-1,0,0],[0,0,1]]"
    ),
    (
      "upright, components towards you, y arrow up", Axes(x: right, y: -down, z: -forward),
      "-z x -y", "[[0,0,-1],[1,0,0],[0,-1,0]]"
    ),
    (
      "upright, components towards you, x arrow up", Axes(x: -down, y: -right, z: -forward),
      "-z -y -x", "[[0,0,-1],[0,-1,0],[-1,0,0]]"
    ),
    (
      "upright, components away from you, y arrow up", Axes(x: -right, y: -down, z: forward),
      "z -x -y", "[[0,0,1],[-1,0,0],[0,-1,0]]"
    ),
  ]

  /// What chips with these axes measure in a level device that points to 60°.
  private func samples(
    magnetometer: Axes, inertial: Axes? = nil, hasInertial: Bool = true
  ) -> [Sample] {
    let force = inertial ?? magnetometer
    let device = LevelDevice(heading: 60, hasForce: hasInertial, hasRate: hasInertial)
    return device.samples(to: 3).map { body in
      var chip = body
      chip.magneticField = body.magneticField.map {
        MagneticField(microtesla: magnetometer.reading(of: $0.microtesla))
      }
      chip.acceleration = body.acceleration.map {
        Acceleration(metresPerSecondSquared: force.reading(of: $0.metresPerSecondSquared))
      }
      return chip
    }
  }

  private func matrix(_ text: String) throws -> Matrix3 {
    let rows = try JSONDecoder().decode([[Double]].self, from: Data(text.utf8))
    let vectors = rows.map { Vector3($0[0], $0[1], $0[2]) }
    return Matrix3(vectors[0], vectors[1], vectors[2])
  }

  @Test(arguments: placements.indices)
  func eachPlacementHasTheMountThatShowsItsHeading(index: Int) throws {
    let placement = Self.placements[index]
    let rotation = try matrix(placement.mount)
    let board = try BoardMount(parsing: placement.board)
    #expect(board.bodyFromBoard == rotation)
    #expect(board.words == placement.row)
    var mounted = try settings()
    mounted.mount = try Mount(magnetometer: rotation, inertial: rotation)
    let reading = try #require(Run(samples(magnetometer: placement.axes), mounted).readings.last)
    #expect(abs(try #require(reading.headingMagnetic).degrees - 60) < 0.01)
    #expect(abs(try #require(reading.pitchDegrees)) < 0.01)
    #expect(abs(try #require(reading.rollDegrees)) < 0.01)
  }

  @Test func theDocumentHasTheseRows() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/hardware/mount-and-place.md").standardized
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    let table = lines.filter { $0.hasPrefix("| flat,") || $0.hasPrefix("| upright,") }
    #expect(table.count == Self.placements.count)
    for (line, placement) in zip(table, Self.placements) {
      #expect(
        line.hasPrefix(
          "| \(placement.row) | `\"\(placement.board)\"` | `\(placement.mount)`"))
    }
  }

  // Seen from below a compass card runs the other way round.
  @Test func withoutAMountAMagnetometerAloneIsMirroredWithItsComponentsUpAndRightWithThemDown()
    throws
  {
    let up = samples(magnetometer: Self.placements[0].axes, hasInertial: false)
    let down = samples(magnetometer: Self.placements[4].axes, hasInertial: false)
    #expect(abs(try heading(up) - 300) < 0.01)
    #expect(abs(try heading(down) - 60) < 0.01)
  }

  @Test func withoutAMountAnAccelerometerTellsWhichSideIsUp() throws {
    let reading = try #require(
      Run(samples(magnetometer: Self.placements[0].axes), try settings()).readings.last)
    #expect(abs(try #require(reading.headingMagnetic).degrees - 60) < 0.01)
    #expect(abs(abs(try #require(reading.rollDegrees)) - 180) < 0.01)
  }

  private func heading(_ samples: [Sample]) throws -> Double {
    try #require(Run(samples, try settings()).readings.last?.headingMagnetic).degrees
  }
}
