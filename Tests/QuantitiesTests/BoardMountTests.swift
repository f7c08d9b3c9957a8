import Quantities
import Testing

struct BoardMountTests {
  private static let words = ["x", "-x", "y", "-y", "z", "-z"]

  /// All that can be written with three of the six words.
  private static let texts = words.flatMap { a in
    words.flatMap { b in words.map { "\(a) \(b) \($0)" } }
  }

  @Test func ofAllTextsTheTwentyFourRotationsAreTaken() throws {
    var mounts: [BoardMount] = []
    for text in Self.texts {
      do {
        let mount = try BoardMount(parsing: text)
        #expect(mount.description == text)
        #expect(mount.bodyFromBoard.isRotation(tolerance: 0))
        #expect(BoardMount(mount.bodyFromBoard) == mount)
        mounts.append(mount)
      } catch { continue }
    }
    #expect(mounts.count == 24)
    #expect(Set(mounts.map(\.words)).count == 24)
  }

  @Test func theLettersAreForwardRightAndDown() throws {
    let upright = try BoardMount(parsing: " -z  x -y ")
    // What points along the board's −z is forward, along its x right, along its −y down.
    #expect(upright.bodyFromBoard * Vector3(0, 0, -3) == Vector3(3, 0, 0))
    #expect(upright.bodyFromBoard * Vector3(2, -5, 0) == Vector3(0, 2, 5))
    #expect(upright.words == "upright, components towards you, y arrow up")
    #expect(try BoardMount(parsing: "x -y -z") == .componentsUp)
    #expect(BoardMount.componentsUp.words == "flat, components up, x arrow forward")
    #expect(
      try BoardMount(parsing: "y z x").words == "on its edge, components to the right, x arrow down"
    )
  }

  @Test(arguments: [
    "", "x", "x -y", "x -y -z x", "+x -y -z", "X -Y -Z", "x,-y,-z", "x - y - z", "1 0 0",
  ])
  func whatIsNotThreeAxesIsNone(_ text: String) {
    #expect(throws: BoardMountError.notThreeAxes) { try BoardMount(parsing: text) }
  }

  @Test(arguments: ["x x z", "x -x z", "x y -y", "z y z"])
  func anAxisThatIsThereTwiceIsToldAsThat(_ text: String) {
    #expect(throws: BoardMountError.repeated) { try BoardMount(parsing: text) }
  }

  @Test(arguments: [("x y -z", "x y z"), ("-y x -z", "-y x z"), ("z x -y", "z x y")])
  func aMirroredOneIsToldWithOneThatIsNot(_ text: String, _ other: String) throws {
    #expect(throws: BoardMountError.mirrored(other)) { try BoardMount(parsing: text) }
    _ = try BoardMount(parsing: other)
  }

  @Test func aRotationBetweenTheAxesIsNone() {
    let turn = Matrix3(Quaternion(yaw: 0.3, pitch: 0, roll: 0))
    #expect(BoardMount(turn) == nil)
    #expect(BoardMount(Matrix3(Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, -1))) == nil)
  }

  @Test func aMountOfTwoBoardsKeepsThemApart() throws {
    let other = try BoardMount(parsing: "y x -z")
    let mount = Mount(magnetometer: other, inertial: .componentsUp)
    #expect(mount.magnetometer == other.bodyFromBoard)
    #expect(mount.inertial == BoardMount.componentsUp.bodyFromBoard)
  }
}
