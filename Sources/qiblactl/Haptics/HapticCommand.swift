import ArgumentParser

/// `qiblactl haptic`: tests and calibrates the haptic motor.
struct HapticCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "haptic", abstract: "Test, calibrate or mute the haptic motor.",
    discussion: "Example: qiblactl haptic test aligned",
    subcommands: [
      HapticTestCommand.self, HapticCalibrateCommand.self, HapticPlayCommand.self,
      HapticMuteCommand.self, HapticUnmuteCommand.self,
    ])
}
