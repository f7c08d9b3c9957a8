import ArgumentParser
import DaemonConfiguration
import Glibc
import Haptics
import I2C
import ProgramOptions

/// `qiblactl haptic calibrate`: runs the DRV2605L's calibration of its linear motor and prints the
/// result as lines for the configuration.
struct HapticCalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Calibrate a DRV2605L to its linear motor.",
    discussion: """
      The motor moves for about a second; mount it in its final position first. Set rated_v and \
      clamp_v in [haptics] first, from the motor's data sheet. Prints three lines for [haptics] and \
      changes no file. Needs no daemon.

      Example: qiblactl haptic calibrate
      """)

  @OptionGroup var file: ConfigurationOption

  @Option(help: "The I2C bus of the DRV2605L, by number or by its adapter's name.")
  var bus: String?

  func run() throws {
    try qiblactl.run {
      var settings: HapticSettings
      do { settings = try Configuration.load(path: file.config).haptics } catch {
        throw CommandFailure("\(error)")
      }
      guard settings.motor == .linear else {
        throw CommandFailure(
          "only a linear motor can be calibrated; where it is one, set motor = \"lra\" in [haptics] of qiblad.toml"
        )
      }
      guard settings.tuning.ratedVolts != nil else {
        throw CommandFailure(
          "[haptics] rated_v and clamp_v are not set: the calibration needs them")
      }
      if let bus { settings.bus = I2CBusName(bus) }
      let found: MotorTuning.Calibration?
      do {
        found = try settings.openChip().calibrate { usleep(UInt32($0) * 1000) == 0 }
      } catch { throw CommandFailure("\(error)") }
      guard let found else { throw CommandFailure("the calibration was interrupted") }
      let lines = [
        "compensation = \(found.compensation)", "back_emf = \(found.backEMF)",
        "back_emf_gain = \(found.backEMFGain)",
      ]
      var output = StandardOutput()
      try output.write(Array(lines.map { $0 + "\n" }.joined().utf8))
      try output.flush()
    }
  }
}
