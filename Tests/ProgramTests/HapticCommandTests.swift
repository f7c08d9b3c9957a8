import Glibc
import TestFiles
import Testing

/// `qiblactl haptic test`, as far as it goes without a motor.
@Suite struct HapticCommandTests {
  /// Whether this machine has anything that could be a motor.
  private static let hasDevices =
    access("/dev/input", F_OK) == 0 || access("/dev/gpiochip0", F_OK) == 0
    || entries(of: "/dev").contains { $0.hasPrefix("i2c-") }

  @Test(
    .enabled(if: !hasDevices, "needs a machine without input devices, I2C and GPIO"),
    arguments: [
      ([], "a motor among the inputs, a DRV2605L on the I2C buses"),
      (["--output", "drv2605l"], "a DRV2605L on 0 I2C buses"),
      (["--output", "drv2605l", "--bus", "7"], "a DRV2605L on bus 7"),
      (["--line", "GPIO17"], "the GPIO line GPIO17; gpioinfo lists all lines"),
      (["--device", "drv260x:haptics"], "an input device drv260x:haptics with rumble"),
    ])
  func withoutAMotorTheErrorNamesTheSearchAndThatThisIsNormal(
    arguments: [String], looked: String
  ) async throws {
    let run = try await finished(
      "qiblactl", ["haptic", "test", "--config", "/dev/null"] + arguments)
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(
      run.errors == "qiblactl: no haptic motor is there (looked for \(looked)); "
        + "that is normal where none is connected\n")
  }

  @Test func anUnknownPatternIsAUsageErrorThatListsThePatterns() async throws {
    let run = try await finished("qiblactl", ["haptic", "test", "knock"])
    #expect(run.status == 64 && run.errors.contains("double_click"))
    #expect(run.errors.contains("aligned_uncertain"))
  }

  @Test func aConfigurationWithoutMotorIsReported() async throws {
    let directory = try TemporaryDirectory()
    let file = try directory.file("q.toml", "[haptics]\noutput = \"none\"\n")
    let run = try await finished("qiblactl", ["haptic", "test", "--config", file])
    #expect(run.status == 1 && run.errors.contains("--output auto"), "\(run.errors)")
  }

  @Test(.enabled(if: !hasDevices, "needs a machine without input devices, I2C and GPIO"))
  func theDaemonRunsWithoutAMotorAndSaysSoInTheJournal() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    try await eventually("the journal's line") {
      daemon.program.errors.contains("no haptic motor is there")
    }
    daemon.program.send(SIGTERM)
    #expect(try await daemon.program.ended() == 0)
  }
}
