import Testing
import Quantities
import TestFiles

@testable import DaemonConfiguration

@Suite struct MountEditTests {
  private let page = """
    # mine
    [place]
    latitude_deg = 1.5  # at home
    longitude_deg = 2.0
    [ mount ]  # as it lies
    \tboard   =  'x -y -z' # flat

    [gpsd]
    enabled = false
    """

  @Test func everythingElseStaysByteForByte() {
    #expect(
      settingMount("board", to: "y x -z", in: page)
        == page.replacing("'x -y -z'", with: "'y x -z'"))
    #expect(
      settingMount("magnetometer", to: "y x -z", in: page)
        == page.replacing("lies\n", with: "lies\nmagnetometer = \"y x -z\"\n"))
    #expect(settingMount("board", to: "x y z", in: "") == "[mount]\nboard = \"x y z\"\n")
    #expect(
      settingMount("board", to: "x y z", in: "[gpsd]") == "[gpsd]\n\n[mount]\nboard = \"x y z\"\n")
    // A key of the same name elsewhere, and one that is commented out.
    let other = "[haptics]\n#board = 1\n[mount]\n#board = \"z\"\r\n"
    #expect(
      settingMount("board", to: "x y z", in: other)
        == "[haptics]\n#board = 1\n[mount]\nboard = \"x y z\"\n#board = \"z\"\r\n")
  }

  @Test func theFileIsWrittenWholeAndReadBack() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("q.toml", page)
    try Configuration.writeMount("board", to: "-x y -z", path: path)
    let read = try Configuration.load(path: path)
    #expect(read.mount.magnetometer.description == "-x y -z")
    #expect(read.place?.coordinates.latitude == 1.5 && read.gpsd == nil)
    let new = "\(directory.path)/new.toml"
    try Configuration.writeMount("magnetometer", to: "x y z", path: new)
    #expect(try Configuration.load(path: new).mount.magnetometer.description == "x y z")
  }

  @Test func aFileThatCannotBeChangedSafelyIsNotChanged() throws {
    let directory = try TemporaryDirectory()
    for text in ["mount.board = \"x -y -z\"\n", "mount = { board = \"x -y -z\" }\n", "[mount\n"] {
      let path = try directory.file("odd.toml", text)
      #expect(throws: (any Error).self) {
        try Configuration.writeMount("board", to: "x y z", path: path)
      }
    }
  }
}
