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

  // A name alone is flat, components up, x arrow forward.
  @Test func aBoardsNameAloneIsWritten() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("q.toml", page)
    try Configuration.writeMount("board", to: "sparkfun-19895", path: path)
    let mount = try Configuration.load(path: path).mount
    #expect(mount.magnetometerText == "sparkfun-19895 x -y -z")
  }

  @Test(arguments: ["magnetometer", "inertial"])
  func aBoardThatAnotherKeyComesBeforeIsNotWritten(key: String) throws {
    let directory = try TemporaryDirectory()
    let text = "[mount]\n\(key) = \"y x -z\"\n"
    let path = try directory.file("q.toml", text)
    #expect(throws: ConfigurationEditError.self) {
      try Configuration.write([.mount("board", to: "x -y -z")], path: path)
    }
    #expect(try String(decoding: contents(of: path), as: UTF8.self) == text)
    // Nothing contradicts the same mount.
    let written = try Configuration.write([.mount("board", to: "y x -z")], path: path).mount
    #expect(written.magnetometerText == "y x -z" && written.inertialText == "y x -z")
  }

  @Test func theNameOrTheAxesThatWordsLackAreThoseOfTheMount() throws {
    var mount = Configuration.Mount()
    #expect(try mount.boardText(with: "sparkfun-19895") == "sparkfun-19895")
    #expect(try mount.boardText(with: "y x -z") == "y x -z")
    try mount.set(board: "sparkfun-19895 y x -z", magnetometer: nil, inertial: nil)
    #expect(try mount.boardText(with: "x -y -z") == "sparkfun-19895 x -y -z")
    #expect(try mount.boardText(with: "adafruit-4479") == "adafruit-4479 y x -z")
    #expect(try mount.boardText(with: "adafruit-4479 z x y") == "adafruit-4479 z x y")
  }

  @Test func whatTwoMountsHaveDifferentlyIsTakenFromNeither() throws {
    var mount = Configuration.Mount()
    try mount.set(board: nil, magnetometer: "adafruit-4479 y x -z", inertial: "x -y -z")
    #expect(try mount.boardText(with: "x -y -z") == nil)
    #expect(try mount.boardText(with: "adafruit-4479") == nil)
    #expect(try mount.boardText(with: "adafruit-4479 x -y -z") == "adafruit-4479 x -y -z")
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
