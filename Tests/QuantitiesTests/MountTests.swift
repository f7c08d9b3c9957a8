import Quantities
import Testing

@Suite struct MountTests {
  private let flipped = Matrix3(Vector3(1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, -1))
  private let mirrored = Matrix3(Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, -1))

  @Test func takesEachChipsRotation() throws {
    let mount = try Mount(magnetometer: flipped, inertial: .identity)
    #expect(mount.magnetometer == flipped)
    #expect(mount.inertial == .identity)
    #expect(try Mount(magnetometer: .identity, inertial: .identity) == .identity)
  }

  @Test func refusesAMirroredOrStretchedChip() {
    let stretched = Matrix3(Vector3(1.01, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1))
    for bad in [mirrored, stretched] {
      #expect(throws: MountError.notARotation) { try Mount(magnetometer: bad, inertial: .identity) }
      #expect(throws: MountError.notARotation) { try Mount(magnetometer: .identity, inertial: bad) }
    }
  }
}
