import DaemonConfiguration
import Quantities
import Sensors
import Testing
import Wire

@testable import Pipeline

/// Each magnetometer on a board that lies flat, components up, its x arrow forward: from its registers to the
/// heading that is shown.
///
/// The table is written from public sources and not from our drivers; where they leave something open, it says
/// what our driver takes (docs/hardware/chips.md has the row).
struct ChipAxesTests {
  private static let (x, y, z) = (Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1))
  /// Where a QMC5883L's registers point, and an HMC5883L's and a LIS3MDL's: forward, left, up (betaflight's
  /// guide to magnetometers, "standard").
  private static let standard = Axes(x: x, y: y, z: z)
  /// Forward, right, up: LIS2MDL (PX4's iis2mdc.cpp turns z round for forward, right, down; betaflight's
  /// compass_lis2mdl.c calls it left-handed) and IST8310 (PX4's IST8310.cpp: "+x forward, +y right, +z up").
  private static let rightUp = Axes(x: x, y: -y, z: z)

  struct Part: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let die: Die

    init(_ name: String, _ die: Die) { (testDescription, self.die) = (name, die) }
  }

  private static let parts = [
    Part("QMC5883L", .qmc5883L(standard)),
    Part("QMC5883P", .qmc5883P(.asQMC5883L)),
    Part("HMC5883L", .hmc5883L),
    Part("LIS3MDL", .lis3MDL),
    Part("LIS2MDL", .lis2MDL(rightUp)),
    Part("IST8310", .ist8310(rightUp)),
    // After SET x and y as drawn, z out of the bottom: SparkFun's compass example, richcreations/imud.
    Part("MMC5983MA", .mmc5983MA(Axes(x: x, y: y, z: -z))),
    // Open; against the drawing after SET (the kernel's mmc5633.c: aligned after RESET).
    Part("MMC5603", .mmc5603(Axes(x: -x, y: -y, z: -z))),
    // Open; forward, right, down in PNI's drawing.
    Part("RM3100", .rm3100(Axes(x: x, y: -y, z: -z))),
    // Open: as the registers are.
    Part("BMM350", .bmm350(standard)),
    Part("AK09918", .ak09918(standard)),
  ]

  private static let headings = [37, 143, 211, 359.7]
  /// Degrees: nose up, right side down.
  private static let tilts = [(0.0, 0.0), (25, 0), (-20, 30), (15, -35)]

  /// The heading that is shown at the end of three seconds.
  private func heading(_ dies: [Die], _ pose: Pose) throws -> Double {
    let flat = Axes(x: Self.x, y: -Self.y, z: -Self.z)
    // At 0x20 port expanders sit: nothing is sent there unless the configuration says what it is.
    let named = [try ChosenChip(parsing: "rm3100@0x20")]
    let board = ScriptedBoard(dies, board: flat, hidden: nil, named: named) { _ in pose }
    board.run(seconds: 3)
    var settings = PipelineSettings()
    settings.calibration = .given
    settings.mount = Mount(Configuration().mount)
    let shown = try #require(readings(of: board.samples, settings).last?.headingMagnetic)
    return shown.degrees
  }

  private func difference(_ a: Double, _ b: Double) -> Double {
    abs(RelativeBearing(degrees: a - b).degrees)
  }

  @Test(arguments: parts) func aLevelBoardShowsWhereItsArrowPoints(_ part: Part) throws {
    for truth in Self.headings {
      let shown = try heading([part.die], Pose(heading: truth))
      #expect(difference(shown, truth) < 1, "\(shown) for \(truth)")
    }
  }

  // With an MPU-6050 that lies the same way (PX4: x forward, y left, z up): a wrong sign of z shows here.
  @Test(arguments: parts) func aTiltedBoardShowsWhereItsArrowPoints(_ part: Part) throws {
    for (truth, tilt) in zip(Self.headings, Self.tilts) {
      let pose = Pose(heading: truth, pitch: tilt.0, roll: tilt.1)
      let shown = try heading([part.die, .mpu(0x68)], pose)
      #expect(difference(shown, truth) < 1, "\(shown) for \(pose)")
    }
  }
}
