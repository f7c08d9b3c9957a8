import Boards
import DaemonConfiguration
import Quantities
import Testing

struct MountSectionTests {
  private func mount(_ lines: String) throws -> Configuration.Mount {
    try Configuration(toml: "[mount]\n\(lines)", file: "f.toml").mount
  }

  private func complaint(_ line: String) -> String {
    do {
      _ = try Configuration(toml: "[mount]\n\(line)", file: "f.toml")
      return "no error"
    } catch { return error.description }
  }

  @Test func theDefaultMountOfBothBoardsIsFlatComponentsUp() throws {
    #expect(try mount("").magnetometer == .componentsUp)
    #expect(try mount("").inertial == .componentsUp)
    #expect(
      try mount("").description == "mount: flat, components up, x arrow forward (x -y -z)")
  }

  @Test func boardSetsBothMountsAndTheOtherKeysOne() throws {
    let both = try mount("board = \"-z x -y\"")
    #expect(both.magnetometer.description == "-z x -y" && both.inertial.description == "-z x -y")
    for lines in [
      "board = 'y x -z'\ninertial = '-x y -z'", "inertial = '-x y -z'\nboard = 'y x -z'",
    ] {
      let mount = try mount(lines)
      #expect(mount.magnetometer.description == "y x -z")
      #expect(mount.inertial.description == "-x y -z")
      #expect(
        mount.description
          == "mount: magnetometer flat, components up, y arrow forward (y x -z); "
          + "inertial chip flat, components up, x arrow back (-x y -z)")
    }
    #expect(try mount("magnetometer = 'z -x -y'").inertial == .componentsUp)
  }

  @Test func aBoardsNameCanBeFollowedByItsMount() throws {
    let named = try mount("board = 'sparkfun-19895 y x -z'")
    #expect(named.magnetometerBoard?.name == "sparkfun-19895")
    #expect(named.inertialBoard == named.magnetometerBoard)
    #expect(named.magnetometer.description == "y x -z")
    let alone = try mount("magnetometer = 'gy-271-p'\ninertial = 'gy-521 -x y -z'")
    #expect(alone.magnetometerBoard?.name == "gy-271-p" && alone.inertialBoard?.name == "gy-521")
    #expect(alone.magnetometer == .componentsUp && alone.inertial.description == "-x y -z")
    let text = "mount: magnetometer GY-271 with a QMC5883P, flat, components up, x arrow forward "
    #expect(alone.description.hasPrefix(text))
  }

  @Test func anUnknownBoardIsRefusedWithSimilarNames() {
    let like = "\"sparkfun-19895\", \"sparkfun-19034\", \"sparkfun-15335\", or "
    #expect(complaint("board = 'sparkfun-1'").contains(like))
    #expect(complaint("board = 'sparkfun-1'").contains("qiblactl mount list"))
    #expect(complaint("board = 'gy-85 x y'").contains("three of x, -x, y, -y, z and -z"))
    #expect(complaint("board = 'gy-85 x y -z'").contains("\"x y z\" is possible"))
  }

  private let sense = "which of the board's axes point forward, right and down"
  private let example = "as in \"x -y -z\" (flat, components up, x arrow forward)"

  @Test func aTextThatIsNotAMountIsRefusedWithTheRightForm() {
    #expect(
      complaint("board = 'x y'")
        == "f.toml: mount.board: \"x y\" is not allowed; give \(sense), "
        + "three of x, -x, y, -y, z and -z separated by blanks, \(example)")
    #expect(
      complaint("inertial = 'x -y y'")
        == "f.toml: mount.inertial: \"x -y y\" is not allowed; give \(sense), "
        + "each of x, y and z once, \(example)")
    #expect(
      complaint("magnetometer = 'x y -z'")
        == "f.toml: mount.magnetometer: \"x y -z\" is not allowed; give \(sense); "
        + "these axes are a mirror image, which no mount can be; \"x y z\" is possible")
  }

  @Test(arguments: [
    "board = 1", "board = ''", "board = 'forward'", "chips = 'x'",
  ])
  func everyOtherTextGivesAnErrorOfOneLine(_ line: String) {
    let complaint = complaint(line)
    #expect(complaint.hasPrefix("f.toml: mount.") && !complaint.contains("\n"))
  }
}
