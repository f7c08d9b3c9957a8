import DaemonConfiguration
import Quantities
import TestDoubles
import Testing
import Wire

@testable import Pipeline

/// From the field at a place to the heading that is shown: through the registers of models of the chips, the
/// sampling of the bus and the pipeline, with the mount of a configuration.
struct MountedSensorsTests {
  struct Board: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let dies: [Die]
    /// Which address is hidden, and by which register it is let through.
    var hidden: (address: UInt8, by: UInt8)?

    var hasGyro: Bool { !dies.contains { [0x18, 0x19].contains($0.address) } }
  }

  private static let boards = [
    Board(testDescription: "LIS3DH LIS3MDL", dies: [.lis3MDL, .lis3DH(at: 0x18)]),
    Board(testDescription: "MPU-6050 QMC5883P", dies: [.qmc5883P(.asQMC5883L), .mpu(0x68)]),
    Board(testDescription: "AK09916 ICM-20948", dies: [.icm20948, .ak09916], hidden: (0x0C, 0x0F)),
    Board(testDescription: "AK8963 MPU-9250", dies: [.mpu(0x71), .ak8963], hidden: (0x0C, 0x37)),
    Board(testDescription: "AK8975 MPU-6050", dies: [.mpu(0x68), .ak8975], hidden: (0x0C, 0x37)),
    // Sense HAT
    Board(testDescription: "LSM9DS1 LSM9DS1 MAG", dies: [.lsm9DS1, .lsm9DS1Magnetometer]),
    // MinIMU-9 v3
    Board(testDescription: "L3GD20H LSM303D", dies: [.l3GD20(0xD7), .lsm303D]),
    // GY-89
    Board(testDescription: "L3GD20 LSM303D or LSM9DS0", dies: [.l3GD20(0xD4), .lsm303D]),
    // GY-87
    Board(
      testDescription: "HMC5883L MPU-6050", dies: [.mpu(0x68), .hmc5883L], hidden: (0x1E, 0x37)),
    Board(testDescription: "LIS3DH LSM303DLHC", dies: [.lis3DH(at: 0x19), .lsm303DLHC]),
    Board(testDescription: "LIS3DH LSM303AGR", dies: [.lis3DH(at: 0x19), .lsm303AGR]),
    Board(testDescription: "BNO055", dies: [.bno055]),
  ]

  private static let (forward, right, down) = (Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1))
  /// Flat, components up, x arrow forward.
  private static let flat = Axes(x: forward, y: -right, z: -down)

  private static let poses =
    [17, 123.4, 263, 359.7].map { Pose(heading: $0) } + [
      Pose(heading: 17, pitch: 25), Pose(heading: 123.4, roll: 25),
      Pose(heading: 263, pitch: -25, roll: 25), Pose(heading: 359.7, pitch: 25, roll: -25),
    ]

  /// What is shown in the end.
  private func last(
    _ board: Board, _ axes: Axes = flat, _ toml: String = "", seconds: Double = 3,
    _ pose: @escaping (Double) -> Pose
  ) throws -> Reading {
    let scripted = ScriptedBoard(board.dies, board: axes, hidden: board.hidden, pose: pose)
    scripted.run(seconds: seconds)
    #expect(scripted.found.sorted().joined(separator: " ") == board.testDescription)
    var settings = PipelineSettings()
    settings.calibration = .given
    settings.mount = Mount(try Configuration(toml: toml, file: "test").mount)
    return try #require(readings(of: scripted.samples, settings).last)
  }

  private func expect(
    _ reading: Reading, _ pose: Pose, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    func off(_ a: Double, _ b: Double) -> Double { abs(RelativeBearing(degrees: a - b).degrees) }
    let heading = try #require(reading.headingMagnetic).degrees
    #expect(
      off(heading, pose.heading) < 1, "\(heading) for \(pose)", sourceLocation: sourceLocation)
    #expect(off(try #require(reading.pitchDegrees), pose.pitch) < 1, sourceLocation: sourceLocation)
    #expect(off(try #require(reading.rollDegrees), pose.roll) < 1, sourceLocation: sourceLocation)
  }

  @Test(arguments: boards) func theDefaultMountIsFlatComponentsUpXArrowForward(
    _ board: Board
  ) throws {
    for pose in Self.poses { try expect(try last(board) { _ in pose }, pose) }
  }

  @Test func aMagnetometerAloneShowsTheHeadingOfALevelDevice() throws {
    let board = Board(testDescription: "QMC5883P", dies: [.qmc5883P(.asQMC5883L)])
    for pose in Self.poses.prefix(4) {
      let heading = try #require(try last(board) { _ in pose }.headingMagnetic).degrees
      #expect(abs(RelativeBearing(degrees: heading - pose.heading).degrees) < 1)
    }
  }

  // Upright like a picture, y up; and lying on its components, turned.
  @Test(
    arguments: [
      ("-z x -y", Axes(x: right, y: -down, z: -forward)),
      ("y -x z", Axes(x: -right, y: forward, z: down)),
      ("-y z -x", Axes(x: -down, y: -forward, z: right)),
    ] as [(String, Axes)], boards)
  func aConfiguredMountGivesTheRightHeading(_ mount: (String, Axes), _ board: Board) throws {
    for pose in [Self.poses[1], Self.poses[6]] {
      let reading = try last(board, mount.1, "[mount]\nboard = \"\(mount.0)\"") { _ in pose }
      try expect(reading, pose)
    }
  }

  // The magnetometer's board is turned by a quarter to the left of the other: its x along the other's y.
  @Test func twoBoardsCanHaveDifferentMounts() throws {
    let turned = Axes(x: Vector3(0, 1, 0), y: Vector3(-1, 0, 0), z: Vector3(0, 0, 1))
    let board = Board(
      testDescription: "LIS3MDL MPU-6050", dies: [.lis3MDL(along: turned), .mpu(0x68)])
    for pose in Self.poses {
      let toml = "[mount]\nmagnetometer = \"-y -x -z\"\ninertial = \"x -y -z\""
      try expect(try last(board, Self.flat, toml) { _ in pose }, pose)
    }
  }

  // A right turn raises the heading, and the gyro that sees it agrees: what it says is not taken for a bias.
  @Test(
    arguments: boards.filter(\.hasGyro),
    [("x -y -z", flat), ("-y z -x", Axes(x: -down, y: -forward, z: right))] as [(String, Axes)])
  func aRightTurnRaisesTheHeading(_ board: Board, _ mount: (String, Axes)) throws {
    let turn: (Double) -> Pose = {
      Pose(heading: 340 + 30 * max($0 - 2, 0), pitch: 25, turnRate: $0 < 2 ? 0 : 30)
    }
    let toml = "[mount]\nboard = \"\(mount.0)\""
    let reading = try last(board, mount.1, toml, seconds: 5, turn)
    let rate = try #require(reading.turnRateDegreesPerSecond)
    #expect(abs(rate - 30) < 1)
    let truth = turn(reading.time.seconds(since: Timestamp(microseconds: 0))).heading
    let heading = try #require(reading.headingMagnetic).degrees
    #expect(abs(RelativeBearing(degrees: heading - truth).degrees) < 2)
    #expect(reading.source == .magnetometerGyro)
  }
}
